import { expect, test } from "vitest"
import { controlDocument } from "../../emulator/control/openapi.ts"
import { openApiDocument } from "../../emulator/http/openapi/document.ts"
import { meaningsOf } from "../../scripts/explain-declarations.mjs"
import { hovers } from "./hovers.ts"

const meanings = meaningsOf({ api: openApiDocument({ version: "" }), control: controlDocument({ version: "" }) })
const summaryOf = (operation: string): string | undefined => meanings.get(operation)?.summary
const requestOf = (operation: string, ...path: string[]): string | undefined =>
  meanings.get(operation)?.find("request", path)

const HOVERED: readonly (readonly [line: string, told: string | undefined])[] = [
  ["client./*?*/createItem", summaryOf("createItem")],
  ["bob./*?*/createItem", summaryOf("createItem")],
  ["client./*?*/itemList", summaryOf("itemList")],
  ["bob./*?*/getItemDetails", summaryOf("getItemDetails")],
  ["client.raw./*?*/updateItem", summaryOf("updateItem")],
  ["control./*?*/moveClock", summaryOf("moveClock")],
  [
    "bob.createItem({ ...place, item: {}, /*?*/returnItemResult: true })",
    requestOf("createItem", "return_item_result"),
  ],
  [
    "client.createItem({ ...place, item: {}, /*?*/returnItemResult: true })",
    requestOf("createItem", "return_item_result"),
  ],
  [
    "client.raw.createItem({ params, body: { /*?*/return_item_result: true } })",
    requestOf("createItem", "return_item_result"),
  ],
  ["(await client.createItem({ ...place, item: {} }))./*?*/itemId", "ID of the item."],
  [
    "(await bob.getItemDetails({ ...place, itemId }))./*?*/values",
    "By display ID, of the fields that the reader is answered.",
  ],
  [
    "(await bob.getItemDetails({ ...place, itemId }))./*?*/actions",
    "Actions of its status, then those of any status, by display_order.",
  ],
  [
    "bob.updateItem({ ...place, itemId, item: {}, /*?*/isForceUpdate: true })",
    requestOf("updateItem", "is_force_update"),
  ],
]

const TEXT = `
import { createWorld } from "hexarium"
import { createClient } from "hexarium/client"
import { createControl } from "hexarium/control"
const world = await createWorld()
const client = createClient()
const control = createControl()
const bob = world.as("bob@acme.test")
const place = { application: "A", datastore: "D" }
const params = { "app-id": "A", "datastore-id": "D" }
const itemId = "5f3c2a1b9d8e7c6f5a4b3c2d"
${HOVERED.map(([line]) => line).join(";\n")}
`

/** A language service that reads the whole package takes its time where others compute, too. */
const SLOWLY = { timeout: 60_000 }

test(
  "an editor shows of operations, options and members of answers what the contract says of them",
  SLOWLY,
  async () => {
    const shown = await hovers(TEXT)
    expect(HOVERED.filter(([, told]) => (told?.length ?? 0) < 10)).toEqual([])
    for (const [at, [line, told]] of HOVERED.entries())
      expect([line, shown[at]]).toEqual([line, expect.stringContaining(told ?? "")])
  },
)
