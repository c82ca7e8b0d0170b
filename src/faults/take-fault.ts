import { byOrdinal } from "../order.ts"
import type { Fault } from "../records/fault.ts"
import type { World } from "../world.ts"

/** The fault that an operation runs into now, used up by one: the oldest that fits and is left. */
export async function takeFault(world: World, operation: string): Promise<Fault | undefined> {
  const planned = world.view().table("faults")
  if (planned.size === 0) return undefined
  return world.commit("UseFault", null, (tx) => {
    const fits = ({ operation: name, left }: Fault) => left > 0 && (name === "*" || name === operation)
    const fault = tx.table("faults").toArray().sort(byOrdinal).find(fits)
    if (fault !== undefined) tx.patch("faults", fault.id, { left: fault.left - 1 })
    return fault
  })
}
