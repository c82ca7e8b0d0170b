import { beforeAll, describe, expect, test } from "vitest"
import { createWorld, type World } from "../../../src/world/index.ts"
import { type ApiClient, apiClient } from "../../conformance.ts"
import { dig } from "../../dig.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { IDS, readWorld } from "../items/read-world.ts"
import { start } from "./unlinked.ts"

let world: World
let bob: ApiClient
let dIds: Record<string, string>

beforeAll(async () => {
  world = await readWorld()
  bob = apiClient(world, "bob")
  const { body } = await bob.getLinkedItems({ params: on(IDS.full) })
  dIds = Object.fromEntries(
    Object.entries(dig<object>(body, "result")).map(([key, linked]) => [key, dig<string>(linked, "d_id")]),
  )
})

const on = (item: string) => ({ "app-id": "CRM", "datastore-id": "DEALS", "item-id": item })
const query = (more: Record<string, string | boolean>) => more

type Linked = Record<string, { fields: Record<string, unknown>; items: (Record<string, unknown> & { i_id: string })[] }>

const readLinked = async (more: Record<string, string | boolean> = {}, item: string = IDS.full) => {
  const { status, body } = await bob.getLinkedItems({ params: on(item), query: more })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(dig(body, "has_error")).toBe(false)
  return dig<Linked>(body, "result")
}

const itemsOf = (result: Linked) =>
  Object.fromEntries(Object.entries(result).map(([key, { items }]) => [key, items.map((item) => item.i_id).sort()]))

describe("the route with an application", () => {
  test("visible items by datastore, all in display IDs", async () => {
    const result = await readLinked()
    expect(itemsOf(result)).toEqual({ CUSTOMERS: [IDS.low, IDS.mid].sort(), DEALS: [IDS.empty] })
    expect(Object.keys(result.CUSTOMERS?.fields ?? {})).toEqual(["Name", "Size", "Parent"])
    expect(result.CUSTOMERS?.items.find((item) => item.i_id === IDS.low)).toMatchObject({
      Name: "Globex Tokyo",
      Size: "10",
      Parent: "Globex East",
      rev_no: "1",
    })
    expect(await readLinked({}, IDS.sales)).toEqual({})
  })

  test("narrowed by display or internal IDs", async () => {
    expect(Object.keys(await readLinked({ linked_d_id: "CUSTOMERS" }))).toEqual(["CUSTOMERS"])
    expect(Object.keys(await readLinked({ linked_p_id: "CRM", linked_d_id: "CUSTOMERS" }))).toEqual(["CUSTOMERS"])
    expect(Object.keys(await readLinked({ linked_d_id: dIds.DEALS ?? "" }))).toEqual(["DEALS"])
    expect(Object.keys(await readLinked({ linked_p_id: "CRM" })).sort()).toEqual(["CUSTOMERS", "DEALS"])
  })

  test("lookups and numbers", async () => {
    const result = await readLinked({ include_lookups: true, return_number_value: true })
    expect(result.CUSTOMERS?.items.find((item) => item.i_id === IDS.low)).toMatchObject({
      Size: 10,
      rev_no: "1",
      lookup_items: { Parent: { Name: "Globex East", Size: 100, rev_no: "1" } },
    })
  })

  test("internal IDs with use_display_id=false", async () => {
    expect(Object.keys(await readLinked({ use_display_id: "false" })).sort()).toEqual(Object.values(dIds).sort())
  })
})

describe("the route with a linked datastore", () => {
  const inside = async (datastore: string, more = {}) =>
    bob.getLinkedItems({
      route: 1,
      params: { "datastore-id": dIds.DEALS ?? "", "item-id": IDS.full, "linked-datastore-id": datastore },
      query: query(more),
    })

  test("keyed by d_id and f_id, only that datastore", async () => {
    const { status, body } = await inside(dIds.CUSTOMERS ?? "")
    expect(status).toBe(200)
    const result = dig<Linked>(body, "result")
    expect(Object.keys(result)).toEqual([dIds.CUSTOMERS])
    const [own] = Object.values(result)
    const name = Object.entries(own?.fields ?? {}).find(([, field]) => dig(field, "display_id") === "Name")?.[0] ?? ""
    expect(name).toMatch(/^[0-9a-f]{24}$/)
    expect(own?.items.map((item) => item[name]).sort()).toEqual(["Globex East", "Globex Tokyo"])
  })

  test("display IDs with use_display_id=true", async () => {
    expect(Object.keys(dig((await inside("CUSTOMERS", { use_display_id: true })).body, "result"))).toEqual([
      "CUSTOMERS",
    ])
  })

  test("an unknown linked datastore is as the item missing", async () => {
    const { status, body } = await inside("NOPE")
    expect([status, dig(body, "error")]).toEqual([404, "NOT_FOUND"])
  })
})

