import type { RepeatableCall } from "../engine/index.ts"
import type { Explanation } from "../model/index.ts"
import { type ExplainedState, explain } from "./explain.ts"
import { TriedCall } from "./tried-call.ts"
import { callOf, type WantedItem } from "./wants.ts"

/** Explains a call of this process. */
export const explainCall = (ground: ExplainedState, call: RepeatableCall): Promise<Explanation> =>
  explain(ground, new TriedCall(call))

/** Explains whether a user may do something with an item. Rejects for an unknown user, item or action. */
export async function explainWanted(ground: ExplainedState, user: string, wanted: WantedItem): Promise<Explanation> {
  const fork = ground.fork()
  try {
    return await explainCall(ground, callOf(fork.view(), user, wanted))
  } finally {
    ground.release(fork)
  }
}
