import { utf8ToBytes } from "@noble/hashes/utils.js"
import { type FunctionPlace, requireCallableFunction } from "../../access/functions.ts"
import { process } from "../../engine/use-case.ts"
import { DomainError } from "../../error.ts"
import { failureText, runScript } from "../../scripts/run-script.ts"

export interface ExecuteFunction extends FunctionPlace {
  /** What `main` is called with. */
  readonly params: Readonly<Record<string, unknown>>
}

const MAX_RESULT_BYTES = 1_048_576

const stopped = (message: string) => new DomainError("PROCESS_STOPPED", "script", message)

/**
 * ExecuteFunction (api.md section 14): runs a stored function as the caller and answers what it came to, JSON of at most 1 MiB. Refuses
 * with PROCESS_STOPPED when it throws or is stopped; what its API calls did until then stays done.
 */
export const executeFunction = process({
  enter: requireCallableFunction,
  async run(entry, { params }: ExecuteFunction): Promise<unknown> {
    const { caller } = entry
    const { engine } = caller
    const { life } = engine
    const { fnId, code, pId } = entry.in(engine.view()).found
    // The world's stream moves on only where the call succeeds: a refused one must change nothing.
    const [seed = 0] = engine.state.scalars.random
    const { outcome } = await runScript(caller, code, params, {
      script: { kind: "function", id: fnId },
      pId,
      seed: seed >>> 0,
    })
    if (outcome.status !== "resolved") throw stopped(failureText(outcome))
    const result = outcome.value ?? null
    const size = utf8ToBytes(JSON.stringify(result)).length
    if (size > MAX_RESULT_BYTES) {
      throw stopped(`the function's result is ${size} bytes of JSON, more than the ${MAX_RESULT_BYTES} it may be`)
    }
    if (engine.life === life) await engine.commit("ExecuteFunction", caller, (tx) => void tx.newId())
    return result
  },
})
