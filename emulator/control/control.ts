import { Hono } from "hono"
import { DomainError, OutcomeUnknown } from "../../src/inside.ts"
import { presentError } from "../api/http/errors.ts"
import type { Reads } from "../api/http/read-barrier.ts"
import type { Hosts } from "../api/http/hosts.ts"
import { misses } from "../api/http/not-found.ts"
import type { Replicas } from "../worlds/replicas/replicas.ts"
import type { Worlds } from "../worlds/worlds.ts"
import { answerControl, type ControlEnv } from "./control-env.ts"
import { controlTable } from "./control-table.ts"
import { guardControl, type RemoteControl } from "./guard.ts"

export interface ControlParts {
  readonly worlds: Worlds
  readonly hosts: Hosts
  readonly remote: RemoteControl
  readonly reads: Reads
  readonly replicas: Replicas
}

/** The control plane: everything below /_hexarium (control.md section 3). */
export function makeControl({ worlds, hosts, remote, reads, replicas }: ControlParts): Hono<ControlEnv> {
  const control = new Hono<ControlEnv>()
  control.use(
    async (context, next) => {
      context.set("worlds", worlds)
      context.set("reads", reads)
      context.set("replicas", replicas)
      await next()
    },
    guardControl(hosts, remote),
  )
  for (const route of controlTable) route.mount(control)
  control.use("*", ...misses(control, answerControl))
  return control.onError((error, context) => {
    if (error instanceof DomainError && !(error instanceof OutcomeUnknown))
      return answerControl(context, presentError(error, null))
    throw error
  })
}
