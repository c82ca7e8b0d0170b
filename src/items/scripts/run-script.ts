import type { Caller } from "../../engine/caller.ts"
import type { ScriptName } from "../../engine/script-runs.ts"
import type { PId } from "../../model/ids.ts"
import type { ScriptOutcome, ScriptRun, Scripts } from "../../ports/scripts.ts"
import type { ScriptData } from "./script-data.ts"

/** How deep scripts may nest: they may call the API, whose actions run scripts again (model.md section 9). */
const MAX_DEPTH = 5

/** Which script it is, and what it belongs to. */
interface ScriptPlace {
  readonly script: ScriptName
  readonly pId: PId
  /** Seed of its `Math.random`. */
  readonly seed: number
}

export interface ScriptResult {
  readonly outcome: ScriptOutcome
  readonly logs: readonly string[]
}

/** The action, the application of the item and the transaction that a script of an action belongs to. */
export const scriptPlaceOf = (
  kind: "pre_script" | "post_script",
  { a_id, p_id, trans_id }: ScriptData,
): ScriptPlace => ({
  script: { kind, id: a_id },
  pId: p_id,
  seed: Number.parseInt(trans_id.slice(0, 8), 16),
})

/**
 * Runs a script as the caller, with `main(data)`. Never rejects; a script nested too deeply is stopped before it starts. What it logged is
 * in the world's log of scripts once it has ended, and its end among the latest runs.
 */
export async function runScript(
  caller: Caller,
  code: string,
  data: Readonly<Record<string, unknown>>,
  { script, pId, seed }: ScriptPlace,
): Promise<ScriptResult> {
  const { engine, uId, wId, behalf } = caller
  const { life, now } = engine
  const depth = (caller.depth ?? 0) + 1
  if (depth > MAX_DEPTH) {
    const message = `scripts are nested deeper than ${MAX_DEPTH}`
    return { outcome: { status: "stopped", message }, logs: [] }
  }
  const ended = await runIn(engine.ports.scripts, {
    code,
    data,
    nowMs: Date.parse(now),
    depth,
    seed,
    callApi(method, uri, payload) {
      if (engine.apiCaller === null)
        return Promise.reject(new Error("this world has no API to call: make an app for it"))
      if (engine.life !== life) return Promise.reject(new Error("the world was replaced while the script ran"))
      return engine.apiCaller(engine, { method, uri, payload, depth, wId, behalf }, uId)
    },
  })
  if (engine.life === life) {
    const { outcome, logs: lines } = ended
    engine.scriptLog.add({ uId, pId, behalf, lines })
    const error = outcome.status === "resolved" ? null : failureText(outcome)
    engine.scriptRuns.add({ script, at: now, uId, behalf, error, lines })
  }
  return ended
}

/** A sandbox that fails, which it promises not to, has stopped the script: the item that the script came after is written. */
const runIn = async (scripts: Scripts, run: ScriptRun): Promise<ScriptResult> => {
  try {
    return await scripts.run(run)
  } catch (cause) {
    return { outcome: { status: "stopped", message: `the sandbox failed: ${String(cause)}` }, logs: [] }
  }
}

/** Why a script did not resolve, as a text: the message of what it threw, be it an Error or an object that has one. */
export function failureText(outcome: Exclude<ScriptOutcome, { status: "resolved" }>): string {
  if (outcome.status === "stopped") return outcome.message
  const { reason } = outcome
  if (typeof reason === "string") return reason
  const hasMessage = typeof reason === "object" && reason !== null && "message" in reason
  return hasMessage && typeof reason.message === "string" ? reason.message : JSON.stringify(reason)
}
