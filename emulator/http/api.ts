import { takeFault, targetNotFound } from "../../src/index.ts"
import { operationOf } from "../contract/table.ts"
import { RequestEntry } from "../control/request-log.ts"
import { Disconnect, runWithFault } from "../control/run-with-fault.ts"
import { MAIN, type NamedWorld, type Worlds } from "../worlds.ts"
import type { Cors } from "./cors.ts"
import { presentError } from "./errors.ts"
import { MAX_JSON_BYTES } from "./limits.ts"
import { replyToMiss } from "./misses.ts"
import { readForm } from "./multipart.ts"
import { runOperation } from "./pipeline.ts"
import { emptyReply, type Reply, withHeaders } from "./reply.ts"
import type { RouteMatch } from "./routes.ts"
import type { WireRequest } from "./wire-request.ts"

export interface ApiParts {
  readonly worlds: Worlds
  readonly route: (method: string, path: string) => RouteMatch
  readonly cors: Cors
  readonly onBug: ((error: unknown, operation: string) => void) | undefined
}

const API = "/api/v0"
/** A base_url with a world's name in its path (control.md section 2). */
const WORLD_PATH = /^\/w\/([^/]*)(.*)$/

type OperationMatch = RouteMatch & { readonly kind: "operation" }

/** A request to one world, routed. */
interface Incoming {
  readonly request: WireRequest
  readonly named: NamedWorld
  readonly entry: RequestEntry
}

/** Everything below /api/v0: picks the world and the operation, and answers with the CORS headers. */
export function makeApi(parts: ApiParts): (request: WireRequest) => Promise<Reply> {
  return async (request) => {
    const origin = request.headers.get("origin")
    if (request.method === "OPTIONS") return emptyReply(204, parts.cors.preflight(origin))
    return withHeaders(await answer(parts, request), parts.cors.headers(origin))
  }
}

function answer(parts: ApiParts, request: WireRequest): Reply | Promise<Reply> {
  const { headers, method } = request
  const [, inPath, rest = request.path] = WORLD_PATH.exec(request.path) ?? []
  const name = inPath ?? headers.get("x-hexarium-world") ?? MAIN
  const named = parts.worlds.find(name)
  if (named === undefined) return presentError(targetNotFound(`no world ${JSON.stringify(name)}`), null)
  if (rest !== API && !rest.startsWith(`${API}/`)) return presentError(noSuchPath(request), null)

  const match = parts.route(method === "HEAD" ? "GET" : method, rest.slice(API.length) || "/")
  const entry = new RequestEntry(named.log, named.world.now, {
    method,
    path: rest + request.search,
    operation: match.kind === "operation" ? operationOf(match.name) : null,
    token: headers.get("authorization"),
  })
  if (match.kind === "operation") return run(parts, { request, named, entry }, match)
  const reply = replyToMiss(match, method, request.path)
  entry.answered(reply, null)
  return reply
}

const noSuchPath = ({ path }: WireRequest) => targetNotFound(`no such path: ${path}`)

async function run(parts: ApiParts, incoming: Incoming, { name, params }: OperationMatch): Promise<Reply> {
  const { request, named, entry } = incoming
  const { world } = named
  const operation = () =>
    runOperation(world, {
      operation: name,
      params,
      search: request.search,
      headers: request.headers,
      memo: { answers: named.answers, target: entry.input.path },
      behalf: entry,
      body: async () => {
        const bytes = await request.bytes(MAX_JSON_BYTES)
        entry.receivedBody(bytes)
        return bytes
      },
      form: async () => {
        const form = await readForm(request)
        entry.receivedForm(form)
        return form
      },
    })
  const hasFaults = (world.state.tables.get("faults")?.size ?? 0) > 0
  const fault = hasFaults ? await takeFault(world, operationOf(name), entry) : undefined
  const outcome =
    fault === undefined
      ? await operation()
      : await runWithFault(fault, world, name, operation).catch((error: unknown) => {
          if (error instanceof Disconnect) entry.cut()
          throw error
        })
  if (outcome.bug !== undefined) parts.onBug?.(outcome.bug, operationOf(name))
  entry.answered(outcome.reply, outcome.uId)
  return outcome.reply
}
