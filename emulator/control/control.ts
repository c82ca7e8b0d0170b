import type { Hono } from "hono"
import { notFoundHandlers, type Reads } from "../api/index.ts"
import type { Replicas } from "../worlds/index.ts"
import { answerControl, type ControlEnv } from "./control-env.ts"
import { controlTable } from "./control-table.ts"
import type { Guards } from "./guard.ts"
import { makeGuarded } from "./make-guarded.ts"

export interface ControlParts {
  readonly reads: Reads
  readonly replicas: Replicas
}

/** Creates the control plane, which serves everything below /_hexarium (control.md section 3). */
export function makeControl(guards: Guards, { reads, replicas }: ControlParts): Hono<ControlEnv> {
  const control = makeGuarded(guards)
  control.use(async (context, next) => {
    context.set("worlds", guards.worlds)
    context.set("reads", reads)
    context.set("replicas", replicas)
    await next()
  })
  for (const route of controlTable) route.mount(control)
  control.use("*", ...notFoundHandlers(control, answerControl))
  return control
}
