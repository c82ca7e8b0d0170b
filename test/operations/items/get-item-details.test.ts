import { beforeAll, describe, expect, test } from "vitest"
import type { World } from "../../../src/world/index.ts"
import { type ApiClient, apiClient } from "../../conformance.ts"
import { dig } from "../../dig.ts"
import { IDS, readWorld } from "./read-world.ts"

let world: World
let bob: ApiClient
let ada: ApiClient

beforeAll(async () => {
  world = await readWorld()
  bob = apiClient(world, "bob")
  ada = apiClient(world, "ada")
})

type Query = Record<string, string | boolean>
type Details = Record<string, unknown>

const details = async (api: ApiClient, item: string, query: Query = {}, datastore = "DEALS") => {
  const params = { "app-id": "CRM", "datastore-id": datastore, "item-id": item }
  const { status, body } = await api.getItemDetails({ params, query })
  expect(status).toBe(200)
  return body as Details
}

const valuesOf = ({ field_values: fields }: Details): Record<string, unknown> =>
  Array.isArray(fields)
    ? Object.fromEntries(fields.map((one: unknown) => [dig(one, "display_id"), dig(one, "value")]))
    : Object.fromEntries(Object.entries(fields as object).map(([key, one]) => [key, dig(one, "value")]))

const user = (email: string) => world.raw.as(email).getUserInfo()

/** model.md section 5.2, columns D and N. `Margin` is hidden from Bob, `Legacy` from everybody. The last two fields have no value. */
const EMPTY_VALUES = {
  Title: "",
  Notes: "",
  Amount: null,
  Total: null,
  No: "",
  At: null,
  Day: null,
  Clock: null,
  Kind: null,
  Level: null,
  Tags: [],
  Owners: [],
  Papers: null,
  Customer: null,
}

describe("values", () => {
  const FULL = {
    Title: "Big deal",
    Notes: "line 1\nline 2",
    Amount: 12.5,
    Total: 25,
    No: "D-0001",
    At: "2026-02-03T04:05:06Z",
    Day: "2026-02-03T00:00:00Z",
    Clock: "09:30:00",
  }

  test("display-ID form: options and status by display ID, lookups with a title, users and files as objects", async () => {
    const values = valuesOf(await details(bob, IDS.full, { use_display_id: true }))
    const { user_id: bobId, ...rest } = dig<Record<string, string>>(values, "Owners", 0)
    expect(values).toEqual({
      ...FULL,
      Kind: "old",
      Level: "hi",
      Tags: ["blue", "red"],
      Owners: [expect.objectContaining({ user_name: "Bob" }), expect.objectContaining({ user_name: "Ada" })],
      Papers: expect.objectContaining({ filename: "file" }),
      Customer: { d_id: expect.stringMatching(/^[0-9a-f]{24}$/), item_id: IDS.mid, title: "Globex East" },
      Status: "open",
    })
    expect(rest).toEqual({
      access_key: expect.stringMatching(/^[0-9a-f]{24}$/),
      email: "bob@acme.test",
      media_link: `http://hexarium/api/v0/public/userinfo/profilepic/${bobId}`,
      user_name: "Bob",
    })
  })

  test("internal-ID form: options and status by internal ID", async () => {
    const body = await details(bob, IDS.full)
    const values = valuesOf(body)
    expect(values).toMatchObject({ ...FULL, Customer: { item_id: IDS.mid, title: "Globex East" } })
    const conditions = await bob.getItemSearchConditions({ params: { "app-id": "CRM", "datastore-id": "DEALS" } })
    const fields = dig<{ display_id: string; options?: { option_id: string; value: string }[] }[]>(
      conditions.body,
      "result",
    )
    const option = (field: string, label: string) =>
      fields.find((one) => one.display_id === field)?.options?.find(({ value }) => value === label)?.option_id
    expect(values.Kind).toBe(option("Kind", "Renewal"))
    expect(values.Level).toBe(option("Level", "High"))
    expect(values.Tags).toEqual([option("Tags", "Blue"), option("Tags", "Red")])
    expect(values.Status).toBe(dig(body, "status_list", 0, "status_id"))
  })

  test.each([{}, { format: "map" }])("empty values with %j", async (query: Query) => {
    const values = valuesOf(await details(bob, IDS.empty, query))
    expect(values).toMatchObject(EMPTY_VALUES)
    expect(Object.keys(values)).toEqual([...Object.keys(EMPTY_VALUES), "Status"])
  })

  test("a file object has every name of its parts", async () => {
    const file = valuesOf(await details(bob, IDS.full)).Papers as Record<string, unknown>
    const { d_id: dId, field_id: fId, file_id: fileId } = file
    const path = `${dId}/${IDS.full}/${fId}/file`
    expect(file).toEqual({
      _id: fileId,
      file_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      contentType: "text/plain",
      created_at: "2026-01-02T03:04:05.678Z",
      d_id: dId,
      datastore_id: dId,
      deleted: false,
      field_id: fId,
      filename: "file",
      filepath: path,
      i_id: IDS.full,
      item_id: IDS.full,
      mediaLink: `http://hexarium/api/v0/files/${fileId}`,
      name: path,
      p_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      selfLink: `http://hexarium/api/v0/files/${fileId}`,
      size: 5,
      timeCreated: "2026-01-02T03:04:05.678Z",
      updated: "2026-01-02T03:04:05.678Z",
      user_id: (await user("bob@acme.test")).user.uId,
      w_id: (await user("bob@acme.test")).user.currentWId,
    })
  })
})

