import type { Context, MiddlewareHandler } from "hono"
import * as z from "zod"
import { lazy } from "../contract/shapes.ts"
import type { AppEnv } from "../http/app-env.ts"
import { jsonOf, readBytes } from "../http/body.ts"
import { check } from "../http/check.ts"
import { USUAL_LIMITS } from "../http/limits.ts"
import { respond } from "../http/respond.ts"
import { jsonReply, type Reply, withHeaders } from "../wire/reply.ts"
import type { Worlds } from "../worlds/worlds.ts"

/** What the context of a request to the control plane knows besides that of every request. */
export interface ControlEnv {
  readonly Bindings: AppEnv["Bindings"]
  readonly Variables: AppEnv["Variables"] & { worlds: Worlds }
}

/** Chooses the world `:w` of the path. */
export const inWorld: MiddlewareHandler<ControlEnv> = async (context, next) => {
  context.set("named", context.get("worlds").require(context.req.param("w") ?? ""))
  await next()
}

/** Reads the JSON body, `{}` when there is none, and refuses what the schema does. */
export const takes =
  <S extends z.ZodType>(
    schema: () => S,
    limits = USUAL_LIMITS,
  ): MiddlewareHandler<{ Bindings: AppEnv["Bindings"]; Variables: { body: z.output<S> } }> =>
  async (context, next) => {
    const bytes = await readBytes(context, limits.bytes)
    context.set("body", check(schema(), jsonOf(bytes, context.req.header("content-type") ?? null, limits)))
    await next()
  }

/** `{}` or none, so that what was meant for another route does not pass. */
export const takesNothing = takes(lazy(() => z.strictObject({})))

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
