import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { getRequestListener } from "@hono/node-server"
import { invalidParams, type NamesOf, shown } from "../../src/inside.ts"
import { vmPatterns } from "../adapters/vm-patterns.ts"
import { type App, type AppOptions, createApp } from "../app.ts"
import { APP_OPTIONS, requireAppOptions } from "../app-options.ts"
import { presentError } from "../api/http/errors.ts"
import { type Hosts, hostGuard, strangeHost, urlHost } from "../api/http/hosts.ts"
import { nothingToSend, sendable } from "../http/respond.ts"
import { driveClocks } from "./clock-driver.ts"
import { Connections } from "./connections.ts"
import { freeBlobs } from "./free-blobs.ts"
import { collectWhenIdle } from "./idle-heap.ts"
import { letGoBy } from "./discard-rest.ts"
import { paceChunks } from "./pace-chunks.ts"
import { readPageFile } from "./page-files.ts"
import { v8Heap } from "./v8-heap.ts"

/** What a server serves, and where. */
export interface ServerOptions extends AppOptions {
  /** 0 = any free one; 7575 when absent. */
  readonly port?: number
  /** Address to listen on; 127.0.0.1 when absent. */
  readonly host?: string
  /** Where clients reach the server, if not at the address listened on: the root of links. */
  readonly publicUrl?: string
  /**
   * The process is the server's alone: its global `Request` and `Response` may be replaced by those of @hono/node-server, which are
   * faster on a socket, and when it is idle after a load, its memory is given back. Not for a process that does anything else.
   */
  readonly ownsProcess?: boolean
}

/** A server that answers, until it is closed. */
export interface RunningServer {
  /** What it serves. */
  readonly app: App
  /** The address listened on. */
  readonly url: string
  /** Takes no new connections, lets running requests finish for at most `graceMs` (5 s), then cuts what is left. */
  close(options?: {
    /** Milliseconds. Default 5,000. */
    readonly graceMs?: number
  }): Promise<void>
}

const SERVER_OPTIONS: NamesOf<ServerOptions> = {
  ...{ world: true, port: true, host: true, publicUrl: true },
  ...APP_OPTIONS,
  ownsProcess: true,
}
const DEFAULT_PORT = 7575
const GRACE_MS = 5000
/** A client that dawdles over its headers is cut off; a large upload may take its time. */
const TIMEOUTS = { headersTimeout: 20_000, requestTimeout: 0 }

/** Serves worlds over HTTP. Rejects when the address can't be listened on. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  requireAppOptions("startServer", options, SERVER_OPTIONS)
  const { port = DEFAULT_PORT, host = "127.0.0.1", publicUrl, ownsProcess = false, ...served } = options
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new TypeError(`startServer: port is a whole number from 0 (any free one) to 65535, not ${shown(port)}`)
  }
  const allowedHosts = [
    urlHost(host),
    ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
    ...(options.allowedHosts ?? []),
  ]
  const app = createApp({ patterns: vmPatterns(), pageFile: readPageFile, ...served, allowedHosts })
  const hosts = hostGuard(allowedHosts)
  const connections = new Connections()
  const listen = listenerOf(app, ownsProcess)
  const server = createServer({ ...TIMEOUTS, requireHostHeader: false }, (incoming, outgoing) => {
    if (incoming.headers["transfer-encoding"] !== undefined) paceChunks(incoming)
    connections.answering(incoming, outgoing, () => {
      const stranger = findStranger(incoming, hosts)
      if (stranger === undefined) listen(incoming, outgoing)
      else refuse(incoming, outgoing, stranger)
    })
  })
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
  await app.replicas.start()
  const stopClocks = driveClocks(app.worlds)
  const stopFreeing = freeBlobs(app.worlds)
  const stopCollecting = ownsProcess ? collectWhenIdle(v8Heap()) : () => {}

  let closed: Promise<void> | undefined
  return {
    app,
    url,
    close({ graceMs = GRACE_MS } = {}) {
      closed ??= new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), graceMs)
        server.close(() => {
          clearTimeout(timer)
          void app.replicas.stop().then(resolve)
        })
        connections.lastAnswers()
        app.close()
        stopClocks()
        stopFreeing()
        stopCollecting()
        connections.cutIdle()
      })
      return closed
    },
  }
}

/** The app as Node asks it. A planned fault cuts the connection; what is left of a body, the server lets go by. */
function listenerOf(app: App, ownsProcess: boolean): RequestListener {
  const listener = getRequestListener(
    async (request, node) => {
      try {
        const answer = await app.fetch(request, node)
        if (!node.incoming.complete) letGoBy(node.incoming)
        return answer
      } catch {
        node.outgoing.destroy()
        return nothingToSend()
      }
    },
    { overrideGlobalObjects: ownsProcess, autoCleanupIncoming: false, errorHandler: malformed },
  )
  return (incoming, outgoing) => void listener(incoming, outgoing)
}

/** For a request line or header that makes no URL. */
function malformed(error: unknown): Response {
  const { status, headers, body } = presentError(invalidParams((error as Error).message), null)
  return new Response(sendable(body), { status, headers })
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse, stranger: string): void {
  const { status, headers, body } = strangeHost(stranger)
  letGoBy(incoming)
  outgoing.writeHead(status, headers).end(body)
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