describe("the two forms", () => {
  test("the display-ID form is a map with layout", async () => {
    const body = await details(bob, IDS.full, { format: "map" })
    expect(dig(body, "field_values", "Amount")).toEqual({
      field_id: "Amount",
      field_name: "Amount",
      dataType: "number",
      value: 12.5,
      sizeX: 6,
      sizeY: 2,
      col: 3,
      row: 4,
    })
    expect(dig(body, "field_values", "Title")).toMatchObject({
      field_name: "Name of the deal",
      sizeX: 1,
      sizeY: 1,
      col: 0,
      row: 0,
    })
    expect(body.status_list).toEqual({
      open: { status_id: "open", s_id: expect.any(String), status_name: "Open" },
      won: { status_id: "won", s_id: expect.any(String), status_name: "Won" },
      lost: { status_id: "lost", s_id: expect.any(String), status_name: "Lost" },
    })
    expect(body.status_order).toEqual(["open", "won", "lost"])
  })

  test("the internal-ID form is arrays", async () => {
    const body = await details(bob, IDS.full)
    const fields = body.field_values as Record<string, unknown>[]
    expect(fields[2]).toEqual({
      field_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      field_name: "Amount",
      dataType: "number",
      value: 12.5,
      use_as_search: false,
      show_in_list: true,
      display_id: "Amount",
    })
    expect(fields.find((one) => one.display_id === "Day")).toMatchObject({ use_as_search: true, show_in_list: false })
    expect(body.status_list).toEqual([
      { status_id: expect.stringMatching(/^[0-9a-f]{24}$/), status_name: "Open", sort_id: 0 },
      { status_id: expect.any(String), status_name: "Won", sort_id: 1 },
      { status_id: expect.any(String), status_name: "Lost", sort_id: 2 },
    ])
    expect(body.status_order).toEqual([0, 1, 2].map((at) => dig(body, "status_list", at, "status_id")))
  })

  test("head: title by title_order, names of author and editor, instants with milliseconds", async () => {
    for (const query of [{}, { format: "map" }] as Query[]) {
      expect(await details(bob, IDS.full, query)).toMatchObject({
        title: "D-0001 Big deal",
        rev_no: 4,
        created_at: "2026-01-02T03:04:05.678Z",
        updated_at: "2026-01-03T03:04:05.678Z",
        created_by: "Bob",
        updated_by: "Ada",
      })
    }
    expect(await details(bob, IDS.empty)).toMatchObject({
      created_at: "2026-01-05T09:00:00.000Z",
      updated_at: "2026-01-05T09:00:00.000Z",
      created_by: "Ada",
      updated_by: "Ada",
    })
  })

  test("both paths answer the same, and internal IDs are taken in either", async () => {
    const body = await details(bob, IDS.full)
    const { d_id: dId, p_id: pId } = dig<{ d_id: string; p_id: string }>(valuesOf(body), "Papers")
    for (const query of [{}, { use_display_id: "1" }, { include_linked_items: true, format: "map" }] as Query[]) {
      const long = await details(bob, IDS.full, query)
      const short = await bob.getItemDetails({ params: { "datastore-id": dId, "item-id": IDS.full }, query, route: 1 })
      const internal = await bob.getItemDetails({
        params: { "app-id": pId, "datastore-id": dId, "item-id": IDS.full },
        query,
      })
      expect(short.body).toEqual(long)
      expect(internal.body).toEqual(long)
    }
  })

  test("a parameter is switched on by true and 1 alone", async () => {
    const body = await details(bob, IDS.full, { use_display_id: "yes", include_linked_items: "TRUE" })
    expect(Array.isArray(body.field_values)).toBe(true)
    expect(body).not.toHaveProperty("linked_items")
  })
})

