import * as z from "zod"
import { lazy } from "../contract/shapes.ts"
import { presentDue, presentFired } from "../presenters/control/clock.ts"
import { bodyRoute, type ControlRoute, route } from "./route.ts"

const move = lazy(() =>
  z.strictObject({
    advance: z.union([z.string(), z.number()]).optional(),
    to: z.string().optional(),
    next: z.literal(true).optional(),
    mode: z.enum(["real", "frozen", "ticking"]).optional(),
  }),
)

/** The clock of a world and what is due by it (control.md section 3). */
export const clockRoutes: readonly ControlRoute[] = [
  route("GET", "/worlds/:w/clock", ({ named: { world } }) => ({ now: world.clock.now, mode: world.clock.mode })),
  bodyRoute("POST", "/worlds/:w/clock", move, async ({ named, body }) => {
    const { now, mode, fired } = await named.world.clock.move(body)
    return { now, mode, fired: fired.map(presentFired) }
  }),
  route("GET", "/worlds/:w/schedule", ({ named }) => ({ upcoming: named.world.clock.schedule().map(presentDue) })),
  route("POST", "/worlds/:w/auto-actions/:auto-id/run", async ({ named, params }) => {
    const fired = await named.world.clock.runNow("auto_action", params["auto-id"] ?? "")
    return { fired: fired.map(presentFired) }
  }),
]
