import type { NaturalValue } from "../fields/types/field-type.ts"
import { naturalValues } from "../fields/natural-values.ts"
import { titleWithin } from "../fields/title.ts"
import type { IId } from "../model/ids.ts"
import type { Datastore } from "../records/datastore.ts"
import type { Item } from "../model/records/item.ts"
import { itemsTable } from "../state/tables.ts"
import type { View } from "../state/view.ts"

/** An item as it is, whoever may see it. */
export interface WholeItem {
  /** ID of the item. */
  readonly itemId: IId
  /** Its title. */
  readonly title: string
  /** Display ID of its status; null where the datastore has none. */
  readonly status: string | null
  /** By display ID, of all fields that hold values (model.md section 5.7). */
  readonly values: Readonly<Record<string, NaturalValue>>
}

/** All items of a datastore, in the order they were made. */
export const listAllItems = (view: View, datastore: Datastore): WholeItem[] =>
  view
    .table(itemsTable(datastore.dId))
    .toArray()
    .map((item) => wholeItem(view, datastore, item))

/** An item as it is, whoever may see it. */
export const wholeItem = (view: View, datastore: Datastore, item: Item): WholeItem => ({
  itemId: item.iId,
  title: titleWithin({ view, datastore, actor: null, ids: "display", numbers: "text" }, item),
  status: datastore.statuses.find(({ sId }) => sId === item.statusId)?.displayId ?? null,
  values: naturalValues(view, null, datastore, item),
})

/** The datastores that references by display or internal ID mean: in any application where none is named. */
export function findDatastores(view: View, datastore: string, application?: string): Datastore[] {
  const isMeant = (one: { readonly displayId: string }, id: string, reference: string) =>
    id === reference || one.displayId === reference
  return view
    .table("datastores")
    .toArray()
    .filter((one) => {
      if (!isMeant(one, one.dId, datastore)) return false
      return application === undefined || isMeant(view.expect("applications", one.pId), one.pId, application)
    })
}