describe("what the reader may see", () => {
  test("a field hidden by role is in the administrator's answer only; hidden, label and separator fields in none", async () => {
    expect(valuesOf(await details(ada, IDS.full))).toHaveProperty("Margin", 99)
    for (const api of [ada, bob]) {
      const values = valuesOf(await details(api, IDS.full))
      for (const absent of ["Legacy", "Heading", "Rule"]) expect(values).not.toHaveProperty(absent)
    }
    expect(valuesOf(await details(bob, IDS.full))).not.toHaveProperty("Margin")
  })

  test.each([
    ["an unknown item", "DEALS", "0".repeat(24)],
    ["no ID at all", "DEALS", "nothing"],
    ["an item of another datastore", "CUSTOMERS", IDS.full],
    ["an item none of whose keys they hold", "CUSTOMERS", IDS.hidden],
    ["an unknown datastore", "NOWHERE", IDS.full],
  ])("%s is not found", async (_, datastore, item) => {
    const before = world.hash()
    const { status, body } = await bob.getItemDetails({
      params: { "app-id": "CRM", "datastore-id": datastore, "item-id": item },
    })
    expect(status).toBe(404)
    expect(body).toEqual({
      error: "NOT_FOUND",
      errors: [
        {
          description: `item not found for i_id:${item}`,
          error: "not found",
          error_code: "NOT_FOUND",
          error_level: "ERROR",
          reference_id: item,
        },
      ],
    })
    expect(world.hash()).toBe(before)
  })

  test("an unknown application and a user without a role there get the same answer", async () => {
    const unknown = await bob.getItemDetails({
      params: { "app-id": "NOPE", "datastore-id": "DEALS", "item-id": IDS.full },
    })
    const outside = await apiClient(world, "out").getItemDetails({
      params: { "app-id": "CRM", "datastore-id": "DEALS", "item-id": IDS.full },
    })
    expect(unknown.status).toBe(404)
    expect(outside.status).toBe(404)
    expect(outside.body).toEqual(unknown.body)
  })

  test("reading changes nothing", async () => {
    const before = world.hash()
    await details(bob, IDS.full, { include_linked_items: true, include_lookups: true })
    expect(world.hash()).toBe(before)
  })
})