describe("what is refused", () => {
  test.each([
    ["an unknown item", "0".repeat(24)],
    ["an invisible item", IDS.hidden],
  ])("%s: 404 with the errors array", async (_, item) => {
    const before = world.hash()
    const { status, body } = await bob.getLinkedItems({ params: { ...on(item) } })
    expect(status).toBe(404)
    expect(body).toMatchObject({ error: "NOT_FOUND", errors: [{ error_code: "NOT_FOUND", reference_id: item }] })
    expect(world.hash()).toBe(before)
  })

  test.each([{ linked_d_id: "NOPE" }, { linked_p_id: "NOPE" }, { linked_p_id: "NOPE", linked_d_id: "CUSTOMERS" }])(
    "%j: 400 with has_error",
    async (more) => {
      const { status, body } = await bob.getLinkedItems({ params: on(IDS.full), query: more as never })
      expect(status).toBe(400)
      expect(body).toMatchObject({ has_error: true, result: null, errors: [{ error_code: "INVALID_PARAMS" }] })
    },
  )
})

test("bothWays adds the items that link to the item, each once and in order of linking", async () => {
  const { world, deal, bolts, nuts } = await start()
  const ada = world.as("ada@acme.test")
  const CRM = { application: "CRM" }
  const toDeal = { link: { datastore: "Deals", itemId: deal } }
  await ada.addItemLink({ ...CRM, datastore: "Lines", itemId: nuts, ...toDeal })
  await ada.addItemLink({ ...CRM, datastore: "Deals", itemId: deal, link: { datastore: "Lines", itemId: bolts } })
  await ada.addItemLink({ ...CRM, datastore: "Deals", itemId: deal, link: { datastore: "Lines", itemId: nuts } })
  const of = async (more: object) => {
    const { linkedItems } = await ada.getLinkedItems({ ...CRM, datastore: "Deals", itemId: deal, ...more })
    return linkedItems.Lines?.map(({ itemId }) => itemId)
  }
  expect(await of({ linkedDatastore: "Lines", bothWays: true })).toEqual([nuts, bolts])
  expect(await of({ linkedDatastore: "Lines" })).toEqual([bolts, nuts])
})

test.each(["Notes", "constructor"])(
  "a linked datastore has its display ID %s as key, a second one with this display ID has its d_id",
  async (displayId) => {
    const notes = { datastore_id: displayId, name: "N", fields: { Name: { dataType: "text" } } } as const
    const second = {
      application_id: "OTHER",
      name: "Other",
      roles: [{ role_id: "MEMBER", name: "member", users: ["ada@acme.test"] }],
      datastores: [{ ...notes, items: [{ key: "b", values: { Name: "there" } }] }],
    }
    const links = [`${displayId}@a`, `OTHER/${displayId}@b`]
    const world = await createWorld({
      fixture: fixtureOf({
        datastores: {
          From: { fields: { Name: { dataType: "text" } }, items: [{ values: { Name: "from" }, links }] },
          [displayId]: { fields: notes.fields, items: [{ key: "a", values: { Name: "here" } }] },
        },
        workspace: { applications: [second] },
      }),
    })
    const dId = world
      .view()
      .all("datastores")
      .filter((datastore) => datastore.displayId === displayId)
      .map((datastore) => datastore.dId)
    const ada = apiClient(world, "ada-token")
    const from = { "app-id": "APP", "datastore-id": "From" }
    const item = (await ada.itemList({ params: from, body: {} as never })).body.items[0]?.i_id as string
    const { body } = await ada.getLinkedItems({ params: { ...from, "item-id": item } })
    const result = dig<Linked>(body, "result")
    expect(Object.entries(result).map(([key, { items }]) => [key, items.map(({ Name }) => Name)])).toEqual([
      [displayId, ["here"]],
      [dId[1], ["there"]],
    ])
  },
)
