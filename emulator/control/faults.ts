import * as z from "zod"
import { byOrdinal, type Fault, type FaultPlan, invalidParams, planFault, targetNotFound } from "../../src/index.ts"
import { lazy } from "../contract/shapes.ts"
import { operationOf, rows } from "../contract/table.ts"
import { presentFault } from "../presenters/control/faults.ts"
import type { NamedWorld } from "../worlds.ts"
import { nearest } from "./nearest.ts"
import { bodyRoute, type ControlRoute, route } from "./route.ts"

/** The longest delay; longer ones would outlive every client. */
const MAX_DELAY_MS = 600_000

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
    })
    .refine(
      ({ operation: _, times: __, ...does }) =>
        Object.values(does).some((value) => value !== undefined && value !== false),
      "a fault needs at least one of delay_ms, status, body, disconnect, store_failure",
    ),
)

/** Planned failures of operations (control.md section 3). */
export const faultRoutes: readonly ControlRoute[] = [
  route("GET", "/worlds/:w/faults", ({ named }) => presentFaults(named)),
  bodyRoute("POST", "/worlds/:w/faults", plan, async ({ named, body }) => {
    requireOperation(body.operation)
    const wish: FaultPlan = {
      operation: body.operation,
      times: body.times ?? 1,
      delayMs: body.delay_ms ?? null,
      status: body.status ?? null,
      body: body.body,
      disconnect: body.disconnect ?? false,
      storeFailure: body.store_failure ?? null,
    }
    await planFault(named.world, wish)
    return presentFaults(named)
  }),
  route("DELETE", "/worlds/:w/faults", async ({ named }) => {
    await named.world.commit("DeleteFaults", null, (tx) => {
      for (const { id } of tx.table("faults").toArray()) tx.remove("faults", id)
    })
    return presentFaults(named)
  }),
  route("DELETE", "/worlds/:w/faults/:id", async ({ named, params: { id = "" } }) => {
    await named.world.commit("DeleteFault", null, (tx) => {
      if (!tx.remove("faults", id)) throw targetNotFound(`no fault ${JSON.stringify(id)}`)
    })
    return presentFaults(named)
  }),
]

const presentFaults = ({ world }: NamedWorld) => ({
  faults: world
    .view()
    .table("faults")
    .toArray()
    .sort(byOrdinal)
    .map((fault: Fault) => presentFault(fault)),
})

function requireOperation(name: string): void {
  const names = rows.map(([name]) => operationOf(name))
  if (name === "*" || names.some((known) => known === name)) return
  const guess = nearest(name, names)
  throw invalidParams(`no operation ${JSON.stringify(name)}${guess === undefined ? "" : `; did you mean ${guess}?`}`)
}
