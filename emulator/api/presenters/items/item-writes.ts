import type { BulkOutcome, CreatedItem, ExecutedAction, Finding, ItemResult, UpdatedItem } from "../../../../src/inside.ts"
import type {
  WireBulkOutcome,
  WireCreatedItem,
  WireExecutedAction,
  WireItemResult,
  WireUpdatedItem,
} from "../../../contract/item-shapes/writes.ts"
import { presentFindings } from "../../../presenters/findings.ts"
import { isLongJson, JsonParts } from "../../../presenters/json-pieces.ts"
import { JsonText, writeObject } from "../../../presenters/json-text.ts"

/**
 * ItemResult of model.md section 5.5. Written rather than made: an object of that many members costs more than all else that is
 * said of the item.
 */
function presentItemResult(result: ItemResult): JsonText | JsonParts {
  const { fields } = result
  const facts = presentFacts(result)
  if (isLongJson(fields) || isLongJson(facts)) return new JsonParts([{ ...fields, ...facts }])
  if (Object.keys(facts).some((name) => Object.hasOwn(fields, name))) return writeObject({ ...fields, ...facts })
  const values = JSON.stringify(fields)
  const rest = JSON.stringify(facts)
  return new JsonText(values === "{}" ? rest : `${values.slice(0, -1)},${rest.slice(1)}`)
}

/** What is said beside the values; it counts where a field goes by the same name. */
const presentFacts = ({ item, pId, wId, title, links }: ItemResult): WireItemResult => ({
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
  links: links.length === 0 ? undefined : links.map(({ dId, iIds }) => ({ d_id: dId, i_ids: [...iIds] })),
})

/** An answer whose item is written already. */
type WithWrittenItem<A> = A extends { item?: WireItemResult | undefined }
  ? Omit<A, "item"> & { item: JsonText | JsonParts | undefined }
  : A

const presentResults = ({ item, preResult, asResult }: CreatedItem) => ({
  item: item && presentItemResult(item),
  pre_result: preResult,
  as_result: asResult,
})

const presentFound = <S>(findings: readonly Finding[], success: S) =>
  findings.length === 0 ? success : presentFindings(findings)

/** In parts where the item is. */
function writeMembers(members: Readonly<Record<string, unknown>>): JsonText | JsonParts {
  const { item, ...others } = members
  if (!(item instanceof JsonParts)) return writeObject(members)
  return new JsonParts([new JsonText(`${writeObject(others).text.slice(0, -1)},"item":`), item, new JsonText("}")])
}

/** What was written, without its item, which is too long for an answer: the write is done and cannot be refused. */
export const withoutItem = <W extends WriteDone>(written: W): W => ({
  ...written,
  item: undefined,
  findings: [...written.findings, itemLeftOut(written.item?.item.iId ?? "")],
})

/** What a write did. */
export interface WriteDone {
  readonly findings: readonly Finding[]
  readonly item?: ItemResult
}

const itemLeftOut = (itemId: string): Finding => ({
  description: "item",
  error: "left out, as the answer would be longer than 64 MiB; the write is done",
  errorCode: "INVALID_PARAMS",
  errorLevel: "WARN",
  referenceId: itemId,
})

/** CreateItem's answer (api.md section 6.1). */
export const presentCreatedItem = (created: CreatedItem): JsonText | JsonParts => writeMembers(describeCreated(created))

const describeCreated = (created: CreatedItem): WithWrittenItem<WireCreatedItem> => ({
  error: presentFound(created.findings, null),
  history_id: created.historyId,
  item_id: created.itemId,
  ...presentResults(created),
})

/** What an answer without room for findings tells the request log (errors.md section 4). */
export const describeFindings = (findings: readonly Finding[]): string[] =>
  presentFindings(findings).map(({ error_level, error_code, description, error }) =>
    [error_level, error_code, description, ...(error === undefined ? [] : [`(${error})`])].join(" "),
  )

/** UpdateItem's answer (api.md section 6.2). */
export const presentUpdatedItem = (updated: UpdatedItem): JsonText | JsonParts => writeMembers(describeUpdated(updated))

const describeUpdated = (updated: UpdatedItem): WithWrittenItem<WireUpdatedItem> => ({
  error: presentFound(updated.findings, ""),
  itemHistory: presentItemHistory(updated),
  rev_no: { _id: updated.itemId, rev_no: updated.revNo },
  history_id: updated.historyId,
  item_id: updated.itemId,
  ...presentResults(updated),
})

function presentItemHistory({
  history,
  datastore,
  datastoreName,
  author,
  mediaLink,
}: UpdatedItem): WireUpdatedItem["itemHistory"] {
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
export const presentExecutedAction = (executed: ExecutedAction, withLogs: boolean): JsonText | JsonParts =>
  writeMembers({ ...describeExecuted(executed), actionscript_logs: withLogs ? executed.logs : undefined })

function describeExecuted(executed: ExecutedAction): WithWrittenItem<WireExecutedAction> {
  switch (executed.did) {
    case "create":
      return describeCreated(executed)
    case "update":
    case "copy":
      return describeUpdated(executed)
    case "delete":
      return { error: presentFound(executed.findings, "") }
  }
}

/** ExecuteBulkAction's answer (api.md section 18.3). */
export const presentBulkOutcome = ({ matched, processed, findings, hasError }: BulkOutcome): WireBulkOutcome => ({
  has_error: hasError,
  errors: presentFound(findings, undefined),
  result: { matched, processed },
})
