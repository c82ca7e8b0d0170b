import type { Engine } from "../engine/engine.ts"
import type { Fault } from "../records/fault.ts"

/** A failure to plan for an operation (control.md section 3, "faults"). */
export type FaultPlan = Omit<Fault, "id" | "left" | "ordinal">

/**
 * Plans a failure of an operation, after those planned before (control.md section 3, "faults"). It draws nothing from the
 * world's random stream, so deleting the plans leaves the world exactly as it was.
 */
export const planFault = (engine: Engine, plan: FaultPlan): Promise<Fault> =>
  engine.commit("PlanFault", null, (tx) => {
    const { body, ...rest } = plan
    const ordinal =
      1 +
      Math.max(
        0,
        ...tx
          .table("faults")
          .toArray()
          .map((fault) => fault.ordinal),
      )
    return tx.put("faults", {
      id: `fault-${ordinal}`,
      ...rest,
      ...(body === undefined ? {} : { body }),
      left: plan.times,
      ordinal,
    })
  })
