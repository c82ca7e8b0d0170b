import type { IncomingMessage, RequestListener } from "node:http"
import { getRequestListener } from "@hono/node-server"
import { invalidParams } from "../../src/model/index.ts"
import { vmPatterns } from "../adapters/index.ts"
import { hostGuard, presentError, urlAuthority } from "../api/index.ts"
import { type App, type AppOptions, createApp } from "../app.ts"
import { controlOrigins, type ProbeParts, probeReply } from "../control/index.ts"
import { nothingToSend, type Reply, sendable } from "../wire/index.ts"
import { requireWorlds } from "../worlds/index.ts"
import { driveClocks } from "./clock-driver.ts"
import { discardRest } from "./discard-rest.ts"
import { refuseStranger } from "./find-stranger.ts"
import { freeBlobs } from "./free-blobs.ts"
import { readPageFile } from "./page-files.ts"
import { readProcessUsage } from "./process-usage.ts"
import { type GuardedListener, machineNames } from "./request-guard.ts"
import { unpackInNode } from "./unpack.ts"
import { asksForHub, Upgrades } from "./upgrades.ts"

/** An app with what it needs to run behind a listener of Node. */
export interface ServedApp {
  readonly app: App
  readonly listener: GuardedListener
  /** Starts the work that no request causes, such as scheduled events. Call this when the listener is reachable at `url`. */
  readonly start: (url: string) => Promise<void>
  /** Ends event streams and WebSockets at once, and the other work when the listener is closed. */
  readonly stop: (isClosed: Promise<void>) => Promise<void>
}

/** Creates the app of a server. `options.allowedHosts` are all hosts of the listener besides the loopback ones. */
export function serveApp(options: AppOptions, ownsProcess = false): ServedApp {
  const { allowedHosts = [] } = options
  const app = createApp({
    patterns: vmPatterns(),
    pageFile: readPageFile,
    processUsage: readProcessUsage,
    ...options,
    // Other machines can't use these names, because the listener refuses their requests before.
    allowedHosts: [...allowedHosts, ...machineNames()],
  })
  const hosts = hostGuard(allowedHosts)
  const origins = controlOrigins(options.controlOrigins ?? [], options.corsCredentials ?? false)
  const worlds = requireWorlds(app.worlds)
  const probes = { worlds, hosts, origins }
  const upgrades = new Upgrades(app)
  let stopWork = () => {}
  return {
    app,
    listener: {
      answer: listenerOf(app, ownsProcess),
      refuse: (incoming, stranger) => answerProbe(incoming, probes) ?? refuseStranger(incoming, stranger, worlds),
      mayUpgrade: asksForHub,
      upgrade: (incoming, socket, head) => void upgrades.open(incoming, socket, head),
    },
    async start(url) {
      worlds.servedAt(url.replace(/\/+$/, ""))
      await app.replicas.start()
      const stops = [driveClocks(worlds), freeBlobs(worlds)]
      stopWork = () => {
        for (const stop of stops) stop()
      }
    },
    async stop(isClosed) {
      app.close()
      upgrades.close()
      stopWork()
      await isClosed
      await app.replicas.stop()
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
function answerProbe({ method = "", url = "", headers }: IncomingMessage, probes: ProbeParts): Reply | undefined {
  return probeReply(probes, { method, target: url, header: (name) => headers[name]?.toString() })
}
