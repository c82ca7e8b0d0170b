import Papa from "papaparse"
import { fieldKey, type ItemLinks, type ItemListResult, type ListedItem } from "../../../src/index.ts"
import { presentSeconds } from "../instants.ts"
import { presentFieldDefinition } from "../workspace/field-definition.ts"
import { presentLookupItems } from "./linked-items.ts"

/** The answer of ItemList (api.md section 17.1); the field definitions are keyed as the items' values are. */
export function presentItemList(result: ItemListResult, options: { readonly fields: boolean }) {
  const { items, totalItems, fields, ids, numbers, lang } = result
  return {
    items: items.map((item) => presentListItem(item, numbers)),
    totalItems,
    ...(options.fields
      ? {
          fields: Object.fromEntries(
            fields.map((field) => [fieldKey(field, ids), presentFieldDefinition(field, lang)]),
          ),
        }
      : undefined),
  }
}

/**
 * ListItem of model.md section 5.3: its values, then what is known of the item itself. Members are added one by one
 * (performance.md, "spread").
 */
export function presentListItem(
  { item, pId, title, unread, values, links, lookupItems }: ListedItem,
  numbers: "text" | "number",
): object {
  const wire: Record<string, unknown> = Object.assign({}, values)
  wire.i_id = item.iId
  wire.d_id = item.dId
  wire.p_id = pId
  wire.title = title
  wire.status_id = item.statusId ?? ""
  wire.rev_no = numbers === "number" ? item.revNo : String(item.revNo)
  wire.unread = numbers === "number" ? unread : String(unread)
  wire.created_at = presentSeconds(item.createdAt)
  wire.created_by = item.createdBy
  wire.updated_at = presentSeconds(item.updatedAt)
  wire.updated_by = item.updatedBy
  if (links !== undefined) wire.item_links = presentItemLinks(links)
  if (lookupItems !== undefined) wire.lookup_items = presentLookupItems(lookupItems)
  return wire
}

const presentItemLinks = ({ datastores }: ItemLinks) => ({
  db_count: datastores.length,
  item_count: datastores.reduce((count, { items }) => count + items.length, 0),
  links: datastores.map(({ dId, items }) => ({
    d_id: dId,
    item_count: items.length,
    items: items.map(({ iId, type }) => ({ i_id: iId, type })),
  })),
})

/** The list as CSV: a column for each field shown in lists, values in list form (model.md section 16, "CSV export"). */
export function presentCsv({ items, fields, ids }: ItemListResult): string {
  const columns = fields.filter(({ showList }) => showList)
  const header = columns.map(({ displayId }) => displayId)
  const rows = items.map(({ values }) => columns.map((field) => values[fieldKey(field, ids)] ?? ""))
  return Papa.unparse([header, ...rows], { newline: "\n" })
}
