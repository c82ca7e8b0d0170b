import type { Context } from "hono"
import type { AppEnv } from "../http/app-env.ts"
import type { Reads } from "../http/fence.ts"
import { respond } from "../http/respond.ts"
import type { Replicas } from "../replicas/replicas.ts"
import { jsonReply, type Reply, withHeaders } from "../wire/reply.ts"
import type { Worlds } from "../worlds/worlds.ts"

/** What the context of a request to the control plane knows besides that of every request. */
export interface ControlEnv {
  readonly Bindings: AppEnv["Bindings"]
  readonly Variables: AppEnv["Variables"] & { worlds: Worlds; reads: Reads; replicas: Replicas }
}

/** What is answered here is for nobody to keep, to take for anything else or to put into a page of another site. */
export const OWN_HEADERS = {
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
}

/** An answer of the control plane. */
export const answerControl = (context: Pick<Context, "req">, reply: Reply): Response =>
  respond(context, withHeaders(reply, OWN_HEADERS))

/** JSON; `null` for nothing. */
export const answerWith = (context: Pick<Context, "req">, value: unknown, status = 200): Response =>
  answerControl(context, jsonReply(status, value ?? null))
