import { listDatastores } from "../access/places.ts"
import { readInstant } from "../calendar/instants.ts"
import type { AId, DId, IId, Instant } from "../ids.ts"
import type { Application } from "../records/application.ts"
import { itemsTable } from "../state/tables.ts"
import type { Tx } from "../state/tx.ts"
import { badArchive } from "./archive.ts"
import type { Surroundings } from "./fit-content.ts"
import type { TemplateHistory } from "./history-form.ts"

/** Puts the histories of a template's items, once these are there. */
export function restoreHistories(
  tx: Tx,
  { pId }: Application,
  histories: readonly TemplateHistory[],
  around: Surroundings,
): void {
  const placeOf = new Map<string, DId>()
  for (const { dId } of listDatastores(tx, pId)) {
    tx.table(itemsTable(dId)).forEach(({ iId }) => void placeOf.set(iId, dId))
  }
  histories.forEach((history, at) => {
    const fail = (problem: string) => badArchive(`histories.ndjson line ${at + 1}: ${problem}`)
    const placed = placeOf.get(history.i_id)
    if (placed === undefined) throw fail(`unknown item: ${history.i_id}`)
    const instant = (text: string): Instant => {
      const read = readInstant(text)
      if (read === undefined) throw fail(`expected an ISO 8601 instant, not ${JSON.stringify(text)}`)
      return read
    }
    restoreHistory(tx, placed, history, around, instant)
  })
}

function restoreHistory(
  tx: Tx,
  dId: DId,
  { action, ...history }: TemplateHistory,
  { findUser, heir }: Surroundings,
  instant: (text: string) => Instant,
): void {
  tx.put("histories", {
    historyId: tx.newId(),
    iId: history.i_id as IId,
    dId,
    uId: findUser(history.user) ?? heir,
    comment: history.comment,
    createdAt: instant(history.created_at),
    updatedAt: instant(history.updated_at),
    updatedBy: history.updated_by === undefined ? null : (findUser(history.updated_by) ?? heir),
    isUpdated: history.is_updated,
    action:
      action === undefined
        ? null
        : {
            aId: action.a_id as AId,
            operation: action.crud_type,
            isStatusAction: action.is_status_action,
            isChanged: action.is_changed,
          },
    transactionId: history.transaction_id,
    ordinal: tx.nextOrdinal(),
  })
}
