import type { Engine } from "../engine/engine.ts"
import { answersItself, Disconnect, plannedAnswer, plannedRefusal } from "./planned-failure.ts"
import { takeFault } from "./take-fault.ts"

/** Answers with no body at all. */
const BODILESS: readonly number[] = [204, 205, 304]

/**
 * Runs an operation that is called in process into the fault that is planned for it, if any (control.md section 3, "faults"): what a
 * client would be refused with is thrown, a planned answer below 400 is answered as it is.
 */
export async function meetFault(engine: Engine, operation: string, run: () => Promise<unknown>): Promise<unknown> {
  if ((engine.state.tables.get("faults")?.size ?? 0) === 0) return run()
  const fault = await takeFault(engine, operation)
  if (fault === undefined) return run()
  const { delayMs, storeFailure } = fault
  if (delayMs !== null) await new Promise<void>((resolve) => void engine.ports.timer.after(delayMs, resolve))
  if (fault.disconnect) throw new Disconnect()
  if (answersItself(fault)) {
    const { status, body } = plannedAnswer(fault)
    if (status >= 400) throw plannedRefusal(fault)
    return BODILESS.includes(status) ? undefined : body
  }
  if (storeFailure === null) return run()
  const takeBack = engine.storeFailures.plan(operation, storeFailure)
  try {
    return await run()
  } finally {
    takeBack()
  }
}