describe("actions", () => {
  const orders = (body: Details) => ({ status: body.status_action_order, item: body.item_action_order })

  test("those a role of the reader allows, status actions of the present status only, by display_order", async () => {
    expect(orders(await details(bob, IDS.full, { format: "map" }))).toEqual({
      status: ["Note", "Win"],
      item: ["Update", "Copy", "Create"],
    })
    expect(orders(await details(ada, IDS.full, { format: "map" }))).toEqual({
      status: ["Note", "Win"],
      item: ["Delete", "Update", "Copy", "Create"],
    })
    expect(orders(await details(bob, IDS.empty, { format: "map" })).status).toEqual(["Reopen"])
  })

  test("display-ID form", async () => {
    const body = await details(ada, IDS.full, { format: "map" })
    expect(body.status_actions).toEqual({
      Note: {
        action_id: "Note",
        a_id: expect.any(String),
        action_name: "Note",
        display_order: 1,
        crud_type: "2",
        next_status_id: "",
      },
      Win: {
        action_id: "Win",
        a_id: expect.any(String),
        action_name: "Win",
        display_order: 2,
        crud_type: "2",
        next_status_id: "won",
      },
    })
    expect(body.item_actions).toEqual(
      Object.fromEntries(
        [
          ["Delete", 1, "3"],
          ["Update", 2, "2"],
          ["Copy", 3, "4"],
          ["Create", 4, "1"],
        ].map(([name, order, crud]) => [
          name,
          { action_id: name, a_id: expect.any(String), action_name: name, display_order: order, crud_type: crud },
        ]),
      ),
    )
  })

  test("internal-ID form", async () => {
    const body = await details(bob, IDS.full)
    const map = await details(bob, IDS.full, { format: "map" })
    const aId = (name: string) => dig(map, "status_actions", name, "a_id") ?? dig(map, "item_actions", name, "a_id")
    const won = dig(map, "status_list", "won", "s_id")
    expect(body.status_actions).toEqual([
      {
        action_id: aId("Note"),
        a_id: aId("Note"),
        action_name: "Note",
        display_order: 1,
        crud_type: "2",
        next_status_id: "",
      },
      {
        action_id: aId("Win"),
        a_id: aId("Win"),
        action_name: "Win",
        display_order: 2,
        crud_type: "2",
        next_status_id: won,
      },
    ])
    expect(body.item_actions).toEqual([
      {
        action_id: aId("Update"),
        a_id: aId("Update"),
        action_name: "Update",
        display_order: 2,
        crud_type: "2",
        description: "Change it",
      },
      { action_id: aId("Copy"), a_id: aId("Copy"), action_name: "Copy", display_order: 3, crud_type: "4" },
      { action_id: aId("Create"), a_id: aId("Create"), action_name: "Create", display_order: 4, crud_type: "1" },
    ])
    expect(body.status_action_order).toEqual([aId("Note"), aId("Win")])
    expect(body.item_action_order).toEqual([aId("Update"), aId("Copy"), aId("Create")])
  })

  test("a datastore without statuses has none, in either form", async () => {
    expect(await details(bob, IDS.top, {}, "CUSTOMERS")).toMatchObject({
      status_list: [],
      status_actions: [],
      status_order: [],
      status_action_order: [],
    })
    expect(await details(bob, IDS.top, { format: "map" }, "CUSTOMERS")).toMatchObject({
      status_list: {},
      status_actions: {},
    })
  })
})

describe("linked items", () => {
  type Linked = Record<string, { d_id: string; fields: Record<string, unknown>; items: Record<string, unknown>[] }>
  const linked = async (api: ApiClient, item: string, query: Query) =>
    (await details(api, item, { include_linked_items: true, ...query })).linked_items as Linked

  test("visible ones only, by datastore, each with every readable field", async () => {
    const result = await linked(bob, IDS.full, { format: "map" })
    expect(Object.keys(result).sort()).toEqual(["CUSTOMERS", "DEALS"])
    expect(result.CUSTOMERS?.items.map((item) => item.i_id).sort()).toEqual([IDS.low, IDS.mid].sort())
    expect(Object.keys(result.DEALS?.fields ?? {})).toEqual([...Object.keys(EMPTY_VALUES), "Status"])
    const low = result.CUSTOMERS?.items.find((item) => item.i_id === IDS.low)
    expect(low).toEqual({
      Name: "Globex Tokyo",
      Size: "10",
      Parent: "Globex East",
      created_at: "2026-01-05T09:00:00Z",
      created_by: (await user("ada@acme.test")).user.uId,
      d_id: result.CUSTOMERS?.d_id,
      i_id: IDS.low,
      labels: "",
      links: "",
      p_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      rev_no: "1",
      status_id: "",
      title: "Globex Tokyo",
      updated_at: "2026-01-05T09:00:00Z",
      updated_by: (await user("ada@acme.test")).user.uId,
    })
  })

  test("empty values in list form", async () => {
    const result = await linked(bob, IDS.full, { format: "map" })
    expect(result.DEALS?.items[0]).toMatchObject({
      Title: "",
      Notes: "",
      Amount: null,
      Total: null,
      No: "",
      At: null,
      Day: null,
      Clock: null,
      Kind: "",
      Level: "",
      Tags: "",
      Owners: "",
      Papers: "",
      Customer: null,
      Status: "Won",
    })
  })

  test("field definitions", async () => {
    const result = await linked(bob, IDS.full, { format: "map" })
    expect(result.CUSTOMERS).toMatchObject({ ds_name: "Customers", display_id: "CUSTOMERS" })
    const { Name, Parent } = dig<Record<string, { f_id: string }>>(result, "CUSTOMERS", "fields")
    expect(Name).toEqual({
      as_title: true,
      dataType: "text",
      display_id: "Name",
      f_id: Name?.f_id,
      fieldIndex: 0,
      full_text: false,
      hideOnInput: false,
      id: Name?.f_id,
      name: "Name",
      search: true,
      show_list: true,
      status: false,
      title_order: 0,
      unique: true,
    })
    expect(Parent).toMatchObject({
      dslookup_info: {
        dslookup_datastore_id: result.CUSTOMERS?.d_id,
        dslookup_field_id: Name?.f_id,
        dslookup_project_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      },
    })
  })

  test("keyed by internal IDs in the internal form", async () => {
    const map = await linked(bob, IDS.full, { format: "map" })
    const result = await linked(bob, IDS.full, {})
    const { d_id: dId = "", fields = {} } = map.CUSTOMERS ?? {}
    const { Name, Size } = fields as Record<string, { f_id: string }>
    expect(Object.keys(result)).toContain(dId)
    expect(Object.keys(result[dId]?.fields ?? {})).toContain(Name?.f_id)
    const low = result[dId]?.items.find((item) => item.i_id === IDS.low)
    expect(low).toMatchObject({ [Name?.f_id ?? ""]: "Globex Tokyo", [Size?.f_id ?? ""]: "10" })
  })

  test("numbers as numbers when asked, rev_no stays a text", async () => {
    const result = await linked(bob, IDS.full, { format: "map", return_number_value: true })
    expect(result.CUSTOMERS?.items.find((item) => item.i_id === IDS.low)).toMatchObject({ Size: 10, rev_no: "1" })
  })

  test("an item without visible links has an empty map", async () => {
    expect(await linked(bob, IDS.sales, { format: "map" })).toEqual({})
  })
})

