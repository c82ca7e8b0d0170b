/** Ten calls with each generated client. The compiler checks the use of their results against the client's types. */
import createFetchClient from "openapi-fetch"
import { createClient } from "./generated/hey/client/index.js"
import * as sdk from "./generated/hey/sdk.gen.js"
import type { paths } from "./generated/schema.js"

const baseUrl = `${process.env.HEXARIUM_URL}/api/v0`
const mina = { email: "mina@hikari.example", password: "mina-pass" }
const place = { "app-id": "ORDERS", "datastore-id": "Customers" }

function the<T>(what: string, answer: { data?: T | undefined; error?: unknown }): T {
  if (answer.error !== undefined || answer.data === undefined)
    throw new Error(`${what}: ${JSON.stringify(answer.error ?? "no answer")}`)
  return answer.data
}

function expect(what: string, is: boolean): void {
  if (!is) throw new Error(what)
}

async function byOpenapiFetch(): Promise<number> {
  const open = createFetchClient<paths>({ baseUrl })
  const { token } = the("Login", await open.POST("/login", { body: mina }))
  const client = createFetchClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })
  const { u_id, current_workspace_id: workspace } = the("GetUserInfo", await client.GET("/userinfo"))
  expect("a user has an ID", u_id.length > 0)
  the("GetWorkspaces", await client.GET("/workspaces"))
  the(
    "GetApplicationsAndDatastores",
    await client.GET("/workspaces/{workspace-id}/applications", { params: { path: { "workspace-id": workspace } } }),
  )
  the(
    "GetDatastores",
    await client.GET("/applications/{project-id}/datastores", { params: { path: { "project-id": "ORDERS" } } }),
  )
  the(
    "GetDatastoreFields",
    await client.GET("/applications/{app-id}/datastores/{datastore-id}/fields", { params: { path: place } }),
  )
  const { item_id } = the(
    "CreateItem",
    await client.POST("/applications/{app-id}/datastores/{datastore-id}/items/new", {
      params: { path: place },
      body: { item: { Name: "Made by openapi-fetch" } },
    }),
  )
  const details = the(
    "GetItemDetails",
    await client.GET("/applications/{app-id}/datastores/{datastore-id}/items/details/{item-id}", {
      params: { path: { ...place, "item-id": item_id } },
    }),
  )
  expect("the item is the one that was made", details.title.startsWith("Made by"))
  const list = the(
    "ItemList",
    await client.POST("/applications/{app-id}/datastores/{datastore-id}/items/search", {
      params: { path: place },
      body: { page: 1, per_page: 5 },
    }),
  )
  expect("the list counts", typeof list === "object" && list.totalItems > 0)
  const refused = await client.GET("/applications/{project-id}/datastores", {
    params: { path: { "project-id": "NONE" } },
  })
  expect("an unknown application is refused", refused.response.status === 404)
  return 10
}

async function byHeyApi(): Promise<number> {
  const { token } = the("Login", await sdk.login({ client: createClient({ baseUrl }), body: mina }))
  const client = createClient({ baseUrl, auth: token })
  const { current_workspace_id: workspace } = the("GetUserInfo", await sdk.getUserInfo({ client }))
  the("GetWorkspaces", await sdk.getWorkspaces({ client }))
  the(
    "GetApplicationsAndDatastores",
    await sdk.getApplicationsAndDatastores({ client, path: { "workspace-id": workspace } }),
  )
  the("GetDatastores", await sdk.getDatastores({ client, path: { "project-id": "ORDERS" } }))
  the("GetDatastoreFields", await sdk.getDatastoreFields({ client, path: place }))
  const { item_id } = the(
    "CreateItem",
    await sdk.createItem({ client, path: place, body: { item: { Name: "Made by hey-api" } } }),
  )
  const details = the("GetItemDetails", await sdk.getItemDetails({ client, path: { ...place, "item-id": item_id } }))
  expect("the item is the one that was made", details.title.startsWith("Made by"))
  const list = the("ItemList", await sdk.itemList({ client, path: place, body: { page: 1, per_page: 5 } }))
  expect("the list counts", typeof list === "object" && list.totalItems > 0)
  const { response } = await sdk.getDatastores({ client, path: { "project-id": "NONE" } })
  expect("an unknown application is refused", response?.status === 404)
  return 10
}

process.stdout.write(`openapi-fetch: ${await byOpenapiFetch()} calls, hey-api: ${await byHeyApi()} calls\n`)
