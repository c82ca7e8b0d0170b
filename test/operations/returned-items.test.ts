import { beforeEach, describe, expect, test } from "vitest"
import { DomainError } from "../../src/model/index.ts"
import { createWorld, type World } from "../../src/world/index.ts"
import { fixtureOf } from "../sample-worlds/fixture-builder.ts"

/** docs/testing.md, "Checks of the input"; model.md section 5.7. */

type Call = (input: object) => Promise<unknown>

const DEALS = { application: "APP", datastore: "Deals" }
const CONTACTS = { application: "APP", datastore: "Contacts" }

const FIXTURE = fixtureOf({
  datastores: {
    Contacts: {
      fields: { Name: { dataType: "text", as_title: true } },
      items: [{ key: "c", values: { Name: "Cleo" } }],
    },
    Deals: {
      fields: {
        Title: { dataType: "text", as_title: true },
        Total: { dataType: "number" },
        Twice: { dataType: "calc", calc: { formula: "Total * 2" } },
        No: { dataType: "autonum" },
        Kind: { dataType: "select", options: { big: "Big", small: "Small" } },
        Tags: { dataType: "checkbox", options: { a: "A", b: "B" } },
        Owner: { dataType: "users" },
        Contact: { dataType: "dslookup", dslookup: { datastore: "Contacts", field: "Name" } },
        Paper: { dataType: "file" },
      },
      statuses: { Open: { name: "Open" }, Won: { name: "Won" } },
      actions: {
        Create: { crud_type: "1", default: true },
        Update: { crud_type: "2", default: true },
        Win: { crud_type: "2", next_status: "Won" },
        Delete: { crud_type: "3", default: true },
        Copy: { crud_type: "4", default: true },
      },
      items: [
        {
          key: "d",
          status: "Won",
          values: {
            Title: "First",
            Total: 4,
            Kind: "big",
            Tags: ["a", "b"],
            Owner: ["ada@acme.test"],
            Contact: "@c",
            Paper: { file: "data:text/plain,x", name: "x.txt" },
          },
        },
      ],
    },
  },
})

let world: World
let ada: Record<string, Call>
let item: Record<string, unknown> & { readonly values: Record<string, unknown> }
let contact: Record<string, unknown>

beforeEach(async () => {
  world = await createWorld({ fixture: FIXTURE, seed: 1 })
  ada = world.as("ada@acme.test") as never
  const listed = async (place: object) =>
    ((await ada.itemList?.(place)) as { readonly items: readonly unknown[] } | undefined)?.items[0]
  item = (await listed(DEALS)) as never
  contact = (await listed(CONTACTS)) as never
})

const readItem = async (itemId: unknown): Promise<typeof item> =>
  (await ada.getItemDetails?.({ ...DEALS, itemId })) as never

/** Makes the call, checks that it is refused with INVALID_PARAMS and changes nothing, and returns the error's message. */
async function refusal(operation: string, input: object): Promise<string> {
  const before = world.hash()
  const error: unknown = await ada[operation]?.(input).catch((refused: unknown) => refused)
  expect(error).toBeInstanceOf(DomainError)
  expect(error).toMatchObject({ code: "INVALID_PARAMS", status: 400 })
  expect(world.hash()).toBe(before)
  return (error as DomainError).message
}

describe("item takes an item that was read", () => {
  test.each([["from a list"], ["with details"]])(
    "%s: its values are written, its other properties are ignored",
    async (from) => {
      const whole = from === "from a list" ? item : await readItem(item.itemId)
      const changed = {
        ...whole,
        title: "?",
        status: "Open",
        revNo: 77,
        values: { ...whole.values, Title: "Second", Total: 5 },
      }
      await ada.updateItem?.({ ...DEALS, itemId: item.itemId, revNo: item.revNo, item: changed })
      expect(await readItem(item.itemId)).toMatchObject({
        ...{ title: "Second", status: "Won", revNo: 2 },
        values: { ...item.values, Title: "Second", Total: 5, Twice: 10 },
      })
    },
  )

  test("createItem copies the values into a new item, with its own number and files", async () => {
    const created = (await ada.createItem?.({ ...DEALS, item })) as { readonly itemId: string } | undefined
    const copy = await readItem(created?.itemId)
    const { No, Paper, Status, ...values } = copy.values
    expect(item.values).toMatchObject(values)
    expect(No).not.toBe(item.values.No)
    expect(Paper).toMatchObject([{ name: "x.txt" }])
    expect(Status).toBe("Won")
  })

  test("executeAction with a next status, executeBulkAction and related entries take it, too", async () => {
    const changed = { ...item, values: { ...item.values, Title: "Second" } }
    await ada.executeAction?.({ ...DEALS, itemId: item.itemId, actionId: "Win", isForceUpdate: true, item: changed })
    expect(await readItem(item.itemId)).toMatchObject({ title: "Second", status: "Won" })
    const one = [{ id: "Title", searchValue: ["Second"] }]
    await ada.executeBulkAction?.({
      ...DEALS,
      actionId: "Update",
      conditions: one,
      item: { ...item, values: { Title: "Third" } },
    })
    expect(await readItem(item.itemId)).toMatchObject({ title: "Third" })
    const entry = { operation: 1, item: { ...contact, values: { Name: "Dora" } } }
    await ada.updateItem?.({
      ...DEALS,
      itemId: item.itemId,
      isForceUpdate: true,
      relatedDsItems: { Contacts: [entry] },
    })
    const found = await ada.itemList?.({ ...CONTACTS, conditions: [{ id: "Name", searchValue: ["Dora"] }] })
    expect(found).toMatchObject({ totalItems: 1 })
  })

  test("a field beside values is refused, because it would be lost", async () => {
    const input = { ...DEALS, itemId: item.itemId, isForceUpdate: true }
    expect(await refusal("updateItem", { ...input, item: { ...item, Title: "Lost" } })).toMatch(
      /Title: is beside the values of an item that was read; move it into values/,
    )
  })
})

