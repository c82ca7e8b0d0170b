import type { Actor } from "../access/actor.ts"
import { isApplicationAdmin } from "../access/may.ts"
import { requireDatastore } from "../access/places.ts"
import { DomainError } from "../error.ts"
import { findVisibleItem, requireVisibleItem } from "../items/reading/find-item.ts"
import type { CommentedItem } from "../operations/histories/post-item-comment.ts"
import type { History } from "../records/history.ts"
import type { View } from "../state/view.ts"

export interface CommentedHistory extends CommentedItem {
  readonly historyId: string
}

/** A history of a visible item, and the actor's part in it. */
export interface CommentRights {
  readonly history: History
  readonly isAuthor: boolean
  readonly isAdmin: boolean
}

/** Refuses a place that is not found; undefined when the item or its history is missing or invisible. */
export function findHistory(view: View, actor: Actor, place: CommentedHistory): CommentRights | undefined {
  const datastore = requireDatastore(view, actor, place)
  const item = findVisibleItem(view, actor, datastore, place.itemId)
  const history = item && view.get("histories", place.historyId)
  if (item === undefined || history?.iId !== item.iId) return undefined
  return {
    history,
    isAuthor: history.uId === actor.uId,
    isAdmin: isApplicationAdmin(view, actor, datastore.pId),
  }
}

/** A missing history is not a missing item (errors.md section 6): it is refused like a missing place. */
export function requireHistory(view: View, actor: Actor, place: CommentedHistory): CommentRights {
  const found = findHistory(view, actor, place)
  if (found !== undefined) return found
  requireVisibleItem(view, actor, requireDatastore(view, actor, place), place.itemId)
  throw new DomainError("NOT_FOUND", "place", `history not found: ${place.historyId}`)
}
