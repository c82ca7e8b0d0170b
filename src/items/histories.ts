import {
  type Actor,
  findVisibleItem,
  type ItemPlace,
  isApplicationAdmin,
  requireDatastore,
  requireVisibleItem,
} from "../access/index.ts"
import { DomainError, type IId, type UId } from "../model/index.ts"
import type { Datastore, History } from "../model/records/index.ts"
import type { View } from "../state/index.ts"

export interface CommentedHistory extends ItemPlace {
  readonly historyId: string
}

export interface CommentRights {
  readonly history: History
  readonly isAuthor: boolean
  readonly isAdmin: boolean
}

/** Datastore of a comment. `rights` is undefined if the item or the history entry is missing or invisible. */
export interface CommentEntry {
  readonly datastore: Datastore
  readonly rights: CommentRights | undefined
}

export function findHistory(view: View, actor: Actor, place: CommentedHistory): CommentEntry {
  const datastore = requireDatastore(view, actor, place)
  const item = findVisibleItem(view, actor, datastore, place.itemId)
  const history = item && view.get("histories", place.historyId)
  if (item === undefined || history?.iId !== item.iId || history.isArchived === true)
    return { datastore, rights: undefined }
  const isAuthor = history.uId === actor.uId
  return { datastore, rights: { history, isAuthor, isAdmin: isApplicationAdmin(view, actor, datastore.pId) } }
}

/** Throws NOT_FOUND if the history entry is missing. If the item is also missing, throws the item's error (errors.md section 6). */
export function requireHistory(view: View, actor: Actor, entry: CommentEntry, place: CommentedHistory): CommentRights {
  if (entry.rights !== undefined) return entry.rights
  requireVisibleItem(view, actor, entry.datastore, place.itemId)
  throw new DomainError("NOT_FOUND", "place", `history not found: ${place.historyId}`)
}

/** Selects history entries by kind (`exclude_…_history` in api.md section 17.1). */
export interface HistoryFilter {
  /** If true, leaves out the history entries of actions. */
  readonly excludeActions?: boolean | undefined
  readonly excludeComments?: boolean | undefined
}

export const passesFilter = ({ action }: History, { excludeActions, excludeComments }: HistoryFilter): boolean =>
  action === null ? excludeComments !== true : excludeActions !== true

/** Returns an item's history entries that are not archived. */
export const listHistories = (view: View, iId: IId): History[] =>
  view.list("histories", "historiesByItem", iId).filter(({ isArchived }) => isArchived !== true)

/** Returns an item's history entries that a user has not read. Users have always read their own entries (model.md section 15). */
export function listUnread(view: View, uId: UId, iId: IId): History[] {
  if (view.table("histories").size === 0) return []
  const histories = listHistories(view, iId)
  const read = new Set(view.get("readMarks", `${iId}:${uId}`)?.historyIds)
  return histories.filter((history) => history.uId !== uId && !read.has(history.historyId))
}

export function countUnread(view: View, uId: UId, iId: IId, filter: HistoryFilter = {}): number {
  return listUnread(view, uId, iId).filter((history) => passesFilter(history, filter)).length
}