describe("a property of a returned item is no input", () => {
  test.each<[string, object, string]>([
    ["updateItem", { status: "Won" }, "status is not an input of updateItem; executeAction changes it"],
    ["updateItem", { title: "New" }, "title is not an input of updateItem; it follows from the values of item"],
    ["updateItem", { createdBy: "ada@acme.test" }, "createdBy is not an input of updateItem; allowed: "],
    ["updateItem", { values: { Title: "New" } }, "unknown property values of updateItem; did you mean item?"],
    ["updateItem", { item: {}, values: { Title: "New" } }, "unknown property values of updateItem; did you mean item?"],
    ["deleteItem", { title: "First" }, "title is not an input of deleteItem; allowed: "],
    [
      "executeAction",
      { actionId: "Win", status: "Won" },
      "status is not an input of executeAction; executeAction changes it",
    ],
    ["getItemDetails", { unread: 0 }, "unread is not an input of getItemDetails; allowed: "],
    ["postItemComment", { comment: "x", updatedBy: "bob" }, "updatedBy is not an input of postItemComment; allowed: "],
  ])("%s with %j", async (operation, input, text) => {
    const place = { ...DEALS, itemId: item.itemId, isForceUpdate: true }
    const { isForceUpdate: _, ...plain } = place
    const isUpdate = operation === "updateItem" || operation === "executeAction"
    expect(await refusal(operation, { ...(isUpdate ? place : plain), ...input })).toContain(text)
  })

  test.each<[string, object, string]>([
    [
      "createItem",
      { item: {}, title: "New" },
      "title is not an input of createItem; it follows from the values of item",
    ],
    ["createItem", { status: "Won" }, "status is not an input of createItem; executeAction changes it"],
    ["itemList", { status: "paid" }, "status is not an input of itemList; search for it with conditions"],
    ["itemList", { title: "First" }, "title is not an input of itemList; search for it with conditions"],
    ["itemList", { revNo: 1 }, "revNo is not an input of itemList; allowed: "],
    [
      "createItem",
      { relatedDsItems: { Contacts: [{ operation: 1, title: "x" }] } },
      "title is not an input of createItem.relatedDsItems.Contacts[0]",
    ],
  ])("%s of a datastore with %j", async (operation, input, text) => {
    expect(await refusal(operation, { ...DEALS, ...input })).toContain(text)
  })

  test.each<[string, object]>([
    ["updateItem", { item: { Title: "x" } }],
    ["getItemDetails", {}],
    ["deleteItem", {}],
  ])("%s refuses the spread of a whole item", async (operation, input) => {
    const message = await refusal(operation, { ...DEALS, ...item, ...input })
    expect(message).toMatch(/is not an input of|did you mean item\?/)
  })

  test("updateUsersInGroupByAdmin refuses values of its members", async () => {
    const members = [{ userId: "x", values: { email: "new@acme.test" } }]
    expect(await refusal("updateUsersInGroupByAdmin", { group: "ALL", members })).toContain(
      "values is not an input of updateUsersInGroupByAdmin.members[0]; allowed: ",
    )
  })
})

test.each([["title"], ["rev_no"], ["created_at"], ["i_id"]])(
  "%s is an unknown field inside item, changes and entries",
  async (key) => {
    const update = { ...DEALS, itemId: item.itemId, isForceUpdate: true }
    const texts = [
      await refusal("updateItem", { ...update, item: { [key]: "x" } }),
      await refusal("createItem", { ...DEALS, item: { Title: "A", [key]: "x" } }),
      await refusal("executeAction", { ...update, actionId: "Win", changes: [{ id: key, value: "x" }] }),
      await refusal("updateItem", {
        ...update,
        relatedDsItems: { Contacts: [{ operation: 1, item: { [key]: "x" } }] },
      }),
    ]
    for (const text of texts) expect(text).toContain("unknown field")
  },
)

test("links, lookups and users take a returned record", async () => {
  await ada.addItemLink?.({ ...DEALS, itemId: item.itemId, link: { datastore: "Contacts", ...contact } })
  await ada.updateItem?.({ ...DEALS, itemId: item.itemId, isForceUpdate: true, item: { Contact: contact } })
  expect((await readItem(item.itemId)).values.Contact).toMatchObject({ itemId: contact.itemId })
  const typo = { datastore: "Contacts", itemId: contact.itemId, titel: "x" }
  expect(await refusal("addItemLink", { ...DEALS, itemId: item.itemId, link: typo })).toContain(
    "unknown property titel",
  )
})
