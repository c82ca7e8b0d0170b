import { expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { graphqlClient } from "../graphql-client.ts"

async function start() {
  const world = await createWorld({
    fixture: fixtureOf({
      datastores: {
        Goods: {
          fields: {
            Name: { dataType: "text", as_title: true, search: true, full_text: true },
            Kind: { dataType: "select", search: true, options: { a: "Nut", b: { name: "Bolt", enabled: false } } },
            Price: { dataType: "number", search: true },
            Paper: { dataType: "file", full_text: true },
            Owner: { dataType: "users", search: true },
            Secret: { dataType: "text", search: false },
          },
          actions: {
            CreateItem: { crud_type: "1", default: true },
            UpdateItem: { crud_type: "2", default: true },
          },
          items: ["red nut", "green nut", "bolt"].map((Name, at) => ({ key: Name, values: { Name, Price: at } })),
        },
        Others: {
          fields: { Name: { dataType: "text", as_title: true, full_text: true } },
          items: [{ key: "other", values: { Name: "other nut" } }],
        },
      },
    }),
  })
  const ada = graphqlClient(world, "ada-token")
  const place = { application: "APP", datastore: "Goods" }
  const user = world.as("ada@acme.test")
  const { items } = await user.itemList(place)
  const itemOf = (name: string) => items.find(({ values }) => values.Name === name)?.itemId ?? ""
  return { world, app: createApp({ world }), ada, user, rest: apiClient(world, "ada-token"), place, itemOf }
}

const search = (payload: object) => ({ payload })

test("datastoresGlobalSearch returns the hits of GlobalSearch, without a list by default", async () => {
  const { ada, rest } = await start()
  const { search_result: hits, ...list } = await ada.root("datastoresGlobalSearch", search({ query: "nut" }))
  expect(list).toEqual({ item_list: null, page: null, page_size: null })
  const { body } = await rest.globalSearch({ body: { query: "nut" } })
  expect(hits).toEqual(
    body.search_result.map((hit) => expect.objectContaining({ ...hit, file_name: null, a_id: null })),
  )
  expect(hits).toHaveLength(3)
})

test("datastoresGlobalSearch lists items in the form of datastoreGetDatastoreItems", async () => {
  const { ada } = await start()
  const payload = {
    query: "nut",
    category: "items",
    app_id: "APP",
    datastore_id: "Goods",
    field_id: "Name",
    return_item_list: true,
    item_search_params: { page: 1, per_page: 1, sort_field_id: "Name", sort_order: "asc", conditions: null },
  }
  const found = await ada.root("datastoresGlobalSearch", search(payload))
  expect(found.search_result).toHaveLength(2)
  expect(found).toMatchObject({ page: 1, page_size: 1, item_list: { totalItems: 2, items: [{ Name: "green nut" }] } })
  const { items } = await ada.root("datastoreGetDatastoreItems", {
    datastoreId: "Goods",
    getItemsParameters: { conditions: [{ id: "Name", search_value: "green nut" }] },
  })
  expect(found.item_list.items).toEqual(items)
  const all = await ada.root("datastoresGlobalSearch", search({ ...payload, item_search_params: null }))
  expect(all).toMatchObject({ page: 1, page_size: 0, item_list: { totalItems: 2 } })
})

test("datastoresGlobalSearch names the file and the action of a hit", async () => {
  const { world, ada, user, place, itemOf } = await start()
  const itemId = itemOf("bolt")
  const file = { name: "needle.txt", contentType: "text/plain", bytes: new TextEncoder().encode("hay") }
  const { fileId } = await user.uploadFile({ datastore: "Goods", field: "Paper", itemId, file })
  await user.updateItem({ ...place, itemId, revNo: 1, item: { Paper: [fileId] }, comment: "needle in the action" })
  await user.postItemComment({ ...place, itemId, comment: "needle in a comment" })
  const { search_result: hits } = await ada.root("datastoresGlobalSearch", search({ query: "needle" }))
  const goods = world
    .view()
    .all("datastores")
    .find(({ displayId }) => displayId === "Goods")
  const update = goods?.actions.find(({ displayId }) => displayId === "UpdateItem")?.aId
  expect(update).toBeDefined()
  expect(
    hits.map(({ category, file_name: name, a_id: action }: Record<string, unknown>) => [category, name, action]).sort(),
  ).toEqual(
    [
      ["files", "needle.txt", null],
      ["histories", null, null],
      ["histories", null, update],
    ].sort(),
  )
})

test("datastoresGlobalSearch is refused as GlobalSearch is", async () => {
  const { ada, rest } = await start()
  for (const payload of [
    { query: "" },
    {},
    { query: "nut", category: "people" },
    { query: "nut", app_id: "NOTHING" },
    { query: "nut", datastore_id: "NOTHING" },
    { query: "nut", datastore_id: "Goods", field_id: "NOTHING" },
    { query: "nut", return_item_list: true },
  ]) {
    const { status, body } = await rest.globalSearch({ body: payload as never })
    const refused = await ada.refused("datastoresGlobalSearch", search(payload))
    expect(status).toBe(400)
    // REST names the body before the property.
    const { error, ...others } = body as unknown as { readonly error: string }
    expect(refused.extensions).toMatchObject({ status, response: { ...others, error: error.replace(/^body\./, "") } })
  }
})

test("getItemSearchConditions returns what GetItemSearchConditions returns, with options as a list", async () => {
  const { ada, rest } = await start()
  const found = await ada.root("getItemSearchConditions", { datastoreId: "Goods", projectId: "APP" })
  const { body } = await rest.getItemSearchConditions({ params: { "app-id": "APP", "datastore-id": "Goods" } })
  expect(found.has_error).toBe(false)
  expect(found.result).toEqual(body.result.map((field) => expect.objectContaining(field)))
  expect(found.result.map((field: { display_id: string }) => field.display_id)).not.toContain("Secret")
  const kind = found.result.find((field: { display_id: string }) => field.display_id === "Kind")
  expect(kind.options).toEqual([
    expect.objectContaining({ value: "Nut", sort_id: 0, enabled: true }),
    expect.objectContaining({ value: "Bolt", sort_id: 1, enabled: false }),
  ])
  const refused = await ada.refused("getItemSearchConditions", { datastoreId: "Nothing", projectId: "APP" })
  expect(refused.extensions).toMatchObject({ code: "NOT_FOUND", status: 404 })
})

test("loginAuth0 is unknown", async () => {
  const { app } = await start()
  const query = "mutation { loginAuth0(auth0Input: {}) { token } }"
  const response = await app.fetch(
    new Request("http://hexarium/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query }),
    }),
  )
  expect(response.status).toBe(400)
})
