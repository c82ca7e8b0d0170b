import * as z from "zod"
import { browseItems, holdsValues, itemsTable, nameIn, targetNotFound, type View } from "../../../src/inside.ts"
import { answer, integer, internalId, lazy, millis } from "../../contract/shapes.ts"
import { listing } from "../paged-list.ts"
import { presentBrowsedItem } from "../presenters/browsed-items.ts"
import { findItem } from "../presenters/people.ts"
import { route } from "../route.ts"
import { wholeNumber } from "../shapes/query.ts"

const PAGE = 50
const LARGEST_PAGE = 1000

const datastoreLine = lazy(() =>
  answer({
    d_id: internalId().describe("Internal ID"),
    datastore_id: z.string().describe("Display ID"),
    name: z.string().describe("Name in the world's language"),
    p_id: internalId().describe("Internal ID of its application"),
    application_id: z.string().describe("Display ID of its application"),
    application: z.string().describe("Name of its application"),
    w_id: internalId().describe("Internal ID of its workspace"),
    workspace: z.string().describe("Name of its workspace"),
    items: integer().describe("How many items it holds"),
  }),
)

const browsedItem = lazy(() =>
  answer({
    i_id: internalId().describe("Internal ID"),
    title: z.string().describe("Title, as the API shows it"),
    rev_no: integer().describe("Revision"),
    created_at: millis().describe("When it was created"),
    updated_at: millis().describe("When it was last written"),
    access_keys: integer().describe("How many access keys it carries"),
    values: z.record(z.string(), z.unknown()).describe("Filled values by display ID of the field, in list form"),
  }),
)

const linkTo = lazy(() =>
  answer({
    i_id: internalId().describe("The item that links to it"),
    d_id: internalId().describe("Datastore of that item"),
    type: z.enum(["link", "lookup", "auto"]).describe("What made the link: a person, a lookup field or an auto link"),
    f_id: internalId().nullable().describe("The field that keeps it; null: none does"),
  }),
)

/** What a world holds, for looking at it (control.md section 3, "data"). They change nothing. */
export const dataRoutes = [
  route(
    "GET /worlds/:w/datastores",
    {
      name: "listDatastores",
      summary: "All datastores of a world",
      anchor: "data",
      answer: lazy(() => answer({ datastores: z.array(datastoreLine()).describe("The datastores") })),
      isList: true,
    },
    ({ named }) => listing("datastores", listDatastores(named.world.view()), (told) => told),
  ),
  route(
    "GET /worlds/:w/datastores/:d/items",
    {
      name: "browseItems",
      summary: "Items of a datastore, whoever may see them",
      anchor: "data",
      params: { d: "Internal ID of the datastore" },
      query: lazy(() =>
        z.object({
          offset: wholeNumber().describe("How many items to leave out"),
          limit: wholeNumber().describe("At most so many: 50 unless given, 1000 at most"),
          text: z.string().optional().describe("Only items with this text in a value"),
        }),
      ),
      answer: lazy(() =>
        answer({
          total: integer().describe("How many items fit"),
          fields: z
            .array(
              answer({
                field_id: z.string().describe("Display ID"),
                name: z.string().describe("Name in the world's language"),
              }),
            )
            .describe("The fields that hold values"),
          items: z.array(browsedItem()).describe("The page"),
        }),
      ),
    },
    ({ named, params, query }) => {
      const view = named.world.view()
      const datastore = view.get("datastores", params.d)
      if (datastore === undefined) throw targetNotFound(`no datastore ${JSON.stringify(params.d)}`)
      const { total, items } = browseItems(view, datastore, {
        offset: query.offset ?? 0,
        limit: Math.min(query.limit ?? PAGE, LARGEST_PAGE),
        text: query.text,
      })
      const { lang } = view.scalars.settings
      return {
        total,
        fields: datastore.fields
          .filter(holdsValues)
          .map(({ displayId, name }) => ({ field_id: displayId, name: nameIn(name, lang) })),
        items: items.map(presentBrowsedItem),
      }
    },
  ),
  route(
    "GET /worlds/:w/items/:i/linked-from",
    {
      name: "listLinksToItem",
      summary: "The items that link to an item, whoever may see them",
      anchor: "linked-from",
      params: { i: "Internal ID of the item" },
      answer: lazy(() => answer({ links: z.array(linkTo()).describe("The links, in no order") })),
      isList: true,
    },
    ({ named, params }) => {
      const view = named.world.view()
      const item = findItem(view, params.i)
      if (item === undefined) throw targetNotFound(`no item ${JSON.stringify(params.i)}`)
      return listing("links", view.list("links", "linksTo", item.iId), ({ fromIId, fromDId, type, fId }) => ({
        i_id: fromIId,
        d_id: fromDId,
        type,
        f_id: fId,
      }))
    },
  ),
] as const

function listDatastores(view: View) {
  const { lang } = view.scalars.settings
  return view
    .table("datastores")
    .toArray()
    .map(({ dId, displayId, name, pId, wId }) => {
      const application = view.expect("applications", pId)
      return {
        d_id: dId,
        datastore_id: displayId,
        name: nameIn(name, lang),
        p_id: pId,
        application_id: application.displayId,
        application: nameIn(application.name, lang),
        w_id: wId,
        workspace: view.expect("workspaces", wId).name,
        items: view.table(itemsTable(dId)).size,
      }
    })
}
