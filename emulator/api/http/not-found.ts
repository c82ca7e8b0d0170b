import type { Context, Env, Hono, MiddlewareHandler } from "hono"
import { methodNotAllowed } from "hono/method-not-allowed"
import { DomainError, targetNotFound } from "../../../src/inside.ts"
import { type Reply, withHeaders } from "../../wire/reply.ts"
import { presentError } from "./errors.ts"
import { nearRoute } from "./near-route.ts"

/** Where the API is below the base URL of a world. */
const API_PATH = /^\/(?:api\/v0\/)?(.*)$/s

/** The refusal of a path that leads nowhere (api.md section 0), with the operation that was probably meant. */
export function noSuchPath(path: string, method?: string): Reply {
  const meant = method === undefined ? undefined : nearRoute(method, `/${API_PATH.exec(path)?.[1] ?? ""}`)
  const hint = meant === undefined ? "" : `; did you mean ${meant}`
  return presentError(targetNotFound(`no such path: ${path}${hint}`), null)
}

/** The refusal of a method at a path that has others (api.md section 0). */
export function wrongMethod(method: string, allowed: readonly string[]): Reply {
  const refused = new DomainError("INVALID_PARAMS", "params", `method ${method} is not allowed here`)
  return withHeaders(presentError(refused, { errors: { params: { status: 405 } } }), { allow: allowed.join(", ") })
}

/** The answer to a call from inside that leads to no operation. */
export const missed = ({ allowed }: { readonly allowed: readonly string[] }, method: string, path: string): Reply =>
  allowed.length === 0 ? noSuchPath(path, method) : wrongMethod(method, allowed)

/**
 * The last handlers of an app, for what none of its routes took: 405 with the methods there are, else 404. HEAD is not named
 * where there is GET, which it goes with.
 */
export const misses = <E extends Env>(
  app: Hono<E>,
  answer: (context: Context<E>, reply: Reply) => Response,
): MiddlewareHandler<E>[] => [
  methodNotAllowed({
    app,
    onMethodNotAllowed: (context, methods) =>
      answer(
        context,
        wrongMethod(
          context.req.method,
          methods.filter((method) => method !== "HEAD"),
        ),
      ),
  }),
  async (context) => answer(context, noSuchPath(context.req.path)),
]
