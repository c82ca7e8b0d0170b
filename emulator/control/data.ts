import type { Hono } from "hono"
import { browseItems, holdsValues, itemsTable, nameIn, targetNotFound, type View } from "../../src/inside.ts"
import { answerWith, type ControlEnv, inWorld } from "./control-env.ts"
import { answerWithList } from "./list-page.ts"
import { presentBrowsedItem } from "./presenters/browsed-items.ts"
import { queryCount } from "./query.ts"

const PAGE = 50
const LARGEST_PAGE = 1000

/** What a world holds, for looking at it: the dashboard's own reads beside control.md section 3. They change nothing. */
export function dataRoutes(control: Hono<ControlEnv>): void {
  control.get("/worlds/:w/datastores", inWorld, (context) =>
    answerWithList(context, "datastores", listDatastores(context.get("named").world.view()), (told) => told),
  )
  control.get("/worlds/:w/datastores/:d/items", inWorld, (context) => {
    const { req } = context
    const view = context.get("named").world.view()
    const datastore = view.get("datastores", req.param("d"))
    if (datastore === undefined) throw targetNotFound(`no datastore ${JSON.stringify(req.param("d"))}`)
    const { total, items } = browseItems(view, datastore, {
      offset: queryCount(req, "offset") ?? 0,
      limit: Math.min(queryCount(req, "limit") ?? PAGE, LARGEST_PAGE),
      text: req.query("text"),
    })
    const { lang } = view.scalars.settings
    return answerWith(context, {
      total,
      fields: datastore.fields
        .filter(holdsValues)
        .map(({ displayId, name }) => ({ field_id: displayId, name: nameIn(name, lang) })),
      items: items.map(presentBrowsedItem),
    })
  })
}

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
