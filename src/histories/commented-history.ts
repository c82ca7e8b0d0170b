import type { Actor } from "../access/actor.ts"
import { isApplicationAdmin } from "../access/may.ts"
import { requireDatastore } from "../access/places.ts"
import { DomainError } from "../error.ts"
import { requireVisibleItem } from "../items/find-item.ts"
import type { View } from "../state/view.ts"
import type { History } from "./model.ts"
import type { CommentedItem } from "./post-item-comment.ts"

export interface CommentedHistory extends CommentedItem {
  readonly historyId: string
}

/**
 * A history of a visible item, and what the actor is to it. A missing history is no missing item (errors.md section 6), so it is
 * refused like a missing place.
 */
export function requireHistory(
  view: View,
  actor: Actor,
  place: CommentedHistory,
): { readonly history: History; readonly isAuthor: boolean; readonly isAdmin: boolean } {
  const datastore = requireDatastore(view, actor, place)
  const item = requireVisibleItem(view, actor, datastore, place.itemId)
  const history = view.get("histories", place.historyId)
  if (history === undefined || history.iId !== item.iId) {
    throw new DomainError("NOT_FOUND", "place", `history not found: ${place.historyId}`)
  }
  const isAdmin = isApplicationAdmin(view, actor, datastore.pId)
  return { history, isAuthor: history.uId === actor.uId, isAdmin }
}
