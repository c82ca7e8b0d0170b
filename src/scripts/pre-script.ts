import type { Caller } from "../engine/caller.ts"
import { DomainError } from "../model/error.ts"
import { runScript, scriptPlaceOf } from "../items/scripts/run-script.ts"
import type { ScriptData } from "../items/scripts/script-data.ts"

/** A pre script that ended well. */
export interface PreResult {
  readonly result: unknown
  readonly logs: readonly string[]
}

/**
 * Runs a pre script, outside any transaction. Refuses with PROCESS_STOPPED when it rejects, throws or is stopped; the rejected
 * value goes along as `result`.
 */
export async function runPreScript(caller: Caller, code: string, data: ScriptData): Promise<PreResult> {
  const { outcome, logs } = await runScript(caller, code, data, scriptPlaceOf("pre_script", data))
  if (outcome.status === "resolved") return { result: outcome.value ?? null, logs }
  const result = outcome.status === "rejected" ? outcome.reason : outcome.message
  const isUnavailable = outcome.status === "stopped" && outcome.isUnavailable === true
  const why = isUnavailable ? outcome.message : "the pre script stopped the action"
  throw new DomainError("PROCESS_STOPPED", "script", why, { details: { result } })
}
