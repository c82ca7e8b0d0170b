/**
 * Compares the processor time of GraphQL requests, as the JavaScript SDK sends them, with the REST requests of the same effect. Both go
 * through the whole app, without a socket.
 */
import { createApp } from "../../emulator/index.ts"
import { atMostTimes, nanosecondsAwaited, report } from "../measure.ts"
import { dealIds, makeWorld, newDeal, TOKEN } from "../worlds.ts"

const ITEMS = 10_000
const ROUND = 60
const DATASTORE = { project_id: "CRM", datastore_id: "Deals" }
const PATH = "/api/v0/applications/CRM/datastores/Deals/items"

const LIST = `mutation DatastoreGetDatastoreItems($getItemsParameters: GetItemsParameters!, $datastoreId: String!, $projectId: String) {
  datastoreGetDatastoreItems(getItemsParameters: $getItemsParameters, datastoreId: $datastoreId, projectId: $projectId) {
    items
    totalItems
  }
}`
const DETAILS = `query GetDatastoreItemDetails($datastoreId: String!, $itemId: String!, $projectId: String, $datastoreItemDetailParams: DatastoreItemDetailParams) {
  getDatastoreItemDetails(datastoreId: $datastoreId, itemId: $itemId, projectId: $projectId, datastoreItemDetailParams: $datastoreItemDetailParams) {
    title rev_no field_values status_list item_actions status_actions status_order status_action_order item_action_order
  }
}`
const CREATE = `mutation DatastoreCreateNewItem($newItemActionParameters: NewItemActionParameters!, $datastoreId: String!, $projectId: String!) {
  datastoreCreateNewItem(newItemActionParameters: $newItemActionParameters, datastoreId: $datastoreId, projectId: $projectId) {
    error history_id item_id item
  }
}`
const PARAMETERS = {
  page: 1,
  per_page: 100,
  use_display_id: true,
  include_links: true,
  include_lookups: true,
  return_number_value: true,
}

const app = createApp({ world: await makeWorld(ITEMS) })
const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" }

async function send(path: string, method: string, body?: object): Promise<void> {
  const given = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const response = await app.fetch(new Request(`http://localhost${path}`, given))
  const text = await response.text()
  if (response.status !== 200 || text.includes('"errors":['))
    throw new Error(`${response.status} ${text.slice(0, 500)}`)
}

const graphql = (query: string, variables: object) => () => send("/graphql", "POST", { query, variables })
const place = { datastoreId: "Deals", projectId: "CRM" }
const ids = dealIds(ITEMS)
const details = { use_display_id: true, return_number_value: true, include_lookups: true }

/** Measures both requests in turns, so that a busy machine slows both, and returns the least ratio. */
async function compareTimes(
  what: string,
  viaGraphql: () => Promise<void>,
  viaRest: () => Promise<void>,
  times: number,
) {
  let least = atMostTimes(what, 1, 0, times)
  for (let round = 0; round < 3; round += 1) {
    const rest = await nanosecondsAwaited(ROUND, viaRest)
    const line = atMostTimes(what, await nanosecondsAwaited(ROUND, viaGraphql), rest, times)
    if ((line.ratio ?? 0) < (least.ratio ?? 0)) least = line
  }
  return least
}

report([
  await compareTimes(
    "datastoreGetDatastoreItems, page of 100, against ItemList",
    graphql(LIST, { ...place, getItemsParameters: { ...PARAMETERS, format: "map" } }),
    () => send(`${PATH}/search`, "POST", { ...DATASTORE, ...PARAMETERS }),
    1.6,
  ),
  await compareTimes(
    "datastoreCreateNewItem against CreateItem",
    () => graphql(CREATE, { ...place, newItemActionParameters: { item: newDeal().item, return_item_result: true } })(),
    () => send(`${PATH}/new`, "POST", { item: newDeal().item, return_item_result: true }),
    1.5,
  ),
  await compareTimes(
    "getDatastoreItemDetails against GetItemDetails",
    () => graphql(DETAILS, { ...place, itemId: ids(), datastoreItemDetailParams: details })(),
    () => send(`${PATH}/details/${ids()}?use_display_id=true&return_number_value=true&include_lookups=true`, "GET"),
    2,
  ),
])
