import type { IncomingMessage, RequestListener } from "node:http"
import { getRequestListener } from "@hono/node-server"
import { inspect, invalidParams, type NamesOf } from "../../src/model/index.ts"
import { vmPatterns } from "../adapters/index.ts"
import { hostGuard, presentError, urlAuthority, urlHost } from "../api/index.ts"
import { type App, type AppOptions, createApp } from "../app.ts"
import { APP_OPTIONS, requireAppOptions } from "../app-options.ts"
import { controlOrigins, type ProbeParts, probeReply } from "../control/index.ts"
import { nothingToSend, type Reply, sendable } from "../wire/index.ts"
import { driveClocks } from "./clock-driver.ts"
import { discardRest } from "./discard-rest.ts"
import { refuseStranger } from "./find-stranger.ts"
import { freeBlobs } from "./free-blobs.ts"
import { GuardedServer, machineNames } from "./guarded-server.ts"
import { collectWhenIdle } from "./idle-heap.ts"
import { readPageFile } from "./page-files.ts"
import { readProcessUsage } from "./process-usage.ts"
import { unpackInNode } from "./unpack.ts"
import { asksForHub, Upgrades } from "./upgrades.ts"
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
    // Other machines can't use these names, because the listener refuses their requests before.
    allowedHosts: [...allowedHosts, ...machineNames()],
  })
  const hosts = hostGuard(allowedHosts)
  const origins = controlOrigins(options.controlOrigins ?? [], options.corsCredentials ?? false)
  const probes = { worlds: app.worlds, hosts, origins }
  const upgrades = new Upgrades(app)
  const server = new GuardedServer(allowedHosts, {
    answer: listenerOf(app, ownsProcess),
    refuse: (incoming, stranger) => probed(incoming, probes) ?? refuseStranger(incoming, stranger, probes.worlds),
    mayUpgrade: asksForHub,
    upgrade: (incoming, socket, head) => void upgrades.open(incoming, socket, head),
  })
  const url = await server.listen(port, host)
  app.worlds.servedAt((publicUrl ?? url).replace(/\/+$/, ""))
  await app.replicas.start()
  const stopClocks = driveClocks(app.worlds)
  const stopFreeing = freeBlobs(app.worlds)
  const stopCollecting = ownsProcess ? collectWhenIdle(v8Heap()) : () => {}

  let closed: Promise<void> | undefined
  return {
    app,
    url,
    close({ graceMs } = {}) {
      closed ??= (async () => {
        const isClosed = server.close(graceMs)
        app.close()
        upgrades.close()
        stopClocks()
        stopFreeing()
        stopCollecting()
        await isClosed
        await app.replicas.stop()
      })()
      return closed
    },
  }
}

/** Returns a Node listener that passes requests to the app. If the app throws, for example for a planned fault, closes the connection. */
function listenerOf(app: App, ownsProcess: boolean): RequestListener {
  const listener = getRequestListener(
    async (request, node) => {
      try {
        const answer = await app.fetch(request, { ...node, unpack: unpackInNode, hasHub: true })
        if (!node.incoming.complete) discardRest(node.incoming)
        return answer
      } catch {
        node.outgoing.destroy()
        return nothingToSend()
      }
    },
    { overrideGlobalObjects: ownsProcess, autoCleanupIncoming: false, errorHandler: malformedResponse },
  )
  return (incoming, outgoing) => {
    const { headers } = incoming
    // The library accepts a host only in the spelling of URLs.
    if (headers.host?.startsWith("[") === true) headers.host = urlAuthority(headers.host)
    void listener(incoming, outgoing)
  }
}

/** Returns the error response to a request with an invalid target or invalid headers. */
function malformedResponse(error: unknown): Response {
  const { status, headers, body } = presentError(invalidParams((error as Error).message), null)
  return new Response(sendable(body), { status, headers })
}

/** Returns the response to a health check; undefined for all other requests. */
function probed({ method = "", url = "", headers }: IncomingMessage, probes: ProbeParts): Reply | undefined {
  return probeReply(probes, { method, target: url, header: (name) => headers[name]?.toString() })
}
