import { describe, expect, test } from "vitest"
import { itemsTable } from "../../../src/state/index.ts"
import { apiClient } from "../../conformance.ts"
import { type ClientWorld, clientWorld } from "./client-world.ts"
import { ClientReader, knownOf } from "./read-as-client.ts"

// biome-ignore lint/suspicious/noExplicitAny: items have keys of their fields
type Flat = Record<string, any>

const LISTING = { page: 1, per_page: 0, include_lookups: true, include_links: true, return_number_value: true }

async function listOf({ as, id }: ClientWorld, name: "ada" | "bob" | "cyn", parameters: object = {}): Promise<Flat[]> {
  const { items } = await as(name).root("datastoreGetDatastoreItems", {
    getItemsParameters: { ...LISTING, ...parameters },
    datastoreId: id("datastore Deals"),
    projectId: id("application SHOP"),
  })
  return items
}

const itemOf = async (world: ClientWorld, name: "ada" | "bob" | "cyn", title: string, parameters: object = {}) => {
  const item = (await listOf(world, name, parameters)).find((one) => one.title === title)
  if (item === undefined) throw new Error(`no item ${title}`)
  return item
}

async function detailsOf(
  { as, id }: ClientWorld,
  name: "ada" | "bob" | "cyn",
  itemId: string,
  parameters: object = {},
) {
  return as(name).root("getDatastoreItemDetails", {
    itemId,
    datastoreId: id("datastore Deals"),
    projectId: id("application SHOP"),
    datastoreItemDetailParams: {
      include_lookups: true,
      use_display_id: true,
      return_number_value: true,
      format: "map",
      include_linked_items: true,
      ...parameters,
    },
  })
}

const storedOf = ({ world, id }: ClientWorld, title: string) => {
  const datastore = world.view().expect("datastores", id("datastore Deals"))
  const field = datastore.fields.find(({ displayId }) => displayId === "Name")
  const items = world.view().table(itemsTable(datastore.dId)).toArray()
  const item = items.find(({ values }) => field && values[field.fId] === title)
  if (item === undefined) throw new Error(`no item ${title}`)
  return item
}

const optionIds = ({ world, id }: ClientWorld, field: string) => {
  const { fields } = world.view().expect("datastores", id("datastore Deals"))
  const found = fields.find(({ displayId }) => displayId === field)
  const options = found !== undefined && "options" in found ? found.options : []
  return Object.fromEntries(options.map(({ displayId, oId }) => [displayId, oId]))
}

const bobIn = ({ world, id }: ClientWorld) => ({
  user_id: id("user bob"),
  email: "bob@acme.test",
  user_name: "bob",
  media_link: `http://hexarium/api/v0/public/userinfo/profilepic/${id("user bob")}`,
  access_key: world.view().get("users", id("user bob"))?.accessKey,
})

/** Puts a file into the field of an item, and returns its file_id. */
async function attach(world: ClientWorld, field: string, itemId: string, name: string): Promise<string> {
  const api = apiClient(world.world, "ada-token")
  const uploaded = await api.uploadFile({
    params: { "item-id": itemId, "field-id": world.id(`field Deals.${field}`) },
    form: { file: new File(["abc"], name, { type: "text/plain" }) },
  })
  const fileId = uploaded.body.file_id
  await api.updateItem({
    params: { "app-id": "SHOP", "datastore-id": "Deals", "item-id": itemId },
    body: { item: { [field]: [fileId] }, is_force_update: true },
  })
  return fileId
}

