import type { ItemResult } from "../../../../src/items/index.ts"
import { type Finding, presentFindings } from "../../../../src/model/index.ts"
import type { CreatedItem, ExecutedAction, UpdatedItem } from "../../../../src/operations/index.ts"
import { anyJsonReply, MAX_ANSWER_BYTES, type Reply } from "../../../wire/index.ts"
import type { WireItemTitle } from "../../contract/item-shapes/title.ts"
import type {
  WireCreatedItem,
  WireExecutedAction,
  WireItemResult,
  WireUpdatedItem,
} from "../../contract/item-shapes/writes.ts"
import { titleIn } from "./linked-items.ts"

/** Returns the reply to a finished write. If the reply is too long, leaves out the item instead of returning an error. */
export const writtenReply = <W extends WriteDone>(written: W, present: (written: W) => unknown): Reply =>
  anyJsonReply(200, present(written), {
    most: MAX_ANSWER_BYTES,
    beyond: () => JSON.stringify(present(withoutItem(written))),
  })

/** Presents the properties that the results of all writes share. */
export const presentItemProperties = ({ item, pId, wId, title, fields }: Omit<ItemResult, "links">) => ({
  i_id: item.iId,
  d_id: item.dId,
  p_id: pId,
  w_id: wId,
  title: titleIn(fields, title) as WireItemTitle,
  rev_no: item.revNo,
  status_id: item.statusId ?? "",
  created_at: item.createdAt,
  created_by: item.createdBy,
  updated_at: item.updatedAt,
  updated_by: item.updatedBy,
})

/** Builds an ItemResult without the slow spread syntax (CONTRIBUTING.md, "spread"). */
const presentItemResult = (result: ItemResult): WireItemResult => {
  const { fields, links } = result
  return Object.assign({}, fields, presentItemProperties(result), {
    links: links.length === 0 ? undefined : links.map(({ dId, iIds }) => ({ d_id: dId, i_ids: [...iIds] })),
  })
}

const presentResults = ({ item, preResult, asResult }: CreatedItem) => ({
  item: item && presentItemResult(item),
  pre_result: preResult,
  as_result: asResult,
})

export const presentFound = <S>(findings: readonly Finding[], success: S) =>
  findings.length === 0 ? success : presentFindings(findings)

const withoutItem = <W extends WriteDone>(written: W): W => ({
  ...written,
  item: undefined,
  findings: [...written.findings, itemLeftOut(written.item?.item.iId ?? "")],
})

interface WriteDone {
  readonly findings: readonly Finding[]
  readonly item?: ItemResult | null
}

const itemLeftOut = (itemId: string): Finding => ({
  description: "item",
  error: "omitted because the response would be longer than 64 MiB; the item was written",
  errorCode: "INVALID_PARAMS",
  errorLevel: "WARN",
  referenceId: itemId,
})

export const presentCreatedItem = (created: CreatedItem): WireCreatedItem => ({
  error: presentFound(created.findings, null),
  history_id: created.historyId,
  item_id: created.itemId,
  ...presentResults(created),
})

/** Formats findings for the request log, for responses that cannot contain findings (errors.md section 4). */
export const describeFindings = (findings: readonly Finding[]): string[] =>
  presentFindings(findings).map(({ error_level, error_code, description, error }) =>
    [error_level, error_code, description, ...(error === undefined ? [] : [`(${error})`])].join(" "),
  )

export const presentUpdatedItem = (updated: UpdatedItem): WireUpdatedItem => ({
  error: presentFound(updated.findings, ""),
  itemHistory: presentItemHistory(updated),
  rev_no: { _id: updated.itemId, rev_no: updated.revNo },
  history_id: updated.historyId,
  item_id: updated.itemId,
  ...presentResults(updated),
})

export function presentItemHistory({
  history,
  datastore,
  datastoreName,
  author,
  mediaLink,
}: Pick<
  UpdatedItem,
  "history" | "datastore" | "datastoreName" | "author" | "mediaLink"
>): WireUpdatedItem["itemHistory"] {
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

export const presentExecutedAction = (executed: ExecutedAction, withLogs: boolean): WireExecutedAction =>
  Object.assign(presentExecuted(executed), { actionscript_logs: withLogs ? [...executed.logs] : undefined })

function presentExecuted(executed: ExecutedAction): WireExecutedAction {
  switch (executed.did) {
    case "create":
      return presentCreatedItem(executed)
    case "update":
    case "copy":
      return presentUpdatedItem(executed)
    case "delete":
      return { error: presentFound(executed.findings, "") }
  }
}
