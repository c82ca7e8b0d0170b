import { beforeEach, describe, expect, test } from "vitest"
import type { World } from "../../src/world/index.ts"
import { smallWorld } from "../sample-worlds/small.ts"

/** docs/testing.md, "Checks of the input": in JavaScript, no compiler reports a misspelt property. */

const DEALS = { application: "CRM", datastore: "Deals" }

type Call = (input?: unknown) => Promise<unknown>

let world: World

beforeEach(async () => {
  world = (await smallWorld()).fork()
})

const doors = {
  "in process": () => ({ ...world.public, ...world.as("bob@acme.test") }),
}

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** The error for an input that the compiler would reject. */
async function errorOf(door: object, operation: string, input?: unknown): Promise<string> {
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
        "unknown property datstore of createItem; did you mean datastore?",
      ],
      ["createItem", { ...DEALS, values: { Title: "A" } }, "unknown property values of createItem; did you mean item?"],
      [
        "createItem",
        { ...DEALS, return_item_result: true },
        "unknown property return_item_result of createItem; did you mean returnItemResult?",
      ],
      ["itemList", { ...DEALS, per_page: 10 }, "unknown property per_page of itemList; did you mean perPage?"],
      [
        "itemList",
        { ...DEALS, conditions: [{ id: "Title", search_value: ["A"] }] },
        "unknown property search_value of itemList.conditions[0]; did you mean searchValue?",
      ],
      [
        "itemList",
        { ...DEALS, conditions: [{ conditions: [{ field: "Title" }] }] },
        "unknown property field of itemList.conditions[0].conditions[0]; allowed: id, rpfId, searchValue,",
      ],
      [
        "createItem",
        { ...DEALS, relatedDsItems: { Tasks: [{ op: 1 }] } },
        "unknown property op of createItem.relatedDsItems.Tasks[0]; allowed: operation, actionId,",
      ],
      ["getGroupTree", { group: "SALES" }, "unknown property group of getGroupTree; allowed: no properties"],
      [
        "createItem",
        { ...DEALS, body: { item: {} } },
        "unknown property body of createItem; allowed: application, datastore,",
      ],
    ]
    for (const [operation, input, text] of bad)
      expect(await errorOf(door, operation, input)).toMatch(
        new RegExp(`${escapePattern(text)}.*\\(INVALID_PARAMS, 400\\)$`),
      )
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
        "unknown property registrationPath of userRegistration.landing; allowed: path, hostname, protocol",
      ],
      [
        "forgotPassword",
        { email: "bob@acme.test", mail: { templatId: "x" } },
        "unknown property templatId of forgotPassword.mail; did you mean templateId?",
      ],
      [
        "addUser",
        { email: "eve@acme.test", group: "SALES", mail: { sender: { adress: "a@b.test" } } },
        "unknown property adress of addUser.mail.sender; did you mean address?",
      ],
      [
        "userInvite",
        { users: [{ mail: "eve@acme.test" }] },
        "unknown property mail of userInvite.users[0]; did you mean email?",
      ],
      [
        "createField",
        { ...DEALS, settings: { datatype: "text", name: "A" } },
        "unknown property datatype of createField.settings; did you mean",
      ],
      [
        "updateField",
        { ...field, settings: { numInfo: { decimalPlaces: 2 } } },
        "unknown property decimalPlaces of updateField.settings.numInfo; did you mean decimalPlace?",
      ],
      [
        "updateField",
        { ...field, settings: { dataType: "text" } },
        "unknown property dataType of updateField.settings; allowed:",
      ],
      [
        "createAction",
        { ...DEALS, settings: { operation: "new", name: "A", fieldSettings: [{ field: "Title", shown: true }] } },
        "unknown property shown of createAction.settings.fieldSettings[0]; did you mean show?",
      ],
      [
        "updateAction",
        { ...action, settings: { name: { en: "A", jp: "B" } } },
        "unknown property jp of updateAction.settings.name; did you mean ja?",
      ],
      [
        "createFieldOptions",
        { ...field, options: [{ label: "A" }] },
        "unknown property label of createFieldOptions.options[0]; allowed: name,",
      ],
      [
        "addItemLink",
        { ...item, link: { datastore: "Tasks", item: "y" } },
        "unknown property item of addItemLink.link; did you mean itemId?",
      ],
      [
        "updateItemLink",
        { ...item, oldLink: { datastore: "Tasks", itemId: "y" }, newLink: { datastore: "Tasks", iId: "z" } },
        "unknown property iId of updateItemLink.newLink; allowed: datastore, itemId",
      ],
      [
        "itemList",
        { ...DEALS, sortFields: [{ id: "Title", sort: "asc" }] },
        "unknown property sort of itemList.sortFields[0]; allowed: id, order",
      ],
      [
        "globalSearch",
        { query: "a", itemList: { sortFields: [{ id: "Title", oder: "asc" }] } },
        "unknown property oder of globalSearch.itemList.sortFields[0]; did you mean order?",
      ],
      [
        "createItem",
        { ...DEALS, accessKeyUpdates: { groupToPublish: ["SALES"] } },
        "unknown property groupToPublish of createItem.accessKeyUpdates; did you mean groupsToPublish?",
      ],
      [
        "createItem",
        { ...DEALS, relatedDsItems: { Tasks: [{ accessKeyUpdates: { overwite: true } }] } },
        "unknown property overwite of createItem.relatedDsItems.Tasks[0].accessKeyUpdates; did you mean overwrite?",
      ],
      [
        "addGroupRoles",
        { group: "SALES", roles: [{ app: "CRM", role: "A" }] },
        "unknown property app of addGroupRoles.roles[0]; allowed:",
      ],
      [
        "updateUsersInGroupByAdmin",
        { group: "SALES", members: [{ userId: "x", username: "B" }] },
        "unknown property username of updateUsersInGroupByAdmin.members[0]; did you mean userName?",
      ],
      [
        "updateAutoActionSettings",
        { autoId: "x", schedule: { timeType: "day", time: "09:00" } },
        "unknown property time of updateAutoActionSettings.schedule; allowed: timeType, timeValue",
      ],
      ["uploadFileDetached", { file: { filename: "a.txt" } }, "unknown property filename of uploadFileDetached.file;"],
      ["userRegistration", { email: "a@b.test", mail: "T1" }, "mail: expected an object, got a string"],
    ]
    for (const [operation, input, text] of bad) expect(await errorOf(door, operation, input)).toContain(text)
    expect(world.hash()).toBe(before)
  })

  test("so is what is no object", async () => {
    expect(await errorOf(open(), "createItem", "Deals")).toMatch(
      /^DomainError: .*createItem expects an object with application, datastore, .*, received "Deals" \(INVALID_PARAMS, 400\)$/,
    )
    expect(await errorOf(open(), "createItem", [DEALS])).toMatch(/, received an array \(INVALID_PARAMS, 400\)$/)
  })

  test("a value of another form is refused as over HTTP, and the message says where", async () => {
    const door = open()
    const bad: [string, unknown, string][] = [
      ["createItem", { ...DEALS, relatedDsItems: [{ Tasks: [] }] }, "relatedDsItems: expected an object, got an array"],
      [
        "createItem",
        { ...DEALS, relatedDsItems: { Tasks: { item: {} } } },
        "relatedDsItems.Tasks: expected an array, got an object",
      ],
      ["createItem", { ...DEALS, changes: { Title: "A" } }, "changes: expected an array, got an object"],
      ["itemList", { ...DEALS, conditions: { id: "Title" } }, "conditions: expected an array, got an object"],
      ["uploadFileDetached", { file: "abc" }, "file: expected an object, got a string"],
      ["uploadFileDetached", {}, "file: expected an object, got nothing"],
    ]
    for (const [operation, input, text] of bad) expect(await errorOf(door, operation, input)).toContain(text)
    expect(await errorOf(door, "createItem", { ...DEALS, changes: 5 })).toMatch(/\(INVALID_PARAMS, 400\)$/)
  })
})

