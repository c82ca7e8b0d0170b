import * as z from "zod"
import { holdsValues } from "../../../src/fields/index.ts"
import { type BrowsedItem, browseItems } from "../../../src/items/index.ts"
import { nameIn, targetNotFound } from "../../../src/model/index.ts"
import { itemsTable, type View } from "../../../src/state/index.ts"
import { answerOf, integer, internalId, listOf, millis, objectOf } from "../../api/index.ts"
import { listing } from "../paged-list.ts"
import { requireItem } from "../presenters/people.ts"
import { route } from "../route.ts"
import { wholeNumber } from "../shapes/query.ts"

const PAGE = 50
const MAX_ELEMENTS = 1000

const datastoreLine = answerOf(() => ({
  d_id: internalId().describe("Internal ID"),
  datastore_id: z.string().describe("Display ID"),
  name: z.string().describe("Name in the requested language"),
  p_id: internalId().describe("Internal ID of the application"),
  application_id: z.string().describe("Display ID of the application"),
  application: z.string().describe("Name of the application"),
  w_id: internalId().describe("Internal ID of the workspace"),
  workspace: z.string().describe("Name of the workspace"),
  items: integer().describe("Number of items in the datastore"),
}))

const browsedItem = answerOf(() => ({
  i_id: internalId().describe("Internal ID"),
  title: z.string().describe("Title of the item"),
  rev_no: integer().describe("Revision of the item"),
  created_at: millis().describe("Time of the item's creation"),
  updated_at: millis().describe("Time of the item's last write"),
  access_keys: integer().describe("Number of the item's access keys"),
  values: z.record(z.string(), z.unknown()).describe("Non-empty values by display ID of the field, as in item lists"),
}))

/** Converts an item for a response, with its non-empty values in list format by display ID. */
const presentBrowsedItem = ({ item, title, values }: BrowsedItem) => ({
  i_id: item.iId,
  title,
  rev_no: item.revNo,
  created_at: item.createdAt,
  updated_at: item.updatedAt,
  access_keys: item.accessKeys.length,
  values: Object.fromEntries([...values].map(([{ displayId }, shown]) => [displayId, shown])),
})

const linkTo = answerOf(() => ({
  i_id: internalId().describe("Internal ID of the linking item"),
  d_id: internalId().describe("Datastore of the linking item"),
  type: z.enum(["link", "lookup", "auto"]).describe("Origin of the link: a person, a lookup field or an auto link"),
  f_id: internalId().nullable().describe("The lookup field of the link; null for other links"),
}))

/** Routes that read a world's data (control.md section 3, "data"). */
export const dataRoutes = [
  route(
    "GET /worlds/:w/datastores",
    {
      readsVersions: true,
      name: "listDatastores",
      summary: "List all datastores of a world",
      anchor: "data",
      hasNames: true,
      answer: answerOf(() => ({ datastores: z.array(datastoreLine()).describe("The datastores") })),
      isList: true,
    },
    ({ view }) => listing("datastores", listDatastores(view()), (datastore) => datastore),
  ),
  route(
    "GET /worlds/:w/datastores/:d/items",
    {
      readsVersions: true,
      name: "browseItems",
      summary: "List the items of a datastore, regardless of access rights",
      anchor: "data",
      hasNames: true,
      params: { d: "Internal ID of the datastore" },
      query: objectOf(() => ({
        offset: wholeNumber().describe("Number of items to skip"),
        limit: wholeNumber().describe("Maximum number of items on the page. Default: 50, at most 1000"),
        text: z
          .string()
          .optional()
          .describe("Only items that have this text in a value, ignoring case and width, or this ID"),
      })),
      answer: answerOf(() => ({
        total: integer().describe("Number of matching items on all pages"),
        fields: listOf("Fields of the datastore that have values", {
          field_id: z.string().describe("Display ID"),
          name: z.string().describe("Name in the requested language"),
        }),
        items: z.array(browsedItem()).describe("Items of the page"),
      })),
    },
    ({ view: viewNow, params, query }) => {
      const view = viewNow()
      const datastore = view.get("datastores", params.d)
      if (datastore === undefined) throw targetNotFound(`the world has no datastore ${JSON.stringify(params.d)}`)
      const { total, items } = browseItems(view, datastore, {
        offset: query.offset ?? 0,
        limit: Math.min(query.limit ?? PAGE, MAX_ELEMENTS),
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
      readsVersions: true,
      name: "listLinksToItem",
      summary: "List the items that link to an item, regardless of access rights",
      anchor: "linked-from",
      params: { i: "Internal ID of the item" },
      answer: answerOf(() => ({ links: z.array(linkTo()).describe("Links to the item, in no particular order") })),
      isList: true,
    },
    ({ view: viewNow, params }) => {
      const view = viewNow()
      const { iId } = requireItem(view, params.i)
      return listing("links", view.list("links", "linksTo", iId), ({ fromIId, fromDId, type, fId }) => ({
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
  return view.all("datastores").map(({ dId, displayId, name, pId, wId }) => {
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
