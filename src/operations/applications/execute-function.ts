import { utf8ToBytes } from "@noble/hashes/utils.js"
import * as z from "zod"
import { requireCallableFunction } from "../../access/index.ts"
import { process } from "../../engine/index.ts"
import { failureText, requireApp, runScript } from "../../items/index.ts"
import { DomainError } from "../../model/index.ts"
import { anyObject } from "../../model/input/index.ts"
import { applicationPlace } from "../places.ts"

const MAX_RESULT_BYTES = 1_048_576

const stoppedError = (message: string) => new DomainError("PROCESS_STOPPED", "script", message)

/**
 * Runs an application's stored function as the caller. The result is JSON of at most 1 MiB. Throws PROCESS_STOPPED if the function throws
 * or is stopped. Changes that it made by API calls remain. (api.md section 14)
 */
export const executeFunction = process({
  name: "ExecuteFunction",
  summary: "Runs a stored function of an application",
  input: () => ({
    ...applicationPlace(),
    function: z.string().describe("The function, by display or internal ID"),
    params: anyObject().describe("The argument of the function's main"),
  }),
  place: ["application", "function"],
  authorize: requireCallableFunction,
  errors: { script: {} },
  async execute(call, { params }): Promise<unknown> {
    const { caller } = call
    const { engine } = caller
    const { generation } = engine
    const { fnId, code, pId } = call.in(engine.view()).granted
    requireApp(engine, { code, enabled: true })
    // Reads the world's random state without advancing it, because a refused call must change nothing.
    const [seed = 0] = engine.state.scalars.random
    const { outcome } = await runScript(caller, code, params, {
      script: { kind: "function", id: fnId },
      pId,
      seed: seed >>> 0,
    })
    if (outcome.status !== "resolved") throw stoppedError(failureText(outcome))
    const result = outcome.value ?? null
    const size = utf8ToBytes(JSON.stringify(result)).length
    if (size > MAX_RESULT_BYTES) {
      throw stoppedError(`expected a result of at most ${MAX_RESULT_BYTES} bytes of JSON, received ${size} bytes`)
    }
    if (engine.generation === generation) await engine.commit("ExecuteFunction", caller, (tx) => void tx.newId())
    return result
  },
})
