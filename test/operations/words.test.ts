import { beforeEach, describe, expect, test } from "vitest"
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
  "in process": () => ({ ...world.public, ...world.as("bob@acme.test") }),
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

  test("so is one of an object within, however deep", async () => {
    const before = world.hash()
    const door = open()
    const item = { ...DEALS, itemId: "x" }
    const field = { ...DEALS, field: "Title" }
    const action = { datastore: "Deals", action: "UpdateDeal" }
    const bad: [string, unknown, string][] = [
      [
        "userRegistration",
        { email: "eve@acme.test", landing: { registrationPath: "/welcome" } },
        "userRegistration: landing knows no registrationPath; it takes path, hostname, protocol",
      ],
      [
        "forgotPassword",
        { email: "bob@acme.test", mail: { templatId: "x" } },
        "forgotPassword: mail knows no templatId; did you mean templateId?",
      ],
      [
        "addUser",
        { email: "eve@acme.test", group: "SALES", mail: { sender: { adress: "a@b.test" } } },
        "addUser: mail.sender knows no adress; did you mean address?",
      ],
      ["userInvite", { users: [{ mail: "eve@acme.test" }] }, "userInvite: users[0] knows no mail; did you mean email?"],
      [
        "createField",
        { ...DEALS, settings: { datatype: "text", name: "A" } },
        "settings knows no datatype; did you mean",
      ],
      [
        "updateField",
        { ...field, settings: { numInfo: { decimalPlaces: 2 } } },
        "updateField: settings.numInfo knows no decimalPlaces; did you mean decimalPlace?",
      ],
      [
        "updateField",
        { ...field, settings: { dataType: "text" } },
        "updateField: settings knows no dataType; it takes name, displayId,",
      ],
      [
        "createAction",
        { ...DEALS, settings: { operation: "new", name: "A", fieldSettings: [{ field: "Title", shown: true }] } },
        "createAction: settings.fieldSettings[0] knows no shown; did you mean show?",
      ],
      [
        "updateAction",
        { ...action, settings: { name: { en: "A", jp: "B" } } },
        "updateAction: settings.name knows no jp; did you mean ja?",
      ],
      ["createFieldOptions", { ...field, options: [{ label: "A" }] }, "options[0] knows no label; it takes name,"],
      ["addItemLink", { ...item, link: { datastore: "Tasks", item: "y" } }, "link knows no item; did you mean itemId?"],
      [
        "updateItemLink",
        { ...item, oldLink: { datastore: "Tasks", itemId: "y" }, newLink: { datastore: "Tasks", iId: "z" } },
        "updateItemLink: newLink knows no iId; it takes datastore, itemId",
      ],
      [
        "itemList",
        { ...DEALS, sortFields: [{ id: "Title", sort: "asc" }] },
        "itemList: sortFields[0] knows no sort; it takes id, order",
      ],
      [
        "globalSearch",
        { query: "a", itemList: { sortFields: [{ id: "Title", oder: "asc" }] } },
        "globalSearch: itemList.sortFields[0] knows no oder; did you mean order?",
      ],
      [
        "createItem",
        { ...DEALS, accessKeyUpdates: { groupToPublish: ["SALES"] } },
        "createItem: accessKeyUpdates knows no groupToPublish; did you mean groupsToPublish?",
      ],
      [
        "createItem",
        { ...DEALS, relatedDsItems: { Tasks: [{ accessKeyUpdates: { overwite: true } }] } },
        "createItem: relatedDsItems.Tasks[0].accessKeyUpdates knows no overwite; did you mean overwrite?",
      ],
      ["addGroupRoles", { group: "SALES", roles: [{ app: "CRM", role: "A" }] }, "roles[0] knows no app; it takes"],
      [
        "updateUsersInGroupByAdmin",
        { group: "SALES", members: [{ userId: "x", username: "B" }] },
        "updateUsersInGroupByAdmin: members[0] knows no username; did you mean userName?",
      ],
      [
        "updateAutoActionSettings",
        { autoId: "x", schedule: { timeType: "day", time: "09:00" } },
        "updateAutoActionSettings: schedule knows no time; it takes timeType, timeValue",
      ],
      ["uploadFileDetached", { file: { filename: "a.txt" } }, "uploadFileDetached: file knows no filename;"],
      ["userRegistration", { email: "a@b.test", mail: "T1" }, "mail is an object of templateId, sender, data, not"],
    ]
    for (const [operation, input, text] of bad) expect(await said(door, operation, input)).toContain(text)
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
    const line = await door.createItem({ application: "CRM", datastore: "Lines", item: {} })
    await door.addItemLink({ ...DEALS, itemId, link: { datastore: "Lines", ...line } })
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

  test("the field", async () => {
    const bob = doors["in process"]()
    const told =
      "CreateItem in CRM/Deals as bob@acme.test: unknown field: Titel; did you mean Title? (INVALID_VALUE, 400)"
    expect(await said(bob, "createItem", { ...DEALS, item: { Titel: "A" } })).toContain(told)
    expect(await said(bob, "createItem", { ...DEALS, changes: [{ id: "Titel", value: "A" }] })).toContain(told)
    expect(await said(bob, "createItem", { ...DEALS, item: { Titel: "A", Zzzzz: 1 } })).toMatch(
      /did you mean Title\?; unknown field: Zzzzz; there are Title, /,
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
