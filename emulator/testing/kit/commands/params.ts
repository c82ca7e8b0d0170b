import type { ModelItem } from "../model/model.ts"
import type { KitDatastore, KitField } from "../schema.ts"

/** Path parameters of operations on a datastore, a field, an item. */
export const datastoreParams = ({ appId, displayId }: KitDatastore) => ({
  "app-id": appId,
  "datastore-id": displayId,
})

export const fieldParams = (datastore: KitDatastore, field: KitField) => ({
  ...datastoreParams(datastore),
  "field-id": field.displayId,
})

export const itemParams = (item: ModelItem) => ({ ...datastoreParams(item.datastore), "item-id": item.iId })
