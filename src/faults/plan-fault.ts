import type { Engine } from "../engine/engine.ts"
import { invalidParams } from "../error.ts"
import type { Fault } from "../records/fault.ts"

/** A failure to plan for an operation (control.md section 3, "faults"). */
export type FaultPlan = Omit<Fault, "id" | "left" | "ordinal">

/** The most faults of a world that are not used up. */
const MOST_PLANNED = 1000

/**
 * Plans a failure of an operation, after those planned before (control.md section 3, "faults"). It draws nothing from the
 * world's random stream, so deleting the plans leaves the world exactly as it was.
 */
export const planFault = (engine: Engine, plan: FaultPlan): Promise<Fault> =>
  engine.commit("PlanFault", null, (tx) => {
    const { body, task, ...rest } = plan
    const planned = tx.table("faults").toArray()
    if (planned.filter(({ left }) => left > 0).length >= MOST_PLANNED) {
      throw invalidParams(`there are ${MOST_PLANNED} faults that are not used up yet; delete some first`)
    }
    const ordinal = 1 + Math.max(0, ...planned.map((fault) => fault.ordinal))
    return tx.put("faults", {
      id: `fault-${ordinal}`,
      ...rest,
      ...(body === undefined ? {} : { body }),
      ...(task === undefined ? {} : { task }),
      left: plan.times,
      ordinal,
    })
  })
