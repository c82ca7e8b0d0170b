import type { Actor } from "../access/actor.ts"
import { findVisibleItem, requireVisibleItem } from "../access/items.ts"
import { isApplicationAdmin } from "../access/may.ts"
import { requireDatastore } from "../access/places.ts"
import { DomainError } from "../model/error.ts"
import type { Datastore } from "../records/datastore.ts"
import type { History } from "../records/history.ts"
import type { View } from "../state/view.ts"

/** An item whose histories are meant; application and datastore by display or internal ID. */
export interface CommentedItem {
  /** The application, by its ID or display ID. */
  readonly application: string
  /** The datastore, by its ID or display ID. */
  readonly datastore: string
  /** ID of the item. */
  readonly itemId: string
}

export interface CommentedHistory extends CommentedItem {
  /** ID of the entry of its history. */
  readonly historyId: string
}

/** A history of a visible item, and the actor's part in it. */
export interface CommentRights {
  readonly history: History
  readonly isAuthor: boolean
  readonly isAdmin: boolean
}

/** Where a comment is looked for; without rights the item or its history is missing or invisible. */
export interface CommentEntry {
  readonly datastore: Datastore
  readonly rights: CommentRights | undefined
}

/** Refuses a place that is not found. */
export function findHistory(view: View, actor: Actor, place: CommentedHistory): CommentEntry {
  const datastore = requireDatastore(view, actor, place)
  const item = findVisibleItem(view, actor, datastore, place.itemId)
  const history = item && view.get("histories", place.historyId)
  if (item === undefined || history?.iId !== item.iId) return { datastore, rights: undefined }
  const isAuthor = history.uId === actor.uId
  return { datastore, rights: { history, isAuthor, isAdmin: isApplicationAdmin(view, actor, datastore.pId) } }
}

/** A missing history is not a missing item (errors.md section 6): it is refused like a missing place. */
export function requireHistory(view: View, actor: Actor, entry: CommentEntry, place: CommentedHistory): CommentRights {
  if (entry.rights !== undefined) return entry.rights
  requireVisibleItem(view, actor, entry.datastore, place.itemId)
  throw new DomainError("NOT_FOUND", "place", `history not found: ${place.historyId}`)
}
