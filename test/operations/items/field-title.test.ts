import { beforeAll, describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { reviewFixture } from "../../../src/fixtures/index.ts"
import { defaultPorts } from "../../../src/ports/index.ts"
import { createWorld, type World } from "../../../src/world/index.ts"
import { type ApiClient, apiClient } from "../../conformance.ts"
import { graphqlClient } from "../../graphql/graphql-client.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const POST_ID = "0".repeat(23).concat("1")
const everybody = { roles: ["ADMIN", "MEMBER"] }

/** Posts have a field `title`, which only Ada may read, and their titles are their numbers. */
const fixture = fixtureOf({
  datastores: {
    Posts: {
      fields: {
        No: { dataType: "text", as_title: true, full_text: true },
        title: { dataType: "text", roles: ["ADMIN"] },
      },
      items: [
        { key: "post", i_id: POST_ID, values: { No: "P1", title: "Beta" }, access: everybody },
        { values: { No: "P2", title: "Alpha" }, access: everybody },
        { values: { No: "P3" }, access: everybody },
      ],
    },
    Notes: {
      fields: { Post: { dataType: "dslookup", dslookup: { datastore: "Posts", field: "No" } } },
      items: [{ values: { Post: "@post" }, links: ["Posts@post"], access: everybody }],
    },
    Scores: { fields: { title: { dataType: "number" }, Name: { dataType: "text", as_title: true } } },
  },
})

const POSTS = { "app-id": "APP", "datastore-id": "Posts" }
const NOTES = { "app-id": "APP", "datastore-id": "Notes" }

let world: World
let ada: ApiClient
let bob: ApiClient

beforeAll(async () => {
  world = await createWorld({ fixture })
  const app = createApp({ world })
  ada = apiClient(app, "ada-token")
  bob = apiClient(app, "bob-token")
})

const datastore = (name: string) => {
  const found = world
    .view()
    .table("datastores")
    .toArray()
    .find(({ displayId }) => displayId === name)
  if (found === undefined) throw new Error(`no datastore ${name}`)
  return found
}

const titles = async (api: ApiClient, body: object = {}) => {
  const answer = await api.itemList({ params: POSTS, body: { sort_fields: [{ id: "No", order: "asc" }], ...body } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.items.map(({ title }) => title)
}

test("a field `title` is allowed by CreateField and in fixtures, where check warns", async () => {
  const body = { name: "Title", display_id: "title", dataType: "text" }
  expect((await ada.createField({ params: NOTES, body })).status).toBe(200)
  const warnings = await reviewFixture({ fixture, ports: defaultPorts(), baseUrl: "" })
  const paths = warnings.filter(({ message }) => message.includes("reserve the display ID title"))
  expect(paths.map(({ path }) => path)).toEqual([
    "workspaces[0].applications[0].datastores[0].fields.title",
    "workspaces[0].applications[0].datastores[2].fields.title",
  ])
})

describe("a caller who may read the field (model.md section 5.1)", () => {
  test("finds its value under `title` in lists with display IDs, the item's title with internal IDs", async () => {
    expect(await titles(ada)).toEqual(["Beta", "Alpha", ""])
    expect(await titles(ada, { use_display_id: false })).toEqual(["P1", "P2", "P3"])
  })

  test("finds it in linked items, lookup_items and lookup_item", async () => {
    const list = await ada.itemList({ params: NOTES, body: { include_lookups: true } })
    expect(list.body.items[0]).toMatchObject({ Post: "P1", lookup_items: { Post: { title: "Beta" } } })
    const params = { ...NOTES, "item-id": String(list.body.items[0]?.i_id) }
    const query = { use_display_id: true, include_linked_items: true, include_lookups: true }
    expect((await ada.getItemDetails({ params, query })).body).toMatchObject({
      field_values: { Post: { value: { title: "P1", lookup_item: { title: "Beta" } } } },
      linked_items: { Posts: { items: [{ title: "Beta" }] } },
    })
  })

  test("finds the item's title in details, and the field among the values", async () => {
    const { body } = await ada.getItemDetails({
      params: { ...POSTS, "item-id": POST_ID },
      query: { use_display_id: true },
    })
    expect(body).toMatchObject({ title: "P1", field_values: { title: { value: "Beta" } } })
  })

  test("sorts and searches by it", async () => {
    expect(await titles(ada, { sort_fields: [{ id: "title", order: "asc" }] })).toEqual(["", "Alpha", "Beta"])
    expect(await titles(ada, { conditions: [{ id: "title", search_value: ["alp"] }] })).toEqual(["Alpha"])
    expect(await titles(ada, { conditions: [{ id: "title", search_value: ["P1"] }] })).toEqual([])
  })

  test("finds the item's title in GlobalSearch's hits, and the field in its item_list", async () => {
    const body = { query: "P2", app_id: "APP", datastore_id: "Posts", return_item_list: true }
    expect((await ada.globalSearch({ body })).body).toMatchObject({
      search_result: [{ title: "P2" }],
      item_list: { items: [{ title: "Alpha" }] },
    })
  })

  test("writes it by `item` and `changes`, and finds it in the results with display IDs", async () => {
    const item = { No: "P4", title: "Delta" }
    const options = { return_item_result: true, return_display_id: true }
    const created = await ada.createItem({ params: POSTS, body: { item, ...options } })
    expect(created.body.item).toMatchObject({ title: "Delta" })
    const params = { ...POSTS, "item-id": created.body.item_id }
    const changes = [{ id: "title", value: "Echo" }]
    const body = { changes, is_force_update: true, return_item_result: true }
    const updated = await ada.updateItem({ params, body: { ...body, return_display_id: true } })
    expect(updated.body.item).toMatchObject({ title: "Echo" })
    const internal = await ada.updateItem({ params, body: { ...body, changes: [{ id: "title", value: "Fox" }] } })
    expect(internal.body.item).toMatchObject({ title: "P4" })
    expect(Object.values(internal.body.item ?? {})).toContain("Fox")
    await ada.deleteItem({ params, body: { use_display_id: true } })
  })

  test("sends an item with internal IDs back: its `title` is ignored beside the field's f_id", async () => {
    const fId = datastore("Posts").fields.find(({ displayId }) => displayId === "title")?.fId ?? ""
    const params = { ...POSTS, "item-id": POST_ID }
    for (const item of [
      { title: "P1", [fId]: "Beta" },
      { [fId]: "Beta", title: "P1" },
    ]) {
      expect((await ada.updateItem({ params, body: { item, is_force_update: true } })).status).toBe(200)
      expect((await titles(ada))[0]).toBe("Beta")
    }
  })

  test("finds both in process, and the field in GraphQL's lists and results", async () => {
    const { items } = await world
      .as("ada@acme.test")
      .itemList({ datastore: "Posts", conditions: [{ id: "No", searchValue: ["P1"] }] })
    expect(items[0]).toMatchObject({ title: "P1", values: { title: "Beta" } })
    const client = graphqlClient(world, "ada-token")
    const { dId: datastoreId, pId: projectId } = datastore("Posts")
    const getItemsParameters = { conditions: [{ id: "No", search_value: ["P1"] }] }
    const list = (display: boolean) =>
      client.root("datastoreGetDatastoreItems", {
        getItemsParameters: { ...getItemsParameters, use_display_id: display },
        datastoreId,
      })
    expect((await list(true)).items).toMatchObject([{ title: "Beta" }])
    expect((await list(false)).items).toMatchObject([{ title: "P1" }])
    const newItemActionParameters = {
      ...{ item: { No: "P5", title: "Golf" }, return_item_result: true, return_display_id: true },
    }
    const made = await client.root("datastoreCreateNewItem", { newItemActionParameters, datastoreId, projectId })
    expect(made.item).toMatchObject({ title: "Golf" })
    const params = { ...POSTS, "item-id": made.item_id }
    await ada.deleteItem({ params, body: { use_display_id: true } })
  })

  test("finds a field of another type in its form", async () => {
    const params = { "app-id": "APP", "datastore-id": "Scores" }
    await ada.createItem({ params, body: { item: { title: 5, Name: "S" } } })
    await ada.createItem({ params, body: { item: { Name: "T" } } })
    const list = async (body: object) =>
      (await ada.itemList({ params, body: { sort_fields: [{ id: "Name", order: "asc" }], ...body } })).body.items
    expect(await list({})).toMatchObject([{ title: "5" }, { title: null }])
    expect(await list({ return_number_value: true })).toMatchObject([{ title: 5 }, { title: null }])
  })
})

describe("a caller who may not read the field (model.md section 5.1)", () => {
  test("finds, sorts and searches the item's title", async () => {
    expect(await titles(bob)).toEqual(["P1", "P2", "P3"])
    expect(await titles(bob, { conditions: [{ id: "title", search_value: ["P1"] }] })).toEqual(["P1"])
    expect(await titles(bob, { conditions: [{ id: "title", search_value: ["Beta"] }] })).toEqual([])
    expect(await titles(bob, { sort_fields: [{ id: "title", order: "desc" }] })).toEqual(["P3", "P2", "P1"])
  })

  test("is refused a write with NO_PRIVILEGES", async () => {
    const before = world.hash()
    const body = { item: { title: "Mine" }, is_force_update: true }
    const answer = await bob.updateItem({ params: { ...POSTS, "item-id": POST_ID }, body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error: [{ error_code: "NO_PRIVILEGES", reference_id: "f_id:title" }] })
    expect(world.hash()).toBe(before)
  })
})
