import { Hono, type MiddlewareHandler } from "hono"
import { DomainError, noPrivileges } from "../../src/inside.ts"
import { presentError } from "../http/errors.ts"
import type { Hosts } from "../http/hosts.ts"
import { misses } from "../http/misses.ts"
import { respond } from "../http/respond.ts"
import type { Worlds } from "../worlds/worlds.ts"
import { clockRoutes } from "./clock.ts"
import type { ControlEnv } from "./control-env.ts"
import { dataRoutes } from "./data.ts"
import { failureRoutes } from "./failures.ts"
import { faultRoutes } from "./faults.ts"
import { fixtureRoutes } from "./fixtures.ts"
import { mailRoutes } from "./mails.ts"
import { requestRoutes } from "./requests.ts"
import { tokenRoutes } from "./tokens.ts"
import { webhookRoutes } from "./webhooks.ts"
import { worldRoutes } from "./worlds.ts"

export interface ControlParts {
  readonly worlds: Worlds
  readonly hosts: Hosts
}

/** The control plane: everything below /_hexarium (control.md section 3). */
export function makeControl({ worlds, hosts }: ControlParts): Hono<ControlEnv> {
  const control = new Hono<ControlEnv>()
  control.use(guard(hosts), async (context, next) => {
    context.set("worlds", worlds)
    await next()
  })
  for (const addTo of [
    worldRoutes,
    clockRoutes,
    mailRoutes,
    requestRoutes,
    faultRoutes,
    webhookRoutes,
    failureRoutes,
    tokenRoutes,
    fixtureRoutes,
    dataRoutes,
  ]) {
    addTo(control)
  }
  control.use("*", ...misses(control, respond))
  return control.onError((error, context) => {
    if (error instanceof DomainError) return respond(context, presentError(error, null))
    throw error
  })
}

/**
 * What keeps web pages out: a page of another origin can't send the header without a preflight, which is never answered
 * favourably, and a rebound name doesn't pass as this machine's.
 */
const guard =
  (hosts: Hosts): MiddlewareHandler<ControlEnv> =>
  async ({ req }, next) => {
    if (req.method !== "GET") {
      const origin = req.header("origin")
      if (origin !== undefined && !hosts.allowsOrigin(origin)) {
        throw noPrivileges(`pages of ${origin} may not control the emulator`)
      }
      if (req.header("x-hexarium") !== "1") throw noPrivileges("requests other than GET need the header X-Hexarium: 1")
    }
    await next()
  }
