import type { Hono } from "hono"
import * as z from "zod"
import { byOrdinal, type Fault, type FaultPlan, invalidParams, planFault, targetNotFound } from "../../src/inside.ts"
import { lazy } from "../contract/shapes.ts"
import { operationOf, rows } from "../contract/table.ts"
import type { NamedWorld } from "../worlds/worlds.ts"
import { type ControlEnv, inWorld, takes, takesNothing } from "./control-env.ts"
import { answerWithList } from "./list-page.ts"
import { nearest } from "./nearest.ts"
import { presentFault } from "./presenters/faults.ts"

/** The longest delay; longer ones would outlive every client. */
const MAX_DELAY_MS = 600_000

/** Operations that leave tasks (api.md section 14, "GetTasks"). */
const TASK_OPERATIONS = ["SaveTemplate", "UploadTemplate", "ImportItems"]

const plan = lazy(() =>
  z
    .strictObject({
      operation: z.string(),
      times: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      delay_ms: z.number().min(0).max(MAX_DELAY_MS).optional(),
      status: z.number().int().min(200).max(599).optional(),
      body: z.unknown().optional(),
      disconnect: z.boolean().optional(),
      store_failure: z.enum(["rolled_back", "rollback_failed"]).optional(),
      task: z.enum(["ERROR", "DEAD"]).optional(),
    })
    .refine(
      ({ operation: _, times: __, ...does }) =>
        Object.values(does).some((value) => value !== undefined && value !== false),
      "a fault needs at least one of delay_ms, status, body, disconnect, store_failure, task",
    )
    .refine(
      ({ operation, times: _, task, ...does }) =>
        task === undefined ||
        ((operation === "*" || TASK_OPERATIONS.includes(operation)) &&
          Object.values(does).every((value) => value === undefined || value === false)),
      `task stands alone, and only ${TASK_OPERATIONS.join(", ")} leave tasks`,
    ),
)

/** Planned failures of operations (control.md section 3). */
export function faultRoutes(control: Hono<ControlEnv>): void {
  control.get("/worlds/:w/faults", inWorld, (context) =>
    answerWithList(context, "faults", listFaults(context.get("named")), presentFault),
  )
  control.post("/worlds/:w/faults", inWorld, takes(plan), async (context) => {
    const { operation, times, delay_ms, status, body, disconnect, store_failure, task } = context.get("body")
    requireOperation(operation)
    const wish: FaultPlan = {
      operation,
      times: times ?? 1,
      delayMs: delay_ms ?? null,
      status: status ?? null,
      body,
      disconnect: disconnect ?? false,
      storeFailure: store_failure ?? null,
      ...(task === undefined ? {} : { task }),
    }
    await planFault(context.get("named").world, wish)
    return answerWithList(context, "faults", listFaults(context.get("named")), presentFault)
  })
  control.delete("/worlds/:w/faults", inWorld, takesNothing, async (context) => {
    await context.get("named").world.commit("DeleteFaults", null, (tx) => {
      for (const { id } of tx.table("faults").toArray()) tx.remove("faults", id)
    })
    return answerWithList(context, "faults", listFaults(context.get("named")), presentFault)
  })
  control.delete("/worlds/:w/faults/:id", inWorld, takesNothing, async (context) => {
    const id = context.req.param("id")
    await context.get("named").world.commit("DeleteFault", null, (tx) => {
      if (!tx.remove("faults", id)) throw targetNotFound(`no fault ${JSON.stringify(id)}`)
    })
    return answerWithList(context, "faults", listFaults(context.get("named")), presentFault)
  })
}

const listFaults = ({ world }: NamedWorld): Fault[] => world.view().table("faults").toArray().sort(byOrdinal)

function requireOperation(name: string): void {
  const names = rows.map(([name]) => operationOf(name))
  if (name === "*" || names.some((known) => known === name)) return
  const guess = nearest(name, names)
  throw invalidParams(`no operation ${JSON.stringify(name)}${guess === undefined ? "" : `; did you mean ${guess}?`}`)
}
