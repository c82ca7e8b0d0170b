import type { Engine } from "../engine/engine.ts"
import { byOrdinal } from "../order.ts"
import type { Fault } from "../records/fault.ts"

/** The fault that the operation meets: the oldest one left that fits. Counts as one use of it. */
export async function takeFault(engine: Engine, operation: string, behalf?: unknown): Promise<Fault | undefined> {
  const planned = engine.view().table("faults")
  if (planned.size === 0) return undefined
  return engine.commit("UseFault", { uId: null, behalf }, (tx) => {
    const fits = ({ operation: name, left }: Fault) => left > 0 && (name === "*" || name === operation)
    const fault = tx.table("faults").toArray().sort(byOrdinal).find(fits)
    if (fault !== undefined) tx.patch("faults", fault.id, { left: fault.left - 1 })
    return fault
  })
}
