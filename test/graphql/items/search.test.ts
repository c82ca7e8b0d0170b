import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type ClientWorld, clientWorld } from "./client-world.ts"

type Item = Readonly<Record<string, unknown>>

const ask = ({ as, id }: ClientWorld, parameters: object, name: "ada" | "bob" = "ada") =>
  as(name).root("itemWithSearch", { getItemsParameters: { datastore_id: id("datastore Deals"), ...parameters } })

async function names(world: ClientWorld, condition: object): Promise<unknown[]> {
  const { items } = await ask(world, { conditions: [condition], sort_fields: { id: "Name" } })
  return items.map((item: Item) => item.Name)
}

/** Adds items with a price and a due date each. */
async function withDeals(world: ClientWorld, deals: Readonly<Record<string, object>>): Promise<void> {
  for (const [Name, item] of Object.entries(deals))
    await world.as("ada").root("datastoreCreateNewItem", {
      newItemActionParameters: { item: { Name, ...item } },
      datastoreId: "Deals",
      projectId: "SHOP",
    })
}

describe("conditions (graphql.md section 4)", () => {
  test("an exact match of numbers and dates is equality with any element, however many", async () => {
    const world = await clientWorld()
    await withDeals(world, {
      A: { Price: 1, Due: "2026-03-01", At: "2026-03-01T10:00:00.000Z" },
      B: { Price: 2, Due: "2026-03-02" },
      C: { Price: 3, Due: "2026-03-03" },
    })
    const exact = { exact_match: true }
    expect(await names(world, { id: "Price", search_value: [1, "3"], ...exact })).toEqual(["A", "C"])
    expect(await names(world, { id: "Price", search_value: [1, 2, 3], ...exact })).toEqual(["A", "B", "C"])
    expect(await names(world, { id: "Price", search_value: 2, ...exact })).toEqual(["B"])
    expect(await names(world, { id: "Price", search_value: [1, 2, 3, 5], ...exact, not_match: true })).toEqual([
      "",
      "Hidden",
    ])
    expect(await names(world, { id: "Due", search_value: ["2026-03-01", "2026-03-03"], ...exact })).toEqual(["A", "C"])
    expect(await names(world, { id: "Due", search_value: "2026-03-02T00:00:00.000Z", ...exact })).toEqual(["B"])
    expect(await names(world, { id: "At", search_value: ["2026-03-01T10:00:00Z", null], ...exact })).toEqual(["A"])
    expect(await names(world, { id: "created_at", search_value: ["TODAY"], ...exact })).toHaveLength(6)
  })

  test("a condition on two elements is a range with open ends, unless it is an exact match", async () => {
    const world = await clientWorld()
    await withDeals(world, { A: { Price: 1 }, B: { Price: 2 }, C: { Price: 3 } })
    expect(await names(world, { id: "Price", search_value: ["2", null] })).toEqual(["B", "C", "Full"])
    expect(await names(world, { id: "Price", search_value: [null, "2"] })).toEqual(["A", "B"])
    expect(await names(world, { id: "Name", search_value: "^[ab]$" })).toEqual(["A", "B"])
  })

  test("an exact match of a REST request with two numbers stays a range", async () => {
    const world = await clientWorld()
    const { items } = await world.world
      .as("ada@acme.test")
      .itemList({ datastore: "Deals", conditions: [{ id: "Price", searchValue: ["4", "6"], exactMatch: true }] })
    expect(items.map(({ title }) => title)).toEqual(["Full"])
  })

  test("take IDs of options, statuses, users and items, and keys of the item itself", async () => {
    const world = await clientWorld()
    const one = async (id: string, search_value: unknown) => await names(world, { id, search_value, exact_match: true })
    expect(await one("Kind", ["a"])).toEqual(["Full"])
    expect(await one(world.id("field Deals.Staff"), [world.id("user bob")])).toEqual(["Full"])
    expect(await one("Status", ["Sent"])).toEqual([])
    expect(await one("status_id", [world.id("status Deals.New")])).toHaveLength(3)
    expect(await one("title", ["Full"])).toEqual(["Full"])
    expect(await one("rev_no", [1])).toHaveLength(3)
    expect(await one("unread", [0])).toHaveLength(3)
    expect(await one("created_by", [world.id("user ada")])).toHaveLength(3)
  })

  test("groups nest, and a group may be negated", async () => {
    const world = await clientWorld()
    const or = {
      use_or_condition: true,
      conditions: [
        { id: "Name", search_value: "Full" },
        { id: "Name", search_value: "Hidden" },
      ],
    }
    expect(await names(world, or)).toEqual(["Full", "Hidden"])
    expect(await names(world, { ...or, not_match: true })).toEqual([""])
    expect(await names(world, { conditions: [or, { id: "Price", search_value: ["5", null] }] })).toEqual(["Full"])
  })

  test("a search value that is no text, number or null is refused with its place", async () => {
    const conditions = [{ conditions: [{ id: "Name", search_value: [{}] }] }]
    const { as, id } = await clientWorld()
    const getItemsParameters = { datastore_id: id("datastore Deals"), conditions }
    expect(await as("ada").refused("itemWithSearch", { getItemsParameters })).toMatchObject({
      message: "conditions[0].conditions[0].search_value: expected strings, numbers and null, received {}",
      extensions: { code: "INVALID_PARAMS", status: 400 },
    })
  })

  test("any list of numbers finds exactly the items with one of them", async () => {
    const world = await clientWorld()
    const prices = [1, 1, 2, 3, 4]
    await withDeals(world, Object.fromEntries(prices.map((Price, at) => [`N${at}`, { Price }])))
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
        fc.boolean(),
        async (wanted, asText) => {
          const found = await names(world, {
            id: "Price",
            search_value: asText ? wanted.map(String) : wanted,
            exact_match: true,
          })
          const expected = [...prices, 5].filter((price) => wanted.includes(price))
          expect(found).toHaveLength(expected.length)
        },
      ),
      { seed: 4, numRuns: 20 },
    )
  })
})

