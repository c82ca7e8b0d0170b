import { callsOf, sendCalls } from "./calls.ts"
import type { Step } from "./session.ts"
import type { ServedTarget } from "./targets.ts"

/**
 * Repeats the calls of a counterexample on a server, and writes the capsule of their world. Resolves to a line for the failure's message.
 * `place` distinguishes the file from those of other counterexamples.
 */
export async function writeCounterexample(
  open: () => Promise<ServedTarget>,
  steps: readonly Step[],
  place: string,
): Promise<string> {
  const { capsuleFileOf, capsuleLine } = await import("../runners/failure-capsule.ts")
  return capsuleLine(capsuleFileOf({ name: "counterexample", place }), async () => {
    const target = await open()
    try {
      await sendCalls(target, callsOf(steps))
      return await target.capsule()
    } finally {
      await target.close()
    }
  })
}
