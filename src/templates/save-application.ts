import type { Actor } from "../access/actor.ts"
import { seesItem } from "../access/may.ts"
import { listDatastores } from "../access/places.ts"
import { dumpApplicationFor } from "../fixture/dump/dump.ts"
import { References } from "../fixture/dump/dump-references.ts"
import { byOrdinal } from "../order.ts"
import type { Blobs } from "../ports/blobs.ts"
import type { Application } from "../records/application.ts"
import type { History } from "../records/history.ts"
import { defined } from "../sparse.ts"
import { itemsTable } from "../state/tables.ts"
import type { View } from "../state/view.ts"
import type { TemplateContent } from "./content.ts"
import type { TemplateHistory } from "./history-form.ts"

/** An application with the items that its saver sees, and their histories where these are asked for. Nobody holds its roles. */
export function saveApplication(
  view: View,
  actor: Actor,
  blobs: Blobs,
  application: Application,
  includeHistories: boolean,
): TemplateContent {
  const dumped = dumpApplicationFor(view, blobs, application, (item) => seesItem(actor, item))
  return {
    application: { ...dumped, roles: dumped.roles?.map(({ users: _, ...role }) => role) },
    histories: includeHistories ? listHistories(view, actor, application) : [],
  }
}

function listHistories(view: View, actor: Actor, { pId }: Application): TemplateHistory[] {
  const references = new References(view)
  const histories: History[] = []
  for (const { dId } of listDatastores(view, pId)) {
    view.table(itemsTable(dId)).forEach((item) => {
      if (seesItem(actor, item)) histories.push(...view.list("histories", "historiesByItem", item.iId))
    })
  }
  return histories.sort(byOrdinal).map((history) => writeHistory(references, history))
}

const writeHistory = (references: References, history: History): TemplateHistory =>
  defined({
    history_id: history.historyId,
    i_id: history.iId,
    user: references.user(history.uId),
    comment: history.comment,
    created_at: history.createdAt,
    updated_at: history.updatedAt,
    updated_by: history.updatedBy === null ? undefined : references.user(history.updatedBy),
    is_updated: history.isUpdated,
    action:
      history.action === null
        ? undefined
        : {
            a_id: history.action.aId,
            crud_type: history.action.operation,
            is_status_action: history.action.isStatusAction,
            is_changed: history.action.isChanged,
          },
    transaction_id: history.transactionId,
  })
