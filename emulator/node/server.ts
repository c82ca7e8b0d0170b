import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { getRequestListener } from "@hono/node-server"
import { inspect, invalidParams, type NamesOf } from "../../src/model/index.ts"
import { vmPatterns } from "../adapters/index.ts"
import { hostGuard, presentError, urlHost } from "../api/index.ts"
import { type App, type AppOptions, createApp } from "../app.ts"
import { APP_OPTIONS, requireAppOptions } from "../app-options.ts"
import { controlOrigins, type ProbeParts, probeReply } from "../control/index.ts"
import { nothingToSend, sendable } from "../wire/index.ts"
import { driveClocks } from "./clock-driver.ts"
import { Connections } from "./connections.ts"
import { discardRest } from "./discard-rest.ts"
import { findStranger, refuseStranger } from "./find-stranger.ts"
import { freeBlobs } from "./free-blobs.ts"
import { collectWhenIdle } from "./idle-heap.ts"
import { paceChunks } from "./pace-chunks.ts"
import { readPageFile } from "./page-files.ts"
import { readProcessUsage } from "./process-usage.ts"
import { Upgrades } from "./upgrades.ts"
import { v8Heap } from "./v8-heap.ts"

/** Options of `startServer`. */
export interface ServerOptions extends AppOptions {
  /** TCP port. 0 picks any free port. Default 7575. */
  readonly port?: number
  /** Address to listen on. Default 127.0.0.1. */
  readonly host?: string
  /** Base URL for links in mails and responses. Set it if clients use another address than the one that the server listens on. */
  readonly publicUrl?: string
  /**
   * Whether the process runs only this server. If true, faster versions from @hono/node-server replace the global `Request`
   * and `Response`, and the server returns unused memory to the operating system when it is idle.
   */
  readonly ownsProcess?: boolean
}

/** A running server. */
export interface RunningServer {
  /** The app that the server serves. */
  readonly app: App
  /** URL of the address that the server listens on. */
  readonly url: string
  /** Refuses new connections, waits at most `graceMs` for running requests, then closes the connections that are still open. */
  close(options?: {
    /** Maximum time to wait, in milliseconds. Default 5,000. */
    readonly graceMs?: number
  }): Promise<void>
}

const SERVER_OPTIONS: NamesOf<ServerOptions> = {
  port: true,
  host: true,
  publicUrl: true,
  ...APP_OPTIONS,
  ownsProcess: true,
}
const DEFAULT_PORT = 7575
const GRACE_MS = 5000
/** Limits the time for sending headers to 20 s. The time for sending a body is not limited. */
const TIMEOUTS = { headersTimeout: 20_000, requestTimeout: 0 }

/** Starts a server that serves worlds over HTTP. Rejects if the server can't listen on the address. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  requireAppOptions("startServer", options, SERVER_OPTIONS)
  const { port = DEFAULT_PORT, host = "127.0.0.1", publicUrl, ownsProcess = false, ...served } = options
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new TypeError(
      `startServer: port must be a whole number from 0 (any free port) to 65535, received ${inspect(port)}`,
    )
  }
  const allowedHosts = [
    urlHost(host),
    ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
    ...(options.allowedHosts ?? []),
  ]
  const app = createApp({
    patterns: vmPatterns(),
    pageFile: readPageFile,
    processUsage: readProcessUsage,
    ...served,
    allowedHosts,
  })
  const hosts = hostGuard(allowedHosts)
  const origins = controlOrigins(options.controlOrigins ?? [], options.corsCredentials ?? false)
  const probes = { worlds: app.worlds, hosts, origins }
  const connections = new Connections()
  const listen = listenerOf(app, ownsProcess)
  const server = createServer({ ...TIMEOUTS, requireHostHeader: false }, (incoming, outgoing) => {
    if (incoming.headers["transfer-encoding"] !== undefined) paceChunks(incoming)
    connections.answering(incoming, outgoing, () => {
      const stranger = findStranger(incoming, hosts)
      if (stranger === undefined) listen(incoming, outgoing)
      else answerStranger(incoming, outgoing, stranger, probes)
    })
  })
  server.on("connection", (socket) => connections.opened(socket))
  const upgrades = new Upgrades({ app, hosts, connections })
  upgrades.serve(server)
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
        upgrades.close()
        stopClocks()
        stopFreeing()
        stopCollecting()
        connections.cutIdle()
      })
      return closed
    },
  }
}

/** Returns a Node listener that passes requests to the app. If the app throws, for example for a planned fault, closes the connection. */
function listenerOf(app: App, ownsProcess: boolean): RequestListener {
  const listener = getRequestListener(
    async (request, node) => {
      try {
        const answer = await app.fetch(request, node)
        if (!node.incoming.complete) discardRest(node.incoming)
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

/** Returns the error response to a request with an invalid target or invalid headers. */
function malformed(error: unknown): Response {
  const { status, headers, body } = presentError(invalidParams((error as Error).message), null)
  return new Response(sendable(body), { status, headers })
}

function answerStranger(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  stranger: string,
  probes: ProbeParts,
): void {
  const { method = "", url = "" } = incoming
  const header = (name: string) => incoming.headers[name]?.toString()
  const reply = probeReply(probes, { method, target: url, header }) ?? refuseStranger(incoming, stranger, probes.worlds)
  const { status, headers, body } = reply
  discardRest(incoming)
  outgoing.writeHead(status, headers).end(body)
}
