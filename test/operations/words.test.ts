import { beforeEach, describe, expect, test } from "vitest"
import { createClient } from "../../emulator/client.ts"
import { createApp } from "../../emulator/index.ts"
import type { World } from "../../src/inside.ts"
import { smallWorld } from "../worlds/small.ts"

/** docs/testing.md, "What a call takes": JavaScript has no compiler that tells of a misspelt member. */

const DEALS = { application: "CRM", datastore: "Deals" }

type Call = (input?: unknown) => Promise<unknown>

let world: World

beforeEach(async () => {
  world = (await smallWorld()).fork()
})

const doors = {
  "in process": () => world.as("bob@acme.test"),
  "the client in flat words": () => createClient({ app: createApp({ world }), token: "bob-token" }),
}

/** What an operation says of an input that the compiler would not let pass. */
async function said(door: object, operation: string, input?: unknown): Promise<string> {
  const call = (door as Readonly<Record<string, Call>>)[operation]
  return (await call?.(input).catch((error: unknown) => String(error))) as string
}

describe.each(Object.entries(doors))("%s", (_, open) => {
  test("a member that the operation doesn't know is refused, with what was probably meant", async () => {
    const before = world.hash()
    const door = open()
    const bad: [string, unknown, string][] = [
      [
        "createItem",
        { application: "CRM", datstore: "Deals" },
        "createItem knows no datstore; did you mean datastore?",
      ],
      ["createItem", { ...DEALS, values: { Title: "A" } }, "createItem knows no values; did you mean item?"],
      [
        "createItem",
        { ...DEALS, return_item_result: true },
        "createItem knows no return_item_result; did you mean returnItemResult?",
      ],
      ["itemList", { ...DEALS, per_page: 10 }, "itemList knows no per_page; did you mean perPage?"],
      [
        "itemList",
        { ...DEALS, conditions: [{ id: "Title", search_value: ["A"] }] },
        "itemList: conditions[0] knows no search_value; did you mean searchValue?",
      ],
      [
        "itemList",
        { ...DEALS, conditions: [{ conditions: [{ field: "Title" }] }] },
        "itemList: conditions[0].conditions[0] knows no field; it takes id, rpfId, searchValue,",
      ],
      [
        "createItem",
        { ...DEALS, relatedDsItems: { Tasks: [{ op: 1 }] } },
        "createItem: relatedDsItems.Tasks[0] knows no op; it takes operation, actionId,",
      ],
      ["getGroupTree", { group: "SALES" }, "getGroupTree knows no group; it takes nothing"],
      [
        "createItem",
        { ...DEALS, body: { item: {} } },
        "createItem: body is of the API's own form, and the call has flat words, too; it takes application, datastore,",
      ],
    ]
    for (const [operation, input, text] of bad)
      expect(await said(door, operation, input)).toContain(`TypeError: ${text}`)
    expect(world.hash()).toBe(before)
  })

  test("so is what is no object", async () => {
    expect(await said(open(), "createItem", "Deals")).toMatch(
      /^TypeError: createItem takes application, datastore, .*; it was given "Deals"$/,
    )
    expect(await said(open(), "createItem", [DEALS])).toMatch(/; it was given a list$/)
  })

  test("what an operation fails at by its form is told", async () => {
    const door = open()
    const bad: [string, unknown, string][] = [
      [
        "createItem",
        { ...DEALS, relatedDsItems: [{ Tasks: [] }] },
        "createItem: relatedDsItems is an object of lists by datastore, { Lines: [{ operation: 1, item: { … } }] }, not a list",
      ],
      [
        "createItem",
        { ...DEALS, relatedDsItems: { Tasks: { item: {} } } },
        "createItem: relatedDsItems is an object of lists by datastore, { Lines: [{ operation: 1, item: { … } }] }; Tasks has an object",
      ],
      [
        "createItem",
        { ...DEALS, changes: { Title: "A" } },
        'createItem: changes is a list, [{ id: "Total", value: 12 }], not an object',
      ],
      [
        "itemList",
        { ...DEALS, conditions: { id: "Title" } },
        'itemList: conditions is a list, [{ id: "Total", searchValue: ["10", null] }], not an object',
      ],
      [
        "uploadFileDetached",
        { file: "abc" },
        'uploadFileDetached: file is an object of name, contentType and bytes (a Uint8Array), not "abc"',
      ],
      ["uploadFileDetached", {}, "uploadFileDetached: file is missing; it takes file"],
    ]
    for (const [operation, input, text] of bad) expect(await said(door, operation, input)).toBe(`TypeError: ${text}`)
  })

  test("an answer may be written back as it came, changed", async () => {
    const door = open()
    const { itemId } = await door.createItem({ ...DEALS, item: { Title: "First" } })
    const details = await door.getItemDetails({ ...DEALS, itemId })
    await door.updateItem({ ...DEALS, ...details, item: { Title: "Second" } })
    expect((await door.getItemDetails({ ...DEALS, itemId })).title).toBe("Second")
  })
})

describe("in process a refusal says what was not given", () => {
  test("the place, the item or the action", async () => {
    const bob = doors["in process"]()
    expect(await said(bob, "createItem", { application: "CRM", item: {} })).toContain(
      "CreateItem in CRM as bob@acme.test: no datastore was given (INVALID_PARAMS, 400)",
    )
    expect(await said(bob, "getItemDetails", DEALS)).toContain(
      "GetItemDetails in CRM/Deals as bob@acme.test: no itemId was given",
    )
  })

  test("the revision", async () => {
    const bob = doors["in process"]() as ReturnType<World["as"]>
    const { itemId } = await bob.createItem({ ...DEALS, item: { Title: "First" } })
    expect(await said(bob, "updateItem", { ...DEALS, itemId, item: { Title: "A" } })).toMatch(
      /rev_no:1 but specified rev_no:0; give the item's revNo, or isForceUpdate: true \(ITEM_REV_CONFLICT, 409\)$/,
    )
    expect(await said(bob, "updateItem", { ...DEALS, itemId, revNo: 7, item: { Title: "A" } })).toMatch(
      /specified rev_no:7 \(ITEM_REV_CONFLICT, 409\)$/,
    )
  })
})
