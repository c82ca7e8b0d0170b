import { type Caller, type Engine, ScriptChain, type ScriptName, type ScriptResult } from "../../engine/index.ts"
import { DomainError, type PId } from "../../model/index.ts"
import type { Script } from "../../model/records/index.ts"
import type { ScriptOutcome, ScriptRun, Scripts } from "../../ports/index.ts"
import type { ScriptData } from "./script-data.ts"

/** Result and log lines of a script. The result is null if the engine did not wait for the script. */
export interface ScriptReturn {
  readonly result: unknown
  readonly logs: readonly string[]
}

interface ScriptPlace {
  readonly script: ScriptName
  readonly pId: PId
  /** Seed of `Math.random` in the script. */
  readonly seed: number
}

export const scriptPlaceOf = (
  kind: "pre_script" | "post_script",
  { a_id, p_id, trans_id }: ScriptData,
): ScriptPlace => ({
  script: { kind, id: a_id },
  pId: p_id,
  seed: Number.parseInt(trans_id.slice(0, 8), 16),
})

const NEEDS_APP = "callAPIAsync needs an app: createApp({ world })"

/** Throws if an enabled script contains `callAPIAsync`, but the world has no API (model.md section 9). */
export function requireApp(
  { apiCaller }: Engine,
  ...scripts: readonly (Pick<Script, "code" | "enabled"> | null)[]
): void {
  const isCalling = scripts.some((script) => script?.enabled === true && script.code.includes("callAPIAsync"))
  if (apiCaller !== null || !isCalling) return
  throw new DomainError("INVALID_SETTINGS", "settings", NEEDS_APP)
}

/** Runs the script's function `main(data)` as the caller and logs the result. Never rejects. Stops a script that exceeds its limits. */
export async function runScript(
  caller: Caller,
  code: string,
  data: Readonly<Record<string, unknown>>,
  { script, pId, seed }: ScriptPlace,
): Promise<ScriptResult> {
  const { engine, uId, wId, cause } = caller
  const { generation, now } = engine
  const scripts = new ScriptChain(caller.scripts ?? new ScriptChain())
  const { depth, request } = scripts
  const run = { code, data, nowMs: Date.parse(now), depth, request, seed }
  const ended = await scripts.run(engine.ports.wallClock, (timeMs) =>
    runIn(engine.ports.scripts, {
      ...run,
      timeMs,
      async callApi(method, uri, payload) {
        if (engine.apiCaller === null) throw new Error(NEEDS_APP)
        if (engine.generation !== generation) throw new Error("the world was replaced while the script ran")
        scripts.countCall()
        return engine.apiCaller(engine, { method, uri, payload, scripts, wId, cause }, uId)
      },
    }),
  )
  if (engine.generation === generation) {
    const { outcome, logs: lines } = ended
    engine.scriptLog.add({ uId, pId, cause, lines })
    const error = outcome.status === "resolved" ? null : failureText(outcome)
    engine.scriptRuns.add({ script, at: now, uId, cause, error, lines })
  }
  return ended
}

/** Runs a script. Returns "stopped" if the sandbox rejects, because the item may already be written and the caller must not fail. */
const runIn = async (scripts: Scripts, run: ScriptRun): Promise<ScriptResult> => {
  try {
    return await scripts.run(run)
  } catch (cause) {
    return { outcome: { status: "stopped", message: `the sandbox failed: ${String(cause)}` }, logs: [] }
  }
}

/** Returns the reason of a script's failure as text. For a thrown Error or an object with a message, returns the message. */
export function failureText(outcome: Exclude<ScriptOutcome, { status: "resolved" }>): string {
  if (outcome.status === "stopped") return outcome.message
  const { reason } = outcome
  if (typeof reason === "string") return reason
  const hasMessage = typeof reason === "object" && reason !== null && "message" in reason
  return hasMessage && typeof reason.message === "string" ? reason.message : JSON.stringify(reason)
}