describe("in process a refusal says what was not given", () => {
  test("the place, the item or the action", async () => {
    const bob = doors["in process"]()
    expect(await errorOf(bob, "createItem", { application: "CRM", item: {} })).toContain(
      "CreateItem in CRM as bob@acme.test: datastore is missing (INVALID_PARAMS, 400)",
    )
    expect(await errorOf(bob, "getItemDetails", DEALS)).toContain(
      "GetItemDetails in CRM/Deals as bob@acme.test: itemId is missing",
    )
  })

  test("the field", async () => {
    const bob = doors["in process"]()
    const told =
      "CreateItem in CRM/Deals as bob@acme.test: unknown field: Titel; did you mean Title? (INVALID_PARAMS, 400)"
    expect(await errorOf(bob, "createItem", { ...DEALS, item: { Titel: "A" } })).toContain(told)
    expect(await errorOf(bob, "createItem", { ...DEALS, changes: [{ id: "Titel", value: "A" }] })).toContain(told)
    expect(await errorOf(bob, "createItem", { ...DEALS, item: { Titel: "A", Zzzzz: 1 } })).toMatch(
      /did you mean Title\?; unknown field: Zzzzz; available: Title, /,
    )
  })

  test("the revision", async () => {
    const bob = doors["in process"]() as ReturnType<World["as"]>
    const { itemId } = await bob.createItem({ ...DEALS, item: { Title: "First" } })
    expect(await errorOf(bob, "updateItem", { ...DEALS, itemId, item: { Title: "A" } })).toMatch(
      /rev_no:1 but specified rev_no:0; give the item's revNo, or isForceUpdate: true \(ITEM_REV_CONFLICT, 409\): the item has revision 1, the request has 0$/,
    )
    expect(await errorOf(bob, "updateItem", { ...DEALS, itemId, revNo: 7, item: { Title: "A" } })).toMatch(
      /specified rev_no:7 \(ITEM_REV_CONFLICT, 409\): the item has revision 1, the request has 7$/,
    )
  })
})
