import type { ModelItem } from "../model/model.ts"
import type { KitDatastore } from "../schema.ts"

export const datastoreParams = ({ appId, displayId }: KitDatastore) => ({
  "app-id": appId,
  "datastore-id": displayId,
})

export const itemParams = (item: ModelItem) => ({ ...datastoreParams(item.datastore), "item-id": item.iId })
