import { browseItems, itemsTable, nameIn, targetNotFound, type View } from "../../src/index.ts"
import { presentBrowsedItem } from "../presenters/control/browsed-items.ts"
import { queryCount } from "./query.ts"
import { type ControlRoute, route } from "./route.ts"

const PAGE = 50
const LARGEST_PAGE = 1000

/** What a world holds, for looking at it: the dashboard's own reads beside control.md section 3. They change nothing. */
export const dataRoutes: readonly ControlRoute[] = [
  route("GET", "/worlds/:w/datastores", ({ named }) => ({ datastores: listDatastores(named.world.view()) })),
  route("GET", "/worlds/:w/datastores/:d/items", ({ named, params, query }) => {
    const view = named.world.view()
    const datastore = view.get("datastores", params.d ?? "")
    if (datastore === undefined) throw targetNotFound(`no datastore ${JSON.stringify(params.d)}`)
    const { total, items } = browseItems(view, datastore, {
      offset: queryCount(query, "offset") ?? 0,
      limit: Math.min(queryCount(query, "limit") ?? PAGE, LARGEST_PAGE),
      text: query.get("text") ?? undefined,
    })
    const { lang } = view.scalars.settings
    return {
      total,
      fields: datastore.fields
        .filter(({ dataType }) => dataType !== "label" && dataType !== "separator")
        .map(({ displayId, name }) => ({ field_id: displayId, name: nameIn(name, lang) })),
      items: items.map(presentBrowsedItem),
    }
  }),
]

function listDatastores(view: View) {
  const { lang } = view.scalars.settings
  return view
    .table("datastores")
    .toArray()
    .map(({ dId, displayId, name, pId, wId }) => ({
      d_id: dId,
      datastore_id: displayId,
      name: nameIn(name, lang),
      application: nameIn(view.expect("applications", pId).name, lang),
      workspace: view.expect("workspaces", wId).name,
      items: view.table(itemsTable(dId)).size,
    }))
}
