import { type NaturalValue, naturalValues, titleWithin } from "../../fields/index.ts"
import type { IId } from "../../model/index.ts"
import type { Datastore, Item } from "../../model/records/index.ts"
import { itemsTable, type View } from "../../state/index.ts"

/** An item with the values of all fields, including those that users may not see. */
export interface WholeItem {
  readonly itemId: IId
  readonly title: string
  /** Display ID of the item's status. Null if the datastore has no statuses. */
  readonly status: string | null
  /** Values of all non-empty fields by the field's display ID (model.md section 5.7). */
  readonly values: Readonly<Record<string, NaturalValue>>
}

/** Returns all items of a datastore in creation order, whatever their access keys. */
export const listAllItems = (view: View, datastore: Datastore): WholeItem[] =>
  view.all(itemsTable(datastore.dId)).map((item) => wholeItem(view, datastore, item))

export const wholeItem = (view: View, datastore: Datastore, item: Item): WholeItem => ({
  itemId: item.iId,
  title: titleWithin({ view, datastore, actor: null, ids: "display", numbers: "text" }, item),
  status: datastore.statuses.find(({ sId }) => sId === item.statusId)?.displayId ?? null,
  values: naturalValues(view, null, datastore, item),
})
