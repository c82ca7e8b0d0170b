import type { Engine } from "../engine/engine.ts"
import { invalidParams } from "../model/error.ts"
import type { Fault } from "../records/fault.ts"

/** A failure to plan for an operation (control.md section 3, "faults"). */
export type FaultPlan = Omit<Fault, "id" | "left" | "ordinal">

/** The most faults of a world that are not used up. */
const MOST_PLANNED = 1000
/** What their bodies may be together, in characters of JSON. */
const MOST_HELD = 16_777_216

const weights = new WeakMap<object, number>()

/** How long the body of a fault is. */
function weightOf({ body }: Pick<Fault, "body">): number {
  if (typeof body === "string") return body.length
  if (typeof body !== "object" || body === null) return 0
  const known = weights.get(body) ?? JSON.stringify(body).length
  weights.set(body, known)
  return known
}

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
    const held = planned.reduce((sum, fault) => sum + weightOf(fault), weightOf(plan))
    if (held > MOST_HELD)
      throw invalidParams("the bodies of all faults are longer than 16 Mi characters; delete some first")
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