describe("parameters (graphql.md section 4)", () => {
  test("use_field_id is the opposite of use_display_id, which takes precedence", async () => {
    const world = await clientWorld()
    const name = world.id("field Deals.Name")
    const hasDisplayIds = async (parameters: object) => {
      const { items } = await ask(world, parameters)
      expect("Name" in items[0]).toBe(!(name in items[0]))
      return "Name" in items[0]
    }
    expect(await hasDisplayIds({})).toBe(true)
    expect(await hasDisplayIds({ use_field_id: true })).toBe(false)
    expect(await hasDisplayIds({ use_field_id: true, use_display_id: true })).toBe(true)
    expect(await hasDisplayIds({ use_display_id: false })).toBe(false)
    expect(await hasDisplayIds({ use_field_id: false })).toBe(true)
  })

  test("select_fields keeps only these fields and their lookup items, in the datastore's order", async () => {
    const world = await clientWorld()
    const full = async (parameters: object) => {
      const { items } = await ask(world, {
        conditions: [{ id: "Name", search_value: "Full" }],
        include_lookups: true,
        return_number_value: true,
        ...parameters,
      })
      return items[0]
    }
    const customer = await full({ select_fields: ["Customer", world.id("field Deals.Name"), "Unknown"] })
    const own = [
      "i_id",
      "d_id",
      "p_id",
      "title",
      "status_id",
      "rev_no",
      "created_at",
      "created_by",
      "updated_at",
      "updated_by",
    ]
    expect(Object.keys(customer)).toEqual(["Name", "Customer", ...own, "unread", "lookup_items"])
    expect(Object.keys(customer.lookup_items)).toEqual(["Customer"])
    expect(Object.keys(await full({ select_fields: "Price" })).filter((key) => !own.includes(key))).toEqual([
      "Price",
      "unread",
    ])
    expect(await full({ select_fields: [] })).toEqual(await full({}))
    const ofLookup = await full({ select_fields_lookup: { Customer: ["Rank"] } })
    expect(ofLookup.lookup_items.Customer).toMatchObject({ Rank: 3, title: "First" })
    expect(ofLookup.lookup_items.Customer).not.toHaveProperty("Name")
    expect(ofLookup.lookup_items.Rank).toHaveProperty("Name")
  })

  test.each([
    [{ select_fields: [1] }, "select_fields: expected an array of field IDs"],
    [{ select_fields_lookup: ["Name"] }, "select_fields_lookup: expected an object of field IDs by lookup field"],
    [{ select_fields_lookup: { Customer: {} } }, "select_fields_lookup.Customer: expected an array of field IDs"],
  ])("%j is refused", async (parameters, message) => {
    const { as, id } = await clientWorld()
    const getItemsParameters = { datastore_id: id("datastore Deals"), ...parameters }
    expect(await as("ada").refused("itemWithSearch", { getItemsParameters })).toMatchObject({ message })
  })

  test("sort_fields takes one element or a list, and takes precedence over sort_field_id", async () => {
    const world = await clientWorld()
    const sorted = async (parameters: object) =>
      (await ask(world, parameters)).items.map((item: Item) => item.Name) as unknown
    expect(await sorted({ sort_fields: { id: "Name", order: "desc" } })).toEqual(["Hidden", "Full", ""])
    expect(await sorted({ sort_field_id: "Name", sort_order: "asc" })).toEqual(["", "Full", "Hidden"])
    const both = { sort_fields: [{ id: "Name" }], sort_field_id: "Name", sort_order: "desc" }
    expect(await sorted(both)).toEqual(["", "Full", "Hidden"])
  })

  test("return_count_only returns no items and counts them", async () => {
    const world = await clientWorld()
    expect(await ask(world, { return_count_only: true, per_page: 1 })).toMatchObject({ items: [], totalItems: 3 })
    expect((await ask(world, { per_page: 1 })).items).toHaveLength(1)
    expect((await ask(world, { per_page: 0 })).items).toHaveLength(3)
  })

  test("format and debug_query have no effect", async () => {
    const world = await clientWorld()
    const plain = await ask(world, {})
    for (const format of ["csv", "map", "anything"])
      expect(await ask(world, { format, debug_query: true })).toEqual(plain)
  })

  test("include_fields_data returns the fields with the data types that the client knows", async () => {
    const world = await clientWorld()
    const { fields, errors } = await ask(world, { include_fields_data: true })
    expect(errors).toBeNull()
    expect(fields.Due).toMatchObject({ field_id: world.id("field Deals.Due"), dataType: "datetime" })
    expect([fields.Slot.dataType, fields.Part.dataType, fields.Vault.dataType]).toEqual(["text", "calc", "dslookup"])
    expect((await ask(world, { include_fields_data: true }, "bob")).fields.Vault.dataType).toBe("calc")
    expect((await ask(world, {})).fields).toBeNull()
  })

  test("the arguments of datastoreGetDatastoreItems win over the parameters, and itemWithSearch needs a datastore", async () => {
    const { as, id } = await clientWorld()
    const { items } = await as("ada").root("datastoreGetDatastoreItems", {
      getItemsParameters: { datastore_id: "Vault", project_id: "LAB" },
      datastoreId: id("datastore Customers"),
      projectId: "SHOP",
    })
    expect(items[0].d_id).toBe(id("datastore Customers"))
    const refused = await as("ada").refused("itemWithSearch", { getItemsParameters: {} })
    expect(refused.extensions).toMatchObject({ code: "INVALID_PARAMS", status: 400 })
  })
})
