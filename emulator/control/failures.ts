import type { Hono } from "hono"
import { presentFailure } from "../presenters/control/failures.ts"
import { answer, type ControlEnv, inWorld } from "./control-env.ts"

/** What a world could not do and nobody was told of; beside control.md section 3. */
export function failureRoutes(control: Hono<ControlEnv>): void {
  control.get("/worlds/:w/failures", inWorld, (context) =>
    answer(context, { failures: context.get("named").world.failureLog.entries.map(presentFailure) }),
  )
}
