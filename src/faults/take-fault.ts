import type { Engine } from "../engine/engine.ts"
import { byOrdinal } from "../order.ts"
import type { Fault } from "../records/fault.ts"

/** The most used up faults that are remembered; the oldest are forgotten. */
const MOST_USED = 100

/** The fault that the operation meets before it runs: the oldest one left that fits. Counts as one use of it. */
export async function takeFault(engine: Engine, operation: string, behalf?: unknown): Promise<Fault | undefined> {
  const planned = engine.view().table("faults")
  if (!planned.toArray().some(({ task }) => task === undefined)) return undefined
  return engine.commit("UseFault", { uId: null, behalf }, (tx) => {
    const fits = ({ operation: name, left, task }: Fault) =>
      task === undefined && left > 0 && (name === "*" || name === operation)
    const faults = tx.table("faults").toArray().sort(byOrdinal)
    const fault = faults.find(fits)
    if (fault === undefined) return undefined
    tx.patch("faults", fault.id, { left: fault.left - 1 })
    const used = faults.filter(({ id, left }) => left === 0 || (id === fault.id && left === 1))
    for (const { id } of used.slice(0, -MOST_USED)) tx.remove("faults", id)
    return fault
  })
}
