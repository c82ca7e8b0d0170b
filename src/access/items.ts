import { DomainError, targetNotFound } from "../model/error.ts"
import type { Datastore } from "../records/datastore.ts"
import type { Item } from "../model/records/item.ts"
import { itemsTable } from "../state/tables.ts"
import type { View } from "../state/view.ts"
import type { Actor } from "./actor.ts"
import { seesItem } from "./may.ts"
import { findApplication, findDatastore } from "./places.ts"

/** An item of the datastore that the actor sees; a missing, deleted or invisible one is all the same. */
export function findVisibleItem(view: View, actor: Actor, datastore: Datastore, iId: string): Item | undefined {
  const item = view.get(itemsTable(datastore.dId), iId)
  return item !== undefined && seesItem(actor, item) ? item : undefined
}

/** Refuses an item that can't be read (errors.md section 3, "item read missing"). */
export const itemNotFound = (iId: string): DomainError =>
  targetNotFound("not found", { description: `item not found for i_id:${iId}`, referenceId: iId })

export function requireVisibleItem(view: View, actor: Actor, datastore: Datastore, iId: string): Item {
  const item = findVisibleItem(view, actor, datastore, iId)
  if (item === undefined) throw itemNotFound(iId)
  return item
}

/** Where an item is: its datastore, within an application or anywhere in the current workspace. */
export interface ItemPlace {
  /** The application, by its ID or display ID; absent: any that has the datastore. */
  readonly application?: string | undefined
  /** The datastore, by its ID or display ID. */
  readonly datastore: string
  /** ID of the item. */
  readonly itemId: string
}

/** The datastore of a place; one that is missing or hidden is answered as the missing item (api.md section 8). */
export function requireDatastoreOfItem(view: View, actor: Actor, place: ItemPlace): Datastore {
  const application = place.application === undefined ? undefined : findApplication(view, actor, place.application)
  const isLost = place.application !== undefined && application === undefined
  const datastore = isLost ? undefined : findDatastore(view, actor, place.datastore, application && { application })
  if (datastore === undefined) throw itemNotFound(place.itemId)
  return datastore
}

/** The main item of a write is missing, deleted or invisible. */
export const writtenItemNotFound = (iId: string): DomainError =>
  new DomainError("NOT_FOUND", "target", "target item was not found", {
    description: `item is not found for i_id:${iId}`,
  })

/** The item a request names; refuses one that is missing, deleted or invisible. Null sees everything. */
export function requireItem(view: View, actor: Actor | null, datastore: Datastore, iId: string): Item {
  const item = view.get(itemsTable(datastore.dId), iId)
  if (item === undefined || (actor !== null && !seesItem(actor, item))) throw writtenItemNotFound(iId)
  return item
}
