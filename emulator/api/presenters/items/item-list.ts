import { fieldKey, type ItemLinks, type ItemListResult, type ListedItem } from "../../../../src/items/index.ts"
import type { WireListItem } from "../../contract/item-shapes/search.ts"
import type { WireItemList } from "../../contract/item-shapes/search-answers.ts"
import { csvPieces } from "../../csv/csv-pieces.ts"
import { presentSeconds } from "../instants.ts"
import { presentFieldDefinition } from "../workspace/field-definition.ts"
import { presentLookupItems, titleIn } from "./linked-items.ts"

/** Builds the response of ItemList (api.md section 17.1). Field definitions have the same keys as item values. */
export function presentItemList(
  { items, totalItems, fields, ids, numbers, lang }: ItemListResult,
  options: { readonly fields: boolean },
): WireItemList {
  const definitions = () => fields.map((field) => [fieldKey(field, ids), presentFieldDefinition(field, lang)] as const)
  return {
    items: items.map((item) => presentListItem(item, numbers)),
    totalItems,
    fields: options.fields ? Object.fromEntries(definitions()) : undefined,
  }
}

/** Builds a ListItem (model.md section 5.3) without the slow spread syntax (CONTRIBUTING.md, "spread"). */
export const presentListItem = (
  { item, pId, title, unread, values, links, lookupItems }: ListedItem,
  numbers: "text" | "number",
): WireListItem =>
  Object.assign({}, values, {
    i_id: item.iId,
    d_id: item.dId,
    p_id: pId,
    title: titleIn(values, title),
    status_id: item.statusId ?? "",
    rev_no: numbers === "number" ? item.revNo : String(item.revNo),
    unread: numbers === "number" ? unread : String(unread),
    created_at: presentSeconds(item.createdAt),
    created_by: item.createdBy,
    updated_at: presentSeconds(item.updatedAt),
    updated_by: item.updatedBy,
    item_links: links && presentItemLinks(links),
    lookup_items: lookupItems && presentLookupItems(lookupItems),
  })

const presentItemLinks = ({ datastores }: ItemLinks): NonNullable<WireListItem["item_links"]> => ({
  db_count: datastores.length,
  item_count: datastores.reduce((count, { items }) => count + items.length, 0),
  links: datastores.map(({ dId, items }) => ({
    d_id: dId,
    item_count: items.length,
    items: items.map(({ iId, type }) => ({ i_id: iId, type })),
  })),
})

/** Yields CSV in pieces. Each field shown in lists has a column (model.md section 16, "CSV export"). */
export function presentCsv({ items, fields, ids, fileNames }: ItemListResult): Generator<string> {
  const columns = fields.filter(({ showList }) => showList)
  const header = columns.map(({ displayId }) => displayId)
  const cells = columns.map((field) => {
    const key = fieldKey(field, ids)
    if (field.dataType === "file") return ({ item }: ListedItem) => fileNames(item, field)
    return ({ values }: ListedItem) => values[key] ?? ""
  })
  return csvPieces(header, items, (listed) => cells.map((cell) => cell(listed)))
}
