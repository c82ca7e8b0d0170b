import { Hono } from "hono"
import { OutcomeUnknown } from "../../src/engine/index.ts"
import { DomainError } from "../../src/model/index.ts"
import { type Hosts, notFoundHandlers, presentError, type Reads } from "../api/index.ts"
import type { Replicas, Worlds } from "../worlds/index.ts"
import { answerControl, type ControlEnv } from "./control-env.ts"
import { allowControlPages, type ControlOrigins } from "./control-origins.ts"
import { controlTable } from "./control-table.ts"
import { guardControl, type RemoteControl } from "./guard.ts"

export interface ControlParts {
  readonly worlds: Worlds
  readonly hosts: Hosts
  readonly remote: RemoteControl
  readonly origins: ControlOrigins
  readonly reads: Reads
  readonly replicas: Replicas
}

/** Creates the control plane, which serves everything below /_hexarium (control.md section 3). */
export function makeControl({ worlds, hosts, remote, origins, reads, replicas }: ControlParts): Hono<ControlEnv> {
  const control = new Hono<ControlEnv>()
  control.use(
    async (context, next) => {
      context.set("worlds", worlds)
      context.set("reads", reads)
      context.set("replicas", replicas)
      await next()
    },
    allowControlPages(origins),
    guardControl(hosts, remote, origins),
  )
  for (const route of controlTable) route.mount(control)
  control.use("*", ...notFoundHandlers(control, answerControl))
  return control.onError((error, context) => {
    if (error instanceof DomainError && !(error instanceof OutcomeUnknown))
      return answerControl(context, presentError(error, null))
    throw error
  })
}