describe("lookups", () => {
  const customer = async (api: ApiClient, item: string, query: Query = {}) =>
    valuesOf(await details(api, item, { format: "map", include_lookups: true, ...query })).Customer

  test("the looked-up item, with its own lookups; the third of a datastore is its raw ID", async () => {
    const value = await customer(bob, IDS.full)
    expect(value).toMatchObject({ item_id: IDS.mid, title: "Globex East" })
    expect(dig(value, "lookup_item")).toMatchObject({
      i_id: IDS.mid,
      Name: "Globex East",
      Size: "100",
      Parent: "Globex",
      rev_no: "1",
      labels: "",
      links: "",
      lookup_items: { Parent: { i_id: IDS.top, Name: "Globex", Size: "1000", Parent: null } },
    })
    expect(dig(value, "lookup_item", "lookup_items", "Parent")).not.toHaveProperty("lookup_items")

    const low = valuesOf(await details(bob, IDS.low, { format: "map", include_lookups: true }, "CUSTOMERS"))
    expect(low.Parent).toMatchObject({ lookup_item: { i_id: IDS.mid, lookup_items: { Parent: { i_id: IDS.top } } } })
  })

  test("numbers as numbers when asked, rev_no stays a text", async () => {
    expect(await customer(bob, IDS.full, { return_number_value: true })).toMatchObject({
      lookup_item: { Size: 100, rev_no: "1", lookup_items: { Parent: { Size: 1000 } } },
    })
  })

  test("an invisible target shows its title and nothing else", async () => {
    expect(await customer(bob, IDS.bobs)).toEqual({
      d_id: expect.any(String),
      item_id: IDS.hidden,
      title: "Secret Ltd",
    })
  })

  test("the response has no lookup_item without the parameter", async () => {
    expect(valuesOf(await details(bob, IDS.full)).Customer).not.toHaveProperty("lookup_item")
  })

  test("linked items carry the lookups of their own, counted from there", async () => {
    const body = await details(bob, IDS.full, { format: "map", include_lookups: true, include_linked_items: true })
    const items = dig<Record<string, unknown>[]>(body, "linked_items", "CUSTOMERS", "items")
    expect(items.find((item) => item.i_id === IDS.low)).toMatchObject({
      Parent: "Globex East",
      lookup_items: { Parent: { i_id: IDS.mid, Parent: "Globex", lookup_items: { Parent: { i_id: IDS.top } } } },
    })
  })
})
