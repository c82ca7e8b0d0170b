import { noPatterns, type World } from "../src/index.ts"
import { vmPatterns } from "./adapters/vm-patterns.ts"
import { makeControl } from "./control/control.ts"
import { Disconnect } from "./control/run-with-fault.ts"
import { callerOfScripts } from "./control/script-calls.ts"
import { makeApi } from "./http/api.ts"
import { corsFor } from "./http/cors.ts"
import { asDomainError, presentError } from "./http/errors.ts"
import { FetchRequest } from "./http/fetch-request.ts"
import { type Hosts, hostGuard, strangeHost } from "./http/hosts.ts"
import { emptyReply, type Reply } from "./http/reply.ts"
import { routes } from "./http/routes.ts"
import type { WireRequest } from "./http/wire-request.ts"
import { findPage } from "./pages.ts"
import { Worlds, type WorldsOptions } from "./worlds.ts"

export interface AppOptions extends WorldsOptions {
  /** The world `main`. Either this or `worlds`. */
  readonly world?: World
  readonly worlds?: Worlds
  /** The only origins whose pages may use the API; none given = all. */
  readonly corsOrigins?: readonly string[]
  /** Hosts the server may be called by besides those of the loopback (control.md section 4). */
  readonly allowedHosts?: readonly string[]
  /** Told of every error that is a bug of ours. */
  readonly onBug?: (error: unknown, operation: string) => void
}

/** What is known of the connection a request came on. */
export interface Transport {
  /** Whether a body ends where its Content-Length says, as on a socket. */
  readonly lengthIsTrue: boolean
  /** The body that came with a GET, which a `Request` can't carry. */
  readonly bodyOfGet?: AsyncIterable<Uint8Array>
}

/** The whole emulator as a fetch function: Request → Response, no socket needed (architecture.md, "Without a server"). */
export interface App {
  readonly worlds: Worlds
  readonly hosts: Hosts
  /** Rejects only where a planned fault cuts the connection. */
  fetch(request: Request): Promise<Response>
  /** `fetch` before the answer is made a Response, for transports that write it themselves. */
  answer(request: Request, transport: Transport): Promise<Reply>
  /** `answer` for a request below /api, /w or /_hexarium whose host was judged already. */
  answerPlane(request: WireRequest): Promise<Reply>
  /** Ends what waits for something to happen (event streams, waits for mails), so that a server can stop. */
  close(): void
}

const CONTROL = /^\/_hexarium(?:\/|$)/
const IN_PROCESS: Transport = { lengthIsTrue: false }

export function createApp(options: AppOptions): App {
  const worlds = options.worlds ?? new Worlds(mainOf(options), options)
  const hosts = hostGuard(options.allowedHosts ?? [])
  const route = routes()
  const control = makeControl({ worlds, hosts })
  const api = makeApi({ worlds, route, cors: corsFor(options.corsOrigins ?? []), onBug: options.onBug })
  const patterns = vmPatterns()
  worlds.onWorld(({ world }) => {
    world.apiCaller = callerOfScripts(route)
    if (world.patterns === noPatterns) world.patterns = patterns
  })

  const finish = async (method: string, path: string, work: () => Reply | Promise<Reply>): Promise<Reply> => {
    try {
      const reply = await work()
      return method === "HEAD" ? withoutBody(reply) : reply
    } catch (error) {
      if (error instanceof Disconnect) throw error
      options.onBug?.(error, path)
      return presentError(asDomainError(error), null)
    }
  }
  const plane = (request: WireRequest) => (CONTROL.test(request.path) ? control(request) : api(request))
  const answerPlane = (request: WireRequest) => finish(request.method, request.path, () => plane(request))
  const answer = async (request: Request, transport: Transport): Promise<Reply> => {
    const host = request.headers.get("host")
    if (host !== null && !hosts.allowsHost(host)) return presentError(strangeHost(host), null)
    const url = new URL(request.url)
    return finish(
      request.method,
      url.pathname,
      () => findPage(request.method, url.pathname) ?? plane(new FetchRequest(request, url, transport)),
    )
  }

  return {
    worlds,
    hosts,
    answer,
    answerPlane,
    fetch: async (request) => toResponse(await answer(request, IN_PROCESS)),
    close: () => worlds.close(),
  }
}

function mainOf({ world }: AppOptions): World {
  if (world === undefined) throw new TypeError("createApp needs a `world` or `worlds`")
  return world
}

/** The answer to HEAD: the headers of the answer to GET. */
function withoutBody({ status, headers, body }: Reply): Reply {
  if (body === null || body instanceof ReadableStream) return emptyReply(status, headers)
  return emptyReply(status, { ...headers, "content-length": String(Buffer.byteLength(body)) })
}

const toResponse = ({ status, headers, body }: Reply): Response =>
  new Response(body as string | Uint8Array<ArrayBuffer> | ReadableStream | null, { status, headers })
