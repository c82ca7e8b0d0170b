import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type App, type AppOptions, createApp } from "./app.ts"
import { driveClocks } from "./clock-driver.ts"
import { Connections } from "./http/connections.ts"
import { presentError } from "./http/errors.ts"
import { type Hosts, strangeHost, urlHost } from "./http/hosts.ts"
import { socketRequest } from "./http/socket-request.ts"
import { inTurns } from "./http/turns.ts"
import type { WireRequest } from "./http/wire-request.ts"
import { sendReply, writeReply } from "./http/write-reply.ts"

export interface ServerOptions extends AppOptions {
  /** 0 = any free one; 7575 when absent. */
  readonly port?: number
  /** Address to listen on; 127.0.0.1 when absent. */
  readonly host?: string
  /** Where clients reach the server, if not at the address listened on: the root of links. */
  readonly publicUrl?: string
}

export interface RunningServer {
  readonly app: App
  /** The address listened on. */
  readonly url: string
  /** Takes no new connections, lets running requests finish for at most `graceMs` (5 s), then cuts what is left. */
  close(options?: { readonly graceMs?: number }): Promise<void>
}

/** A request to one of the planes that has come on a socket. */
interface Arrived {
  readonly request: WireRequest
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

const DEFAULT_PORT = 7575
const GRACE_MS = 5000
/** A client that dawdles over its headers is cut off; a large upload may take its time. */
const HEADERS_TIMEOUT_MS = 20_000

/** Serves worlds over HTTP. Rejects when the address can't be listened on. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { port = DEFAULT_PORT, host = "127.0.0.1", publicUrl } = options
  const app = createApp({
    ...options,
    allowedHosts: [
      urlHost(host),
      ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
      ...(options.allowedHosts ?? []),
    ],
  })
  const connections = new Connections()
  const serve = makeListener(app)
  const server = createServer(
    { requireHostHeader: false, headersTimeout: HEADERS_TIMEOUT_MS },
    (incoming, outgoing) => {
      connections.answering(incoming, outgoing)
      const stranger = findStranger(incoming, app.hosts)
      if (stranger === undefined) serve(incoming, outgoing)
      else writeReply(presentError(strangeHost(stranger), null), outgoing)
    },
  )
  server.on("connection", (socket) => connections.opened(socket))
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => {
      server.off("error", reject)
      resolve()
    })
  })
  const { address, port: actualPort } = server.address() as AddressInfo
  const url = `http://${urlHost(address)}:${actualPort}`
  app.worlds.servedAt((publicUrl ?? url).replace(/\/+$/, ""))
  const stopClocks = driveClocks(app.worlds)

  let closed: Promise<void> | undefined
  return {
    app,
    url,
    close({ graceMs = GRACE_MS } = {}) {
      closed ??= new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), graceMs)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        connections.lastAnswers()
        app.close()
        stopClocks()
        connections.cutIdle()
      })
      return closed
    },
  }
}

/** Requests to the two planes go from the socket to the operation; all others in the words of fetch, which are loaded late. */
function makeListener(app: App): RequestListener {
  let fetchListener: Promise<RequestListener> | undefined
  const replies = inTurns(sendReply)
  const requests = inTurns(({ request, incoming, outgoing }: Arrived) => {
    app.answerPlane(request).then(
      (reply) => replies.add({ reply, incoming, outgoing }),
      () => outgoing.destroy(),
    )
  })
  return (incoming, outgoing) => {
    const request = socketRequest(incoming, outgoing)
    if (request !== undefined) {
      requests.add({ request, incoming, outgoing })
      replies.prepare()
      return
    }
    fetchListener ??= import("./http/fetch-listener.ts").then(({ listenAsFetch }) => listenAsFetch(app))
    fetchListener.then((listen) => listen(incoming, outgoing)).catch(() => outgoing.destroy())
  }
}

/**
 * The host by which the server must not be called, "" for none at all. Stands before anything else looks at the request;
 * an absolute request target names a host, too.
 */
function findStranger({ rawHeaders, url }: IncomingMessage, hosts: Hosts): string | undefined {
  let named: string | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length !== 4 || name.toLowerCase() !== "host") continue
    if (named !== undefined) return `${named}, ${rawHeaders[at + 1]}`
    named = rawHeaders[at + 1]
  }
  if (named === undefined || !hosts.allowsHost(named)) return named ?? ""
  const target = url?.startsWith("/") ? undefined : /^https?:\/\/([^/?#]*)/i.exec(url ?? "")?.[1]
  return target === undefined || hosts.allowsHost(target) ? undefined : target
}
