import type { Actor } from "../../access/index.ts"
import { fieldPlanOf, InvalidValue, type PlannedField, titleOf, valueIn } from "../../fields/index.ts"
import { type AId, defined, type Instant, nameIn, type PId } from "../../model/index.ts"
import type { Action, Author, Datastore, Item } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { linkedIdsOf } from "../links/linked-items.ts"

export interface ScriptSubject {
  readonly actor: Actor
  readonly datastore: Datastore
  readonly action: Action
  /** Stored item, or null before a new item is written. */
  readonly item: Item | null
  /** ID of the item. Empty before a new item is written. */
  readonly iId: string
  /** ID of the write's history entry. Empty in a pre script. */
  readonly historyId: string
  readonly transactionId: string
  readonly comment: string
  readonly asParams?: Readonly<Record<string, unknown>> | undefined
  /** Values in the request. Only given for pre scripts. */
  readonly given?: ReadonlyMap<PlannedField, { readonly input: unknown }>
}

export interface ScriptData extends Record<string, unknown> {
  readonly p_id: PId
  readonly a_id: AId
  readonly i_id: string
  readonly trans_id: string
}

/** Formats a time as `YYYY/MM/DD hh:mm:ss` in UTC. */
const toDisplayTime = (at: Instant): string => at.slice(0, 19).replaceAll("-", "/").replace("T", " ")

const nameOf = (view: View, author: Author): string =>
  author === "IMPORT" ? author : (view.get("users", author)?.username ?? "")

/**
 * Creates the object `data` for scripts and webhooks (model.md section 9). Contains values of hidden fields, because administrators write
 * the scripts. Its keys are the API's wire names.
 */
export function scriptData(view: View, subject: ScriptSubject): ScriptData {
  const { actor, datastore, action, item, asParams } = subject
  const { lang } = view.settings
  const { user } = actor
  return {
    u_id: user.uId,
    user_name: user.username,
    email: user.email,
    created_by: item === null ? user.username : nameOf(view, item.createdBy),
    updated_by: item === null ? user.username : nameOf(view, item.updatedBy),
    created_at: toDisplayTime(item?.createdAt ?? view.now),
    updated_at: toDisplayTime(item?.updatedAt ?? view.now),
    w_id: datastore.wId,
    p_id: datastore.pId,
    d_id: datastore.dId,
    d_disp_id: datastore.displayId,
    i_id: subject.iId,
    title: item === null ? "" : titleOf(view, item),
    status_id: item?.statusId ?? "",
    statuses: Object.fromEntries(
      datastore.statuses.map(({ sId, displayId, name, color, sortId }) => [
        sId,
        { s_id: sId, status_id: displayId, name: nameIn(name, lang), color, order: sortId },
      ]),
    ),
    history_id: subject.historyId,
    trans_id: subject.transactionId,
    fields_data: fieldsData(view, subject),
    actions: Object.fromEntries(
      datastore.actions.map(({ aId, displayId, name, crudType }) => [
        aId,
        { a_id: aId, action_id: displayId, name: nameIn(name, lang), crud_type: crudType },
      ]),
    ),
    item_links: linkedIdsOf(view, null, subject.iId as Item["iId"]).map(({ dId, iIds }) => ({
      d_id: dId,
      i_ids: iIds,
    })),
    a_id: action.aId,
    comment: subject.comment,
    ...defined({ as_params: asParams }),
  }
}

function fieldsData(view: View, { datastore, item, given }: ScriptSubject): Record<string, unknown> {
  const { lang } = view.settings
  const data: Record<string, unknown> = {}
  for (const planned of fieldPlanOf(datastore).fields) {
    const { field, from } = planned
    if (from === "nowhere") continue
    const stored = item === null ? undefined : valueIn(item, field)
    data[field.displayId] = {
      f_id: field.fId,
      display_id: field.displayId,
      value: stored ?? null,
      ...((from === "input" || from === "status") && given?.has(planned)
        ? { uncommitted_value: proposedValue(planned, datastore, given.get(planned)?.input) }
        : {}),
      dataType: field.dataType,
      name: nameIn(field.name, lang),
    }
  }
  return data
}

/** Converts an input to its stored form. Returns an invalid input unchanged, because the write rejects it after the script. */
function proposedValue({ field, type }: PlannedField, datastore: Datastore, input: unknown): unknown {
  const value = type.parse(input, field, datastore)
  return value instanceof InvalidValue ? input : value
}
