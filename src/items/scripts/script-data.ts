import type { Actor } from "../../access/actor.ts"
import { fieldPlanOf, type PlannedField } from "../../fields/field-plan.ts"
import { Unfit } from "../../fields/types/field-type.ts"
import { titleWithin } from "../../fields/title.ts"
import { valueIn } from "../../fields/value-in.ts"
import type { AId, Instant, PId } from "../../model/ids.ts"
import { linkedIdsOf } from "../../links/linked-ids.ts"
import { nameIn } from "../../model/names.ts"
import type { Action, Datastore } from "../../records/datastore.ts"
import type { Author, Item } from "../../model/records/item.ts"
import type { View } from "../../state/view.ts"

/** The run that a script or webhook is told about. */
export interface ScriptSubject {
  readonly actor: Actor
  readonly datastore: Datastore
  readonly action: Action
  /** The item as it is stored; null before a new one is written. */
  readonly item: Item | null
  /** `""` before a new item is written. */
  readonly iId: string
  /** `""` in a pre script. */
  readonly historyId: string
  readonly transactionId: string
  readonly comment: string
  readonly asParams?: Readonly<Record<string, unknown>> | undefined
  /** Pre scripts: what is about to be written. */
  readonly given?: ReadonlyMap<PlannedField, unknown>
}

/** The `data` of scripts and webhooks. */
export interface ScriptData extends Record<string, unknown> {
  readonly p_id: PId
  readonly a_id: AId
  readonly i_id: string
  readonly trans_id: string
}

/** `YYYY/MM/DD hh:mm:ss`, UTC. */
const toDisplayTime = (at: Instant): string => at.slice(0, 19).replaceAll("-", "/").replace("T", " ")

const nameOf = (view: View, author: Author): string =>
  author === "IMPORT" ? author : (view.get("users", author)?.username ?? "")

/**
 * The `data` of scripts and webhooks (model.md section 9). It is made here in the service's own names, because scripts are
 * written against them and run inside the engine.
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
    title: item === null ? "" : titleWithin({ view, datastore, actor, ids: "internal", numbers: "text" }, item),
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
    item_links: linkedIdsOf(view, actor, subject.iId as Item["iId"]).map(({ dId, iIds }) => ({
      d_id: dId,
      i_ids: iIds,
    })),
    a_id: action.aId,
    comment: subject.comment,
    ...(asParams === undefined ? {} : { as_params: asParams }),
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
        ? { uncommitted_value: proposed(planned, datastore, given.get(planned)) }
        : {}),
      dataType: field.dataType,
      name: nameIn(field.name, lang),
    }
  }
  return data
}

/** The stored form of an input, or the input itself if it is not valid: it will be refused after the script has run. */
function proposed({ field, kind }: PlannedField, datastore: Datastore, input: unknown): unknown {
  const value = kind.parse(input, field, datastore)
  return value instanceof Unfit ? input : value
}
