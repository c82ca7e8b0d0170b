import { lookupOf, TITLE_KEY } from "../../../../src/fields/index.ts"
import { fieldKey, type LinkedDatastore, type LinkedItem, type LookupItems } from "../../../../src/items/index.ts"
import { type Lang, nameIn } from "../../../../src/model/index.ts"
import type { Field } from "../../../../src/model/records/index.ts"
import { FIELD_IN, presentSettings } from "../../../../src/model/settings/index.ts"
import {
  inOrder,
  type WireLinkedDatastores,
  type WireLinkedField,
  type WireLinkedItem,
} from "../../contract/item-shapes/links.ts"
import { presentSeconds } from "../instants.ts"

type Ids = "display" | "internal"

/** Returns the value of the key `title`: the value of a field with this display ID, or the item's title (model.md section 5.1). */
export const titleIn = <V>(values: Readonly<Record<string, V>>, title: string): V | string =>
  TITLE_KEY in values ? (values[TITLE_KEY] as V) : title

/** Builds a LinkedItem (model.md section 5.4) without the slow spread syntax (CONTRIBUTING.md, "spread"). */
export const presentLinkedItem = ({ item, pId, title, values, lookupItems }: LinkedItem): WireLinkedItem =>
  Object.assign({}, values, {
    created_at: presentSeconds(item.createdAt),
    created_by: item.createdBy,
    d_id: item.dId,
    i_id: item.iId,
    labels: "",
    links: "",
    p_id: pId,
    rev_no: String(item.revNo),
    status_id: item.statusId ?? "",
    title: titleIn(values, title),
    updated_at: presentSeconds(item.updatedAt),
    updated_by: item.updatedBy,
    lookup_items: lookupItems && presentLookupItems(lookupItems),
  } as const)

export const presentLookupItems = (items: LookupItems): Record<string, WireLinkedItem> =>
  Object.fromEntries(Object.entries(items).map(([key, item]) => [key, presentLinkedItem(item)]))

function presentLookup(field: Field): WireLinkedField["dslookup_info"] {
  const lookup = lookupOf(field)
  return lookup && { dslookup_datastore_id: lookup.dId, dslookup_field_id: lookup.fId, dslookup_project_id: lookup.pId }
}

const presentLinkedField = (field: Field, lang: Lang): WireLinkedField => ({
  ...inOrder({
    ...presentSettings(FIELD_IN.linked, field),
    dataType: field.dataType,
    display_id: field.displayId,
    f_id: field.fId,
    id: field.fId,
    name: nameIn(field.name, lang),
  }),
  dslookup_info: presentLookup(field),
})

/** Returns linked datastores by display ID. If a display ID occurs again, that datastore's key is its d_id. */
export function presentLinkedDatastores(
  linked: readonly LinkedDatastore[],
  ids: Ids,
  lang: Lang,
): WireLinkedDatastores {
  const result: WireLinkedDatastores = {}
  for (const { datastore, fields, items } of linked) {
    const key = ids === "display" && !Object.hasOwn(result, datastore.displayId) ? datastore.displayId : datastore.dId
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
