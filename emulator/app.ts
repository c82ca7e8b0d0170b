import { DomainError, type World } from "../src/index.ts"
import { presentError } from "./http/errors.ts"
import { readForm } from "./http/multipart.ts"
import { runOperation } from "./http/pipeline.ts"
import type { Reply } from "./http/reply.ts"
import { makeRoutes } from "./http/routes.ts"
import { MAIN, Worlds } from "./worlds.ts"

export interface AppOptions {
  readonly world: World
}

/** The whole API as a fetch function: Request → Response, no socket needed (design section 10). */
export interface App {
  readonly worlds: Worlds
  fetch(request: Request): Promise<Response>
}

const API = "/api/v0"

export function createApp({ world }: AppOptions): App {
  const worlds = new Worlds(world)
  const route = makeRoutes()
  return {
    worlds,
    async fetch(request) {
      const url = new URL(request.url)
      const path = url.pathname.startsWith(API) ? url.pathname.slice(API.length) : url.pathname
      const match = route(request.method, path)
      if (match.kind !== "operation") {
        const error =
          match.kind === "unknown"
            ? new DomainError("NOT_FOUND", "place", `no such path: ${url.pathname}`)
            : new DomainError("INVALID_PARAMS", "params", `method ${request.method} is not allowed here`)
        return toResponse(
          presentError(error, match.kind === "unknown" ? null : { errors: { params: { status: 405 } } }),
        )
      }
      const target = worlds.find(MAIN)?.world as World
      const { reply } = await runOperation(target, {
        operation: match.name,
        params: match.params,
        query: url.searchParams,
        headers: request.headers,
        body: async () => new Uint8Array(await request.arrayBuffer()),
        form: () => readForm(request),
      })
      return toResponse(reply)
    },
  }
}

const toResponse = (reply: Reply): Response =>
  new Response(reply.body as string | Uint8Array<ArrayBuffer> | null, { status: reply.status, headers: reply.headers })
