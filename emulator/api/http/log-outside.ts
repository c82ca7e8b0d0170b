import type { Context } from "hono"
import type { Reply } from "../../wire/index.ts"
import { cutPath, type NamedWorld, RequestEntry } from "../../worlds/index.ts"
import type { AppEnv } from "./app-env.ts"

/** Logs a request to a path that belongs to no part of the server (control.md section 3, "request-log"). */
export function logOutside({ req }: Context<AppEnv>, { log, world }: NamedWorld, path: string, reply: Reply): void {
  const { search } = new URL(req.url)
  const entry = new RequestEntry(log, world.now, {
    method: req.method,
    ...cutPath(path + search),
    operation: null,
    token: req.raw.headers.get("authorization"),
  })
  entry.answered(reply, null)
}
