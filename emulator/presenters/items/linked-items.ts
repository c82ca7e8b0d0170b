import { type Field, fieldKey, type Lang, type LinkedDatastore, type LinkedItem, nameIn } from "../../../src/index.ts"
import { presentSeconds } from "../instants.ts"

type Ids = "display" | "internal"

/**
 * LinkedItem and lookup_item (model.md section 5.4): the values, then what is known of the item itself. Members are added one
 * by one (performance.md, "spread").
 */
export function presentLinkedItem({ item, pId, title, values, lookupItems }: LinkedItem): object {
  const wire: Record<string, unknown> = Object.assign({}, values)
  wire.created_at = presentSeconds(item.createdAt)
  wire.created_by = item.createdBy
  wire.d_id = item.dId
  wire.i_id = item.iId
  wire.labels = ""
  wire.links = ""
  wire.p_id = pId
  wire.rev_no = String(item.revNo)
  wire.status_id = item.statusId ?? ""
  wire.title = title
  wire.updated_at = presentSeconds(item.updatedAt)
  wire.updated_by = item.updatedBy
  if (lookupItems !== undefined) wire.lookup_items = presentLookupItems(lookupItems)
  return wire
}

export const presentLookupItem = presentLinkedItem

export function presentLookupItems(items: Readonly<Record<string, LinkedItem>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(items).map(([key, item]) => [key, presentLookupItem(item)]))
}

/** LinkedFieldDef of api.md section 8. */
const presentLinkedField = (field: Field, lang: Lang) => ({
  as_title: field.asTitle,
  dataType: field.dataType,
  display_id: field.displayId,
  f_id: field.fId,
  fieldIndex: field.fieldIndex,
  full_text: field.fullText,
  hideOnInput: field.hideOnInput,
  id: field.fId,
  name: nameIn(field.name, lang),
  search: field.search,
  show_list: field.showList,
  status: field.status,
  title_order: field.titleOrder,
  unique: field.unique,
  ...(field.dslookup === undefined
    ? {}
    : {
        dslookup_info: {
          dslookup_datastore_id: field.dslookup.dId,
          dslookup_field_id: field.dslookup.fId,
          dslookup_project_id: field.dslookup.pId,
        },
      }),
})

/**
 * The linked datastores by their IDs. Two of different applications may have one display ID: then the first one keeps it and
 * the other is found under its d_id, so that none is lost.
 */
export function presentLinkedDatastores(linked: readonly LinkedDatastore[], ids: Ids, lang: Lang) {
  const result: Record<string, unknown> = {}
  for (const { datastore, fields, items } of linked) {
    const key = ids === "display" && !(datastore.displayId in result) ? datastore.displayId : datastore.dId
    result[key] = {
      d_id: datastore.dId,
      ds_name: nameIn(datastore.name, lang),
      display_id: datastore.displayId,
      fields: Object.fromEntries(fields.map((field) => [fieldKey(field, ids), presentLinkedField(field, lang)])),
      items: items.map(presentLinkedItem),
    }
  }
  return result
}