describe("list (graphql.md section 2.3)", () => {
  test("has each data type in the form that the client reads", async () => {
    const world = await clientWorld()
    const fileId = await attach(world, "Scan", storedOf(world, "Full").iId, "plan.txt")
    const full = await itemOf(world, "ada", "Full")
    expect(full).toMatchObject({
      Name: "Full",
      Note: "Text",
      No: "D-1",
      Price: 5,
      Double: 10,
      At: "2026-01-02T03:04:05Z",
      Due: "2026-02-03T00:00:00Z",
      Slot: "09:30:00",
      Kind: "One, two",
      Tags: ["X, Y", "Y"],
      Staff: [bobIn(world)],
      Scans: [],
      Customer: "First",
      Rank: "3",
      Vault: "Gold",
      Part: "Bolt",
      Status: "New",
      rev_no: 2,
      unread: 0,
    })
    expect(full.Scan).toEqual([
      expect.objectContaining({ file_id: fileId, _id: fileId, name: "plan.txt", filename: "plan.txt", size: 3 }),
    ])
    expect(full.Scan[0].filepath).toMatch(/\/plan\.txt$/)
    expect(full).not.toHaveProperty("Heading")
    expect(full).not.toHaveProperty("Line")
  })

  test("has null for empty choices, instants and lookups, and lists for empty files, users and checkboxes", async () => {
    const item = await itemOf(await clientWorld(), "ada", "")
    expect(item).toMatchObject({
      Name: "",
      Note: "",
      Kind: null,
      Size: null,
      At: null,
      Due: null,
      Slot: null,
      Price: null,
    })
    expect(item).toMatchObject({ Tags: [], Staff: [], Scan: [], Scans: [], Customer: null, Part: null, Double: null })
    expect(item.item_links).toEqual({ item_count: 0, db_count: 0, links: [] })
    expect(item).not.toHaveProperty("lookup_items")
  })

  test("has the first of label, display ID and o_id that names no other option", async () => {
    const world = await clientWorld()
    const sizes = optionIds(world, "Size")
    // The name of the option `s` is the display ID of another option, and the Japanese name of `l` is the display ID of `s`.
    expect((await itemOf(world, "ada", "Full")).Size).toBe(sizes.s)
    expect((await itemOf(world, "ada", "Hidden")).Size).toBe("Large")
  })

  test("has lookup items of near datastores after the fields, and a stub of an item that the caller does not see", async () => {
    const world = await clientWorld()
    const full = await itemOf(world, "ada", "Full")
    const keys = Object.keys(full)
    expect(Object.keys(full.lookup_items).sort()).toEqual(["Customer", "Rank", "Vault"])
    expect(keys.indexOf("lookup_items")).toBeGreaterThan(
      Math.max(...["Customer", "Rank", "Vault"].map((key) => keys.indexOf(key))),
    )
    expect(full.lookup_items.Customer).toMatchObject({ Name: "First", Rank: 3, Kind: "Old", rev_no: 1, Boss: "Second" })
    for (const key of ["labels", "links", "related_key", "access_keys", "_id", "item_id"])
      expect(full.lookup_items.Customer).not.toHaveProperty(key)
    const hidden = await itemOf(world, "bob", "Hidden")
    expect(hidden.lookup_items).toEqual({
      Customer: { i_id: expect.any(String), d_id: world.id("datastore Customers"), title: "Own" },
    })
  })

  test("leaves lookups and links into far datastores out", async () => {
    const world = await clientWorld()
    const bob = await itemOf(world, "bob", "Full")
    // Bob does not see the datastore that the lookup Vault refers to.
    expect(bob).toMatchObject({ Vault: "Gold", Part: "Bolt" })
    expect(Object.keys(bob.lookup_items).sort()).toEqual(["Customer", "Rank"])
    const near = (item: Flat) => item.item_links.links.map((one: { d_id: string }) => one.d_id)
    expect(near(bob)).toEqual([world.id("datastore Customers")])
    expect(bob.item_links).toMatchObject({ db_count: 1, item_count: 2 })
    const ada = await itemOf(world, "ada", "Full")
    expect(near(ada).sort()).toEqual([world.id("datastore Customers"), world.id("datastore Vault")].sort())
  })

  test("has numbers as strings without return_number_value", async () => {
    const full = await itemOf(await clientWorld(), "ada", "Full", { return_number_value: false })
    expect(full).toMatchObject({ Price: "5", Double: "10", rev_no: "1", unread: "0" })
    expect(full.lookup_items.Customer).toMatchObject({ Rank: "3", rev_no: "1" })
  })

  test("gives a user without an address the u_id as address, because the client refuses an empty one", async () => {
    const world = await clientWorld()
    const uId = world.id("user bob")
    await world.world.commit("Test", null, (tx) => void tx.patch("users", uId, { email: "" }))
    expect((await itemOf(world, "ada", "Full")).Staff).toMatchObject([{ user_id: uId, email: uId }])
  })
})

