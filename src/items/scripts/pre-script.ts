import type { Actor } from "../../access/index.ts"
import type { Caller } from "../../engine/index.ts"
import { DomainError } from "../../model/index.ts"
import type { Item } from "../../model/records/index.ts"
import { textDigest, type View } from "../../state/index.ts"
import type { WriteOptions } from "../writing/write-input.ts"
import type { MainWrite } from "../writing/write-request.ts"
import { runScript, type ScriptReturn, scriptPlaceOf } from "./run-script.ts"
import { type ScriptData, scriptData } from "./script-data.ts"

export interface PreScriptRun {
  readonly code: string
  readonly data: ScriptData
  readonly transactionId: string
  readonly revNo: number
  /** Ordinal (creation number) of the next record before the script runs. Later history entries have this ordinal or a higher one. */
  readonly ordinal: number
}

export function preparePreScript(
  view: View,
  actor: Actor,
  main: MainWrite,
  code: string,
  options: WriteOptions,
): PreScriptRun {
  const { datastore, action, target, resolved } = main
  const iId = target?.iId ?? main.iId ?? ""
  // The transaction ID is derived, because drawing a random ID would change the world even if the action then fails.
  const seed = [...view.scalars.random, view.scalars.nextOrdinal, action.aId, iId, actor.uId, view.now].join()
  const transactionId = textDigest(seed).slice(0, 24)
  const data = scriptData(view, {
    actor,
    datastore,
    action,
    item: target,
    iId,
    historyId: "",
    transactionId,
    comment: options.comment ?? "",
    asParams: options.asParams,
    given: resolved.given,
  })
  return { code, data, transactionId, revNo: target?.revNo ?? 0, ordinal: view.scalars.nextOrdinal }
}

/** Returns whether other users changed the item during the pre script. Imports write no history, so `updatedBy` is compared first. */
export const isChangedByOthers = (view: View, { uId }: Actor, target: Item | null, before: PreScriptRun): boolean =>
  target !== null &&
  target.revNo !== before.revNo &&
  (target.updatedBy !== uId ||
    view
      .list("histories", "historiesByItem", target.iId)
      .some((history) => history.ordinal >= before.ordinal && history.action !== null && history.uId !== uId))

/** Runs a pre script outside any transaction. If the script fails, throws PROCESS_STOPPED with the reason. */
export async function runPreScript(caller: Caller, code: string, data: ScriptData): Promise<ScriptReturn> {
  const { outcome, logs } = await runScript(caller, code, data, scriptPlaceOf("pre_script", data))
  if (outcome.status === "resolved") return { result: outcome.value ?? null, logs }
  const result = outcome.status === "rejected" ? outcome.reason : outcome.message
  const isUnavailable = outcome.status === "stopped" && outcome.isUnavailable === true
  const why = isUnavailable ? outcome.message : "the pre script stopped the action"
  throw new DomainError("PROCESS_STOPPED", "script", why, { details: { result } })
}
