import { Hono } from "hono"
import { OutcomeUnknown } from "../../src/engine/index.ts"
import { DomainError } from "../../src/model/index.ts"
import { type Hosts, presentError } from "../api/index.ts"
import { answerControl, type ControlEnv } from "./control-env.ts"
import { allowControlPages, type ControlOrigins } from "./control-origins.ts"
import { guardControl, type RemoteControl } from "./guard.ts"

/** The rules for clients of the control plane (control.md section 4). */
export interface Guards {
  readonly hosts: Hosts
  readonly remote: RemoteControl
  readonly origins: ControlOrigins
}

/** Creates an app without routes that refuses foreign pages and other machines, and responds to errors. */
export function makeGuarded({ hosts, remote, origins }: Guards): Hono<ControlEnv> {
  const app = new Hono<ControlEnv>()
  app.use(allowControlPages(origins), guardControl(hosts, remote, origins))
  return app.onError((error, context) => {
    if (error instanceof DomainError && !(error instanceof OutcomeUnknown))
      return answerControl(context, presentError(error, null))
    throw error
  })
}