describe("details (graphql.md section 2.3)", () => {
  test("has each data type in the form that the client reads, with the data type that the client knows", async () => {
    const world = await clientWorld()
    const { iId } = storedOf(world, "Full")
    await attach(world, "Scan", iId, "plan.txt")
    const { field_values: values, ...rest } = await detailsOf(world, "ada", iId)
    const told = (key: string) => [values[key].dataType, values[key].value]
    expect(told("Due")).toEqual(["datetime", "2026-02-03T00:00:00Z"])
    expect(told("Slot")).toEqual(["text", "09:30:00"])
    expect(told("Kind")).toEqual(["select", "a"])
    expect(told("Size")).toEqual(["radio", optionIds(world, "Size").s])
    expect(told("Tags")).toEqual(["checkbox", ["x", "y"]])
    expect(told("Staff")).toEqual(["users", [bobIn(world)]])
    expect(told("Scan")).toEqual(["file", [expect.objectContaining({ name: "plan.txt" })]])
    expect(told("Part")).toEqual(["calc", "Bolt"])
    expect(told("Status")).toEqual(["status", "New"])
    expect(told("Price")).toEqual(["number", 5])
    expect(values.Customer.value).toMatchObject({
      d_id: world.id("datastore Customers"),
      title: "First",
      lookup_item: { Name: "First", Rank: 3, rev_no: 1 },
    })
    expect(rest).toMatchObject({ title: "Full", rev_no: 2, status_order: ["New", "Sent"] })
    expect(rest.item_actions.DeleteItem).toMatchObject({ action_id: "DeleteItem", crud_type: "3" })
    expect(rest.status_actions.Send.next_status_id).toBe("Sent")
    expect(Object.keys(rest.status_list)).toEqual(["New", "Sent"])
    expect(values.Name.field_id).toBe("Name")
  })

  test("has the target of a lookup even without include_lookups, and a stub of an invisible one", async () => {
    const world = await clientWorld()
    const { iId } = storedOf(world, "Hidden")
    const ada = await detailsOf(world, "ada", iId, { include_lookups: false })
    expect(ada.field_values.Customer.value.lookup_item).toMatchObject({ Name: "Own" })
    const { field_values: values } = await detailsOf(world, "bob", iId)
    const { item_id: itemId } = values.Customer.value
    expect(values.Customer.value).toEqual({
      d_id: world.id("datastore Customers"),
      item_id: itemId,
      title: "Own",
      lookup_item: { i_id: itemId, d_id: world.id("datastore Customers"), title: "Own" },
    })
  })

  test("has null and empty lists for empty values", async () => {
    const world = await clientWorld()
    const { i_id: iId } = await itemOf(world, "ada", "")
    const { field_values: values } = await detailsOf(world, "ada", iId)
    for (const key of ["Kind", "Size", "At", "Due", "Slot", "Price", "Customer", "Part", "Vault"])
      expect([key, values[key].value]).toEqual([key, null])
    for (const key of ["Staff", "Scan", "Scans"]) expect([key, values[key].value]).toEqual([key, []])
    expect(values.Tags.value).toBeNull()
    expect(values.Name.value).toBe("")
  })

  test("has internal IDs without use_display_id and format map", async () => {
    const world = await clientWorld()
    const { iId } = storedOf(world, "Full")
    const details = await detailsOf(world, "ada", iId, { use_display_id: false, format: "list" })
    const ofKey = (key: string) => details.field_values.find((one: { display_id: string }) => one.display_id === key)
    expect(ofKey("Kind")).toMatchObject({ field_id: world.id("field Deals.Kind"), value: optionIds(world, "Kind").a })
    expect(ofKey("Status").value).toBe(world.id("status Deals.New"))
    expect(ofKey("Scan").value).toEqual([])
  })

  test("has linked items only if they are requested and selected", async () => {
    const world = await clientWorld()
    const { iId } = storedOf(world, "Full")
    const asked = await detailsOf(world, "ada", iId)
    expect(Object.keys(asked.linked_items).sort()).toEqual(["Customers", "Parts", "Vault"])
    expect(asked.linked_items.Customers.items[0]).toMatchObject({ Name: "First" })
    expect(asked.linked_items.Customers.items[0]).not.toHaveProperty("labels")
    expect((await detailsOf(world, "ada", iId, { include_linked_items: false })).linked_items).toBeNull()
  })
})

