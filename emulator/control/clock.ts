import type { Hono } from "hono"
import * as z from "zod"
import { targetNotFound } from "../../src/inside.ts"
import { lazy } from "../contract/shapes.ts"
import { answerWith, type ControlEnv, inWorld, takes, takesNothing } from "./control-env.ts"
import { answerWithList } from "./list-page.ts"
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
    const { world, log } = context.get("named")
    const ends = [log.closed, context.req.raw.signal]
    const { now, mode, fired } = await world.clock.move(context.get("body"), { signal: whicheverFirst(ends) })
    if (log.closed.aborted) throw targetNotFound("the world went away before its clock was there")
    return answerWith(context, { now, mode, fired: fired.map(presentFired) })
  })
  control.get("/worlds/:w/schedule", inWorld, (context) =>
    answerWithList(context, "upcoming", context.get("named").world.clock.schedule(), presentDue),
  )
  control.post("/worlds/:w/auto-actions/:auto-id/run", inWorld, takesNothing, async (context) => {
    const fired = await context.get("named").world.clock.runNow("auto_action", context.req.param("auto-id"))
    return answerWith(context, { fired: fired.map(presentFired) })
  })
}

/** `AbortSignal.any` would hang on to every request for as long as the world is there. */
const whicheverFirst = (signals: readonly AbortSignal[]) => ({
  get aborted() {
    return signals.some(({ aborted }) => aborted)
  },
})
