import type { Hono } from "hono"
import * as z from "zod"
import { lazy } from "../contract/shapes.ts"
import { VERSION } from "../version.ts"
import { dropSnapshot, requireName, requireSnapshot, resetWorld, takeSnapshot } from "../worlds/worlds.ts"
import { answerWith, type ControlEnv, inWorld, takes, takesNothing } from "./control-env.ts"
import { answerWithList } from "./list-page.ts"
import { presentSnapshot, presentWorld } from "./presenters/worlds.ts"

const newWorld = lazy(() =>
  z.strictObject({ name: z.string().optional(), from: z.string().optional(), snapshot: z.string().optional() }),
)

/** Worlds and their snapshots (control.md section 3). */
export function worldRoutes(control: Hono<ControlEnv>): void {
  control.get("/health", (context) =>
    answerWith(context, { status: "ok", version: VERSION, worlds: context.get("worlds").size }),
  )
  control.get("/worlds", (context) => answerWithList(context, "worlds", context.get("worlds").list(), presentWorld))
  control.post("/worlds", takes(newWorld), (context) =>
    answerWith(context, presentWorld(context.get("worlds").fork(context.get("body"))), 201),
  )
  control.get("/worlds/:w", inWorld, (context) => answerWith(context, presentWorld(context.get("named"))))
  control.delete("/worlds/:w", inWorld, takesNothing, (context) => {
    context.get("worlds").remove(context.get("named").name)
    return answerWith(context, null)
  })
  control.post("/worlds/:w/reset", inWorld, takesNothing, async (context) => {
    await resetWorld(context.get("named"))
    return answerWith(context, presentWorld(context.get("named")))
  })
  control.get("/worlds/:w/snapshots", inWorld, (context) =>
    answerWithList(context, "snapshots", [...context.get("named").snapshots.values()], presentSnapshot),
  )
  control.put("/worlds/:w/snapshots/:s", inWorld, takesNothing, (context) => {
    const taken = takeSnapshot(context.get("named"), requireName(context.req.param("s")))
    return answerWith(context, presentSnapshot(taken))
  })
  control.delete("/worlds/:w/snapshots/:s", inWorld, takesNothing, (context) => {
    dropSnapshot(context.get("named"), context.req.param("s"))
    return answerWith(context, null)
  })
  control.post("/worlds/:w/snapshots/:s/restore", inWorld, takesNothing, async (context) => {
    const named = context.get("named")
    await named.world.restore(requireSnapshot(named, context.req.param("s")).snapshot)
    return answerWith(context, presentWorld(named))
  })
}