describe("results (graphql.md section 2.3)", () => {
  const update = async ({ as, id }: ClientWorld, itemId: string, parameters: object) => {
    const { item } = await as("ada").root("datastoreUpdateItem", {
      ItemActionParameters: { return_item_result: true, is_force_update: true, ...parameters },
      itemId,
      datastoreId: id("datastore Deals"),
      projectId: id("application SHOP"),
    })
    return item
  }

  test("has each data type in the form that the client reads", async () => {
    const world = await clientWorld()
    const { iId } = storedOf(world, "Full")
    const item = await update(world, iId, { item: { Price: 6 }, use_display_id: true })
    const { x, y } = optionIds(world, "Tags")
    const link = (title: string, datastore: string) => ({
      d_id: world.id(`datastore ${datastore}`),
      item_id: expect.any(String),
      title,
    })
    expect(item).toMatchObject({
      Price: 6,
      Double: 12,
      At: "2026-01-02T03:04:05.678Z",
      Due: "2026-02-03T00:00:00.000Z",
      Slot: "09:30:00",
      Kind: optionIds(world, "Kind").a,
      Size: optionIds(world, "Size").s,
      Tags: [x, y],
      Staff: [bobIn(world)],
      Scan: [],
      Customer: link("First", "Customers"),
      Vault: link("Gold", "Vault"),
      Status: "New",
      i_id: iId,
      rev_no: 2,
      title: "Full",
    })
    expect(item.Part).toMatch(/^[0-9a-f]{24}$/)
    expect(item.links.map((one: { d_id: string }) => one.d_id)).toEqual([
      world.id("datastore Customers"),
      world.id("datastore Vault"),
    ])
  })

  test("has field IDs as keys by default, and null for empty values of an update", async () => {
    const world = await clientWorld()
    const { i_id: iId } = await itemOf(world, "ada", "")
    const item = await update(world, iId, { item: { Price: 1 } })
    expect(item).toMatchObject({ [world.id("field Deals.Price")]: 1, [world.id("field Deals.Kind")]: null })
    expect(item).toMatchObject({ [world.id("field Deals.Scan")]: [], [world.id("field Deals.Staff")]: [] })
    expect(item).not.toHaveProperty("links")
  })

  test("a lookup's target that the caller does not see is its ID", async () => {
    const world = await clientWorld()
    const { iId, values } = storedOf(world, "Hidden")
    const { item } = await world.as("bob").root("datastoreUpdateItem", {
      itemUpdatePayload: { return_item_result: true, use_display_id: true, is_force_update: true, item: { Price: 1 } },
      itemId: iId,
      datastoreId: "Deals",
      projectId: "SHOP",
    })
    expect(item.Customer).toBe(values[world.id("field Deals.Customer") as never])
  })

  test("a new item has no null, and no empty list of files, which would replace the files that the client uploads next", async () => {
    const world = await clientWorld()
    const { item } = await world.as("ada").root("datastoreCreateNewItem", {
      newItemActionParameters: { return_item_result: true, item: { Name: "New" } },
      datastoreId: world.id("datastore Deals"),
      projectId: world.id("application SHOP"),
    })
    expect(Object.values(item)).not.toContain(null)
    expect(item).not.toHaveProperty(world.id("field Deals.Scan"))
    expect(item).toMatchObject({ [world.id("field Deals.Name")]: "New", [world.id("field Deals.Tags")]: [] })
  })
})

test.each(["ada", "bob", "cyn"] as const)(
  "the client reads everything that %s sees (graphql.md section 2)",
  async (name) => {
    const world = await clientWorld()
    await attach(world, "Scans", storedOf(world, "Full").iId, "a.txt")
    const reader = new ClientReader(knownOf(world.world.view(), world.id(`user ${name}`), world.id("application SHOP")))
    const items = await listOf(world, name)
    expect(items.length).toBe(3)
    for (const item of items) {
      reader.flat(item)
      reader.details(await detailsOf(world, name, item.i_id), item.d_id)
    }
    expect(reader.problems).toEqual([])
  },
)
