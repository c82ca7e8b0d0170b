import type { BulkOutcome, CreatedItem, ExecutedAction, Finding, ItemResult, UpdatedItem } from "../../src/index.ts"
import { presentFinding } from "./findings.ts"

/** ItemResult of model.md section 5.5. */
export const presentItemResult = ({ item, pId, wId, title, fields, links }: ItemResult) => ({
  ...fields,
  i_id: item.iId,
  d_id: item.dId,
  p_id: pId,
  w_id: wId,
  title,
  rev_no: item.revNo,
  status_id: item.statusId ?? "",
  created_at: item.createdAt,
  created_by: item.createdBy,
  updated_at: item.updatedAt,
  updated_by: item.updatedBy,
  ...(links.length === 0 ? {} : { links: links.map(({ dId, iIds }) => ({ d_id: dId, i_ids: iIds })) }),
})

const presentResults = ({ item, preResult, asResult }: CreatedItem) => ({
  ...(item === undefined ? {} : { item: presentItemResult(item) }),
  ...(preResult === undefined ? {} : { pre_result: preResult }),
  ...(asResult === undefined ? {} : { as_result: asResult }),
})

const presentFindings = <S>(findings: readonly Finding[], success: S) =>
  findings.length === 0 ? success : findings.map(presentFinding)

/** CreateItem's answer (api.md section 6.1). */
export const presentCreatedItem = (created: CreatedItem) => ({
  error: presentFindings(created.findings, null),
  history_id: created.historyId,
  item_id: created.itemId,
  ...presentResults(created),
})

/** UpdateItem's answer (api.md section 6.2). */
export const presentUpdatedItem = (updated: UpdatedItem) => ({
  error: presentFindings(updated.findings, ""),
  itemHistory: presentItemHistory(updated),
  rev_no: { _id: updated.itemId, rev_no: updated.revNo },
  history_id: updated.historyId,
  item_id: updated.itemId,
  ...presentResults(updated),
})

function presentItemHistory({ history, datastore, datastoreName, author, mediaLink }: UpdatedItem) {
  return {
    IsChanged: history.action?.isChanged ?? false,
    UserObjID: "",
    action_id: history.action?.aId ?? "",
    comment: history.comment,
    created_at: history.createdAt,
    datastore_id: datastore.dId,
    datastore_name: datastoreName,
    display_order: 0,
    email: author.email,
    history_id: history.historyId,
    i_id: history.iId,
    is_fetchreplymail: false,
    is_notify: false,
    item_id: history.iId,
    media_link: mediaLink,
    post_for_rel: false,
    post_mode: "",
    project_id: datastore.pId,
    transaction_id: history.transactionId,
    updated_at: history.updatedAt,
    user_id: author.uId,
    username: author.username,
    workspace_id: datastore.wId,
  }
}

/** ExecuteAction's answer, by what the action did (api.md section 18.1). */
export function presentExecutedAction(executed: ExecutedAction, withLogs: boolean) {
  const logs = withLogs ? { actionscript_logs: executed.logs } : {}
  switch (executed.did) {
    case "create":
      return { ...presentCreatedItem(executed), ...logs }
    case "update":
    case "copy":
      return { ...presentUpdatedItem(executed), ...logs }
    case "delete":
      return { error: "", ...logs }
  }
}

/** ExecuteBulkAction's answer (api.md section 18.3). */
export const presentBulkOutcome = ({ matched, processed, findings, hasError }: BulkOutcome) => ({
  has_error: hasError,
  ...(findings.length === 0 ? {} : { errors: findings.map(presentFinding) }),
  result: { matched, processed },
})
