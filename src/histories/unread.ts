import type { IId, UId } from "../model/ids.ts"
import type { History } from "../records/history.ts"
import type { View } from "../state/view.ts"

/** Which histories count (the `exclude_…_history` of api.md section 17.1). */
export interface HistoryFilter {
  /** Leaves out the entries that writes left. */
  readonly excludeActions?: boolean | undefined
  /** Leaves out comments. */
  readonly excludeComments?: boolean | undefined
}

export const passesFilter = ({ action }: History, { excludeActions, excludeComments }: HistoryFilter): boolean =>
  action === null ? excludeComments !== true : excludeActions !== true

/**
 * The histories of an item that a user has not fetched yet. What they wrote themselves is never unread (model.md section
 * 15).
 */
export function listUnread(view: View, uId: UId, iId: IId): History[] {
  if (view.table("histories").size === 0) return []
  const histories = view.list("histories", "historiesByItem", iId)
  const read = new Set(view.get("readMarks", `${iId}:${uId}`)?.historyIds)
  return histories.filter((history) => history.uId !== uId && !read.has(history.historyId))
}

export function countUnread(view: View, uId: UId, iId: IId, filter: HistoryFilter = {}): number {
  return listUnread(view, uId, iId).filter((history) => passesFilter(history, filter)).length
}
