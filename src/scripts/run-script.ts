import type { Caller } from "../engine/use-case.ts"
import type { ScriptOutcome } from "../ports/scripts.ts"

/** How deep scripts may nest: they may call the API, whose actions run scripts again (model.md section 9). */
const MAX_DEPTH = 5

export interface ScriptResult {
  readonly outcome: ScriptOutcome
  readonly logs: readonly string[]
}

/**
 * Runs a script as the caller, with `main(data)`. Never rejects; a script nested too deeply is stopped before it starts. `seed` is that
 * of its `Math.random`, by default drawn from the transaction it belongs to.
 */
export function runScript(
  caller: Caller,
  code: string,
  data: Readonly<Record<string, unknown>>,
  seed = Number.parseInt(String(data.trans_id).slice(0, 8), 16),
): Promise<ScriptResult> {
  const { engine, uId, wId, behalf } = caller
  const { life } = engine
  const depth = (caller.depth ?? 0) + 1
  if (depth > MAX_DEPTH) {
    const message = `scripts are nested deeper than ${MAX_DEPTH}`
    return Promise.resolve({ outcome: { status: "stopped", message }, logs: [] })
  }
  return engine.ports.scripts.run({
    code,
    data,
    nowMs: Date.parse(engine.now),
    depth,
    seed,
    callApi(method, uri, payload) {
      if (engine.apiCaller === null)
        return Promise.reject(new Error("this world has no API to call: make an app for it"))
      if (engine.life !== life) return Promise.reject(new Error("the world was replaced while the script ran"))
      return engine.apiCaller(engine, { method, uri, payload, depth, wId, behalf }, uId)
    },
  })
}

/** Why a script did not resolve, as a text. */
export function failureText(outcome: Exclude<ScriptOutcome, { status: "resolved" }>): string {
  if (outcome.status === "stopped") return outcome.message
  return typeof outcome.reason === "string" ? outcome.reason : JSON.stringify(outcome.reason)
}
