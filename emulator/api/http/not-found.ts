import type { Context, Env, Hono, MiddlewareHandler } from "hono"
import { methodNotAllowed } from "hono/method-not-allowed"
import { invalidParams, placeNotFound } from "../../../src/model/index.ts"
import { Reply } from "../../wire/index.ts"
import { presentError } from "./errors.ts"
import { nearOperation } from "./near-route.ts"

/** Returns the error reply to an unknown path (api.md section 0). `meant` is the route that the caller probably meant. */
export function noSuchPath(path: string, meant?: string): Reply {
  const hint = meant === undefined ? "" : `; did you mean ${meant}?`
  return presentError(placeNotFound(`the path ${path} does not exist${hint}`), null)
}

/** Returns the error reply to a known path with a method that is not allowed (api.md section 0). */
export function wrongMethod(method: string, allowed: readonly string[]): Reply {
  const reply = presentError(invalidParams(`the path does not allow the method ${method}`), null)
  const { headers, body, remarks, causes, refused } = reply
  return new Reply(405, { ...headers, allow: allowed.join(", ") }, body, remarks, causes, refused)
}

/** Returns the error reply to a call that matches no operation. */
export const notFoundReply = (
  { allowed }: { readonly allowed: readonly string[] },
  method: string,
  path: string,
): Reply => (allowed.length === 0 ? noSuchPath(path, nearOperation(method, path)) : wrongMethod(method, allowed))

/** Returns an app's last handlers: 405 if the path exists with other methods, otherwise 404. `allow` omits HEAD. */
export const notFoundHandlers = <E extends Env>(
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
