import { inspect, type NamesOf } from "../../src/model/index.ts"
import { urlHost } from "../api/index.ts"
import type { App, AppOptions } from "../app.ts"
import { APP_OPTIONS, requireAppOptions } from "../app-options.ts"
import { GuardedServer } from "./guarded-server.ts"
import { collectWhenIdle } from "./idle-heap.ts"
import { serveApp } from "./serve-app.ts"
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

/**
 * Starts a server that serves worlds over HTTP. Rejects if the server can't listen on the address.
 *
 * @example
 * ```ts
 * import { createWorldFromFiles, startServer } from "hexarium/node"
 *
 * const server = await startServer({ world: await createWorldFromFiles(["shop.yaml"]), port: 0 })
 * console.log(server.url) // such as http://127.0.0.1:49152
 * await server.close()
 * ```
 */
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
  const { app, listener, start, stop } = serveApp({ ...served, allowedHosts }, ownsProcess)
  const server = new GuardedServer(allowedHosts, listener)
  const url = await server.listen(port, host)
  await start(publicUrl ?? url)
  const stopCollecting = ownsProcess ? collectWhenIdle(v8Heap()) : () => {}

  let closed: Promise<void> | undefined
  return {
    app,
    url,
    close({ graceMs } = {}) {
      closed ??= (async () => {
        const isClosed = server.close(graceMs)
        const isStopped = stop(isClosed)
        stopCollecting()
        await isStopped
      })()
      return closed
    },
  }
}
