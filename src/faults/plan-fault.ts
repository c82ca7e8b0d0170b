import type { World } from "../world.ts"
import type { Fault } from "./model.ts"

export type FaultPlan = Omit<Fault, "id" | "left" | "ordinal">

/** Plans a failure of an operation, after those planned before (control.md section 3, faults). */
export const planFault = (world: World, plan: FaultPlan): Promise<Fault> =>
  world.commit("PlanFault", null, (tx) => {
    const { body, ...rest } = plan
    return tx.put("faults", {
      id: tx.newId(),
      ...rest,
      ...(body === undefined ? {} : { body }),
      left: plan.times,
      ordinal: tx.nextOrdinal(),
    })
  })
