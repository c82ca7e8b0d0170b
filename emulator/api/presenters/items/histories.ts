import { nameIn } from "../../../../src/model/index.ts"
import type { HistoryEntry, ItemHistories } from "../../../../src/operations/index.ts"
import type { WireHistory } from "../../contract/item-shapes/histories.ts"

export function presentHistory(
  { history, isUnread, author, mediaLink, actionName }: HistoryEntry,
  at: number,
  { datastore, lang }: ItemHistories,
): WireHistory {
  const { action } = history
  return {
    history_id: history.historyId,
    comment: history.comment,
    display_order: at,
    is_unread: isUnread,
    created_at: history.createdAt,
    updated_at: history.updatedAt,
    updated_by: history.updatedBy ?? undefined,
    is_updated: history.isUpdated,
    datastore_id: datastore.dId,
    datastore_name: nameIn(datastore.name, lang),
    user_id: history.uId,
    username: author?.username ?? "",
    email: author?.email ?? "",
    media_link: mediaLink,
    ...(action === null
      ? {}
      : {
          action_id: action.aId,
          action_name: actionName === null ? "" : nameIn(actionName, lang),
          action_operation: action.operation,
          is_status_action: action.isStatusAction,
          transaction_id: history.transactionId,
        }),
  }
}
