import { misshapen, requireWords } from "../../src/words.ts"
import type { WireClient } from "../wire-client.ts"
import { flatOperations } from "./flat-operations.ts"

type Calls = Readonly<Record<string, (input: unknown) => Promise<unknown>>>

/** The operations in flat words, as those of `world.as`: what they don't know is refused, and what they fail at by its form is told. */
export function inFlatWords(api: WireClient): Calls {
  // Which operation is called is known to its caller, not here.
  const calls = flatOperations(api) as unknown as Calls
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      async (input: unknown) => {
        requireWords(name, input)
        try {
          return await call(input)
        } catch (error) {
          const told = error instanceof TypeError ? misshapen(name, input) : null
          throw told === null ? error : new TypeError(told, { cause: error })
        }
      },
    ]),
  )
}
