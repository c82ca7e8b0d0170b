import type { Hono } from "hono"
import { type ControlEnv, inWorld } from "./control-env.ts"
import { answerWithList } from "./list-page.ts"
import { presentFailure } from "./presenters/failures.ts"

/** Failures of a world that no caller was told of (control.md section 3, "failures"). */
export function failureRoutes(control: Hono<ControlEnv>): void {
  control.get("/worlds/:w/failures", inWorld, (context) =>
    answerWithList(context, "failures", context.get("named").world.failureLog.entries, presentFailure),
  )
}
