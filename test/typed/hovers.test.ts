import { expect, test } from "vitest"
import { controlDocument } from "../../emulator/control/openapi.ts"
import { openApiDocument } from "../../emulator/http/openapi/document.ts"
import { describeWorld } from "../../emulator/schema/describe-world.ts"
import { writeTypes } from "../../emulator/schema/write-types.ts"
import { meaningsOf } from "../../scripts/explain-declarations.mjs"
import { createWorld } from "../../src/inside.ts"
import { hovers } from "./hovers.ts"
import { shopFixture } from "./shop.ts"

const meanings = meaningsOf({ api: openApiDocument({ version: "" }), control: controlDocument({ version: "" }) })
const summaryOf = (operation: string): string | undefined => meanings.get(operation)?.summary
const requestOf = (operation: string, ...path: string[]): string | undefined =>
  meanings.get(operation)?.find("request", path)

const HOVERED: readonly (readonly [line: string, told: string | undefined])[] = [
  ["bob./*?*/createItem", summaryOf("createItem")],
  ["client./*?*/itemList", summaryOf("itemList")],
  ["bob./*?*/getItemDetails", summaryOf("getItemDetails")],
  ["client./*?*/updateItem", summaryOf("updateItem")],
  ["control./*?*/moveClock", summaryOf("moveClock")],
  [
    "bob.createItem({ ...place, item: {}, /*?*/returnItemResult: true })",
    requestOf("createItem", "return_item_result"),
  ],
  [
    "client.createItem({ params, body: { /*?*/return_item_result: true } })",
    requestOf("createItem", "return_item_result"),
  ],
  ["(await called.createItem({ ...place, item: {} }))./*?*/itemId", "ID of the item."],
  [
    "(await bob.getItemDetails({ ...place, itemId }))./*?*/values",
    "By display ID, of the fields that the reader is answered.",
  ],
  [
    "(await bob.getItemDetails({ ...place, itemId }))./*?*/actions",
    "Actions of its status, then those of any status, by display_order.",
  ],
  ["ada./*?*/createItem", "Make an item by a create action."],
  ['(await ada.createItem({ ...orders, item: { Title: "First" } }))./*?*/itemId', "ID of the item."],
  ['(await ada.createItem({ ...orders, item: { Title: "First" } }))./*?*/findings', "Failed related entries"],
  ['ada.createItem({ ...orders, item: { /*?*/Title: "First" } })', "Title, text, at most 80"],
  ['ada.createItem({ ...orders, actionId: "Draft", item: { /*?*/Total: 1 } })', "Total, number"],
  ['ada.createItem({ ...orders, item: { Title: "First" }, relatedDsItems: { /*?*/Goods: [] } })', "STOCK/Goods"],
  ["(await ada.getItemDetails({ ...orders, itemId }))./*?*/revNo", "How often it was written, from 1."],
  ["(await ada.getItemDetails({ ...orders, itemId }))./*?*/status", "Display ID of the status"],
  ["(await ada.getItemDetails({ ...orders, itemId }))./*?*/actions", "Actions of its status"],
  ["(await ada.itemList(orders)).items[0]!./*?*/unread", "Histories that the reader has not seen."],
  ["(await shop.getItemDetails({ ...orders, itemId }))./*?*/title", "Its title, of the fields that make it."],
  [
    "ada.updateItem({ ...orders, itemId, item: {}, /*?*/isForceUpdate: true })",
    requestOf("updateItem", "is_force_update"),
  ],
  [
    "ada.updateItem({ ...orders, itemId, accessKeyUpdates: { /*?*/overwrite: true } })",
    requestOf("updateItem", "access_key_updates", "overwrite"),
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
const called = control.as("bob@acme.test")
const bob = world.as("bob@acme.test")
const place = { application: "A", datastore: "D" }
const params = { "app-id": "A", "datastore-id": "D" }
const orders = { application: "SHOP", datastore: "Orders" } as const
const ada = (await createWorld<Shop>()).as("ada@shop.test")
const shop = createControl<Shop>().as("ada@shop.test")
const itemId = "5f3c2a1b9d8e7c6f5a4b3c2d"
${HOVERED.map(([line]) => line).join(";\n")}
`

/** A language service that reads the whole package takes its time where others compute, too. */
const SLOWLY = { timeout: 60_000 }

test(
  "an editor shows of operations, options and members of answers what the contract says of them",
  SLOWLY,
  async () => {
    const world = await createWorld({ fixture: shopFixture })
    const shown = await hovers(`${TEXT}\n${writeTypes(describeWorld(world.view()))}`)
    expect(HOVERED.filter(([, told]) => (told?.length ?? 0) < 10)).toEqual([])
    expect(HOVERED.map(([line], at) => [line, shown[at]])).toEqual(
      HOVERED.map(([line, told]) => [line, expect.stringContaining(told ?? "")]),
    )
  },
)
