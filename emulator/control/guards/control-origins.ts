import type { MiddlewareHandler } from "hono"
import { type Cors, corsFor } from "../../api/index.ts"
import type { ControlEnv } from "../control-env.ts"

/** Origins, besides the server's own, whose pages may use the control plane (control.md section 4). */
export interface ControlOrigins {
  allows(origin: string | undefined): boolean
  readonly cors: Cors | undefined
}

export function controlOrigins(given: readonly string[], credentials: boolean): ControlOrigins {
  const origins = given.map((origin) => new URL(origin).origin)
  const known = new Set(origins)
  return {
    allows: (origin) => origin !== undefined && known.has(origin),
    // `corsFor` would allow every origin if the list were empty.
    cors: origins.length === 0 ? undefined : corsFor(origins, credentials),
  }
}

/** Responds to preflights of allowed pages, and adds CORS headers to all other responses, including errors. */
export function allowControlPages({ allows, cors }: ControlOrigins): MiddlewareHandler<ControlEnv> {
  return async (context, next) => {
    if (cors === undefined) return await next()
    const origin = context.req.header("origin")
    if (allows(origin) && context.req.method === "OPTIONS") return await cors.preflight(context, next)
    await next()
    for (const [name, value] of Object.entries(cors.headers(origin))) context.res.headers.set(name, value)
    return
  }
}
