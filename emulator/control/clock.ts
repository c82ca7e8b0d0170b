import type { Hono } from "hono"
import * as z from "zod"
import { lazy } from "../contract/shapes.ts"
import { answerWith, type ControlEnv, inWorld, takes, takesNothing } from "./control-env.ts"
import { presentDue, presentFired } from "./presenters/clock.ts"

const move = lazy(() =>
  z.strictObject({
    advance: z.union([z.string(), z.number()]).optional(),
    to: z.string().optional(),
    next: z.literal(true).optional(),
    mode: z.enum(["real", "frozen", "ticking"]).optional(),
  }),
)

/** The clock of a world and what is due by it (control.md section 3). */
export function clockRoutes(control: Hono<ControlEnv>): void {
  control.get("/worlds/:w/clock", inWorld, (context) => {
    const { now, mode } = context.get("named").world.clock
    return answerWith(context, { now, mode })
  })
  control.post("/worlds/:w/clock", inWorld, takes(move), async (context) => {
    const { now, mode, fired } = await context.get("named").world.clock.move(context.get("body"))
    return answerWith(context, { now, mode, fired: fired.map(presentFired) })
  })
  control.get("/worlds/:w/schedule", inWorld, (context) =>
    answerWith(context, { upcoming: context.get("named").world.clock.schedule().map(presentDue) }),
  )
  control.post("/worlds/:w/auto-actions/:auto-id/run", inWorld, takesNothing, async (context) => {
    const fired = await context.get("named").world.clock.runNow("auto_action", context.req.param("auto-id"))
    return answerWith(context, { fired: fired.map(presentFired) })
  })
}
