import type { IncomingMessage, ServerResponse } from "node:http"
import { networkInterfaces } from "node:os"
import type { Duplex } from "node:stream"
import type { PreviewServer, ResolvedConfig, ViteDevServer } from "vite"
import { FixtureError } from "../../src/fixtures/index.ts"
import { presentError } from "../api/index.ts"
import { guardFromRemote } from "../control/index.ts"
import type { RunningServer, ServerOptions } from "../node/index.ts"
import { jsonReply, type Reply } from "../wire/index.ts"
import { PAGES_FOLDER, TOOLBAR_SCRIPT } from "./paths.ts"
import type { ViteSettings } from "./plugin.ts"

/** Loads the parts of the server that no folder's index exports, because they would load more than the plugin needs. */
async function loadParts() {
  const [{ serve }, { placedMistakes }, { RequestGuard }, { serveApp }] = await Promise.all([
    import("../cli/serve/serve.ts"),
    import("../cli/fixture-mistakes.ts"),
    import("../node/request-guard.ts"),
    import("../node/serve-app.ts"),
  ])
  return { serve, placedMistakes, RequestGuard, serveApp }
}

type Parts = Awaited<ReturnType<typeof loadParts>>
type Serving = Awaited<ReturnType<Parts["serve"]>>

/** The worlds of a Vite config. They survive restarts of the dev server, because Vite loads this module once in a process. */
const openedWorlds = new Map<string, ViteWorlds>()

/** Returns the worlds of a config's settings. Worlds of other settings of the same root are closed. */
export async function worldsOf(config: ResolvedConfig, settings: ViteSettings, isDev: boolean): Promise<ViteWorlds> {
  const parts = await loadParts()
  const hosts = allowedHosts(isDev ? config.server : { ...config.preview, origin: "" })
  const key = JSON.stringify({ settings, hosts })
  const known = openedWorlds.get(config.root)
  if (known?.key === key) return known
  const worlds = new ViteWorlds(key, settings, hosts, parts)
  openedWorlds.set(config.root, worlds)
  await known?.close()
  return worlds
}

/**
 * Returns the hosts that the dev server or the preview server accepts besides the loopback hosts. They include the addresses of this machine,
 * because nobody can rebind an address.
 */
function allowedHosts(server: Pick<ResolvedConfig["server"], "host" | "allowedHosts" | "origin">): string[] {
  const { origin = "" } = server
  const isOpen = server.host !== undefined && server.host !== false
  const addresses = isOpen ? Object.values(networkInterfaces()).flatMap((all) => all ?? []) : []
  return [
    ...(typeof server.host === "string" ? [server.host] : []),
    ...(server.allowedHosts === true ? [] : (server.allowedHosts ?? []).filter((host) => !host.startsWith("."))),
    ...(URL.canParse(origin) ? [new URL(origin).hostname] : []),
    ...addresses.map(({ address }) => (address.includes(":") ? `[${address}]` : address)),
  ]
}

type Server = ViteDevServer | PreviewServer

/** Worlds that a dev server serves: loaded once, and reloaded when their fixtures change. */
export class ViteWorlds {
  readonly key: string
  readonly #settings: ViteSettings
  readonly #hosts: readonly string[]
  readonly #parts: Parts
  #guard: InstanceType<Parts["RequestGuard"]> | undefined
  #serving: Promise<Serving> | undefined
  #problem: unknown
  /** The address of the dev server, once it listens. */
  #url = "http://localhost:5173"
  #reloads: Promise<void> = Promise.resolve()

  constructor(key: string, settings: ViteSettings, hosts: readonly string[], parts: Parts) {
    this.#parts = parts
    this.key = key
    this.#settings = settings
    this.#hosts = hosts
  }

  /** Responds to a request, with 503 and the reason if the fixture is faulty. */
  async answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (incoming.url === PAGES_FOLDER) {
      outgoing.writeHead(302, { location: `${PAGES_FOLDER}/` }).end()
      return
    }
    await this.#open()
    const refusal = this.#refusalOf(incoming)
    if (refusal !== undefined) outgoing.writeHead(refusal.status, refusal.headers).end(refusal.body)
    else this.#guard?.answer(incoming, outgoing)
  }

  /**
   * Returns the refusal of all requests without a world, and of requests of other machines for the dashboard (docs/how-to/vite.md). The
   * toolbar has no token, so it is only for this machine.
   */
  #refusalOf({ url = "", socket, headers }: IncomingMessage): Reply | undefined {
    if (this.#guard === undefined) {
      return jsonReply(503, { error: messageOf(this.#problem), error_code: "SYSTEM_ERROR" })
    }
    const isOpen = this.#settings.controlToken !== undefined && !url.startsWith(TOOLBAR_SCRIPT)
    if (isOpen || !url.startsWith(PAGES_FOLDER)) return undefined
    const refusal = guardFromRemote({})(socket, (name) => headers[name]?.toString())
    return refusal === undefined ? undefined : presentError(refusal, null)
  }

  /** Opens a WebSocket of the hub, or sends the response that refuses it. */
  async upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    await this.#open()
    if (this.#guard?.mayUpgrade(incoming) === true) this.#guard.upgrade(incoming, socket, head)
    else socket.destroy()
  }

  /** Follows the fixtures of a server that listens, and shows their mistakes in its pages. */
  async attach(server: Server, isDev: boolean): Promise<void> {
    const { local = [], network = [] } = server.resolvedUrls ?? {}
    this.#url = local[0] ?? network[0] ?? this.#url
    const serving = await this.#open()
    const { logger } = server.config
    if (this.#problem === undefined) logger.info(`  Hexarium: ${this.#url.replace(/\/$/, "")}${PAGES_FOLDER}/`)
    else logger.error(`hexarium: ${messageOf(this.#problem)}`)
    if (!isDev || !("watcher" in server)) return
    const files = new Set(this.#settings.fixtures)
    const follow = (more: Iterable<string>) => {
      for (const file of more) files.add(file)
      server.watcher.add([...files])
    }
    follow(serving?.files ?? [])
    server.watcher.on("all", (_, file) => {
      if (!files.has(file)) return
      this.#reloads = this.#reloads.then(() => this.#reload(server, follow))
    })
    // A page that connects after the mistake was found shows it as well.
    server.ws.on("connection", () => void this.#showProblem(server))
    await this.#showProblem(server)
  }

  async close(): Promise<void> {
    await (await this.#open())?.close()
  }

  /** Loads the worlds at the first call. Resolves to undefined if the fixture is faulty. */
  async #open(): Promise<Serving | undefined> {
    this.#serving ??= this.#parts.serve(this.#settings.fixtures, this.#settings, {
      open: (options) => this.#serve(options),
    })
    try {
      const serving = await this.#serving
      this.#problem = undefined
      return serving
    } catch (error) {
      this.#problem = error
      return undefined
    }
  }

  async #serve({
    port: _,
    host: __,
    publicUrl: ___,
    ownsProcess: ____,
    ...options
  }: ServerOptions): Promise<RunningServer> {
    const { app, listener, start, stop } = this.#parts.serveApp({
      ...options,
      allowedHosts: this.#hosts,
      pagesFolder: PAGES_FOLDER,
    })
    this.#guard = new this.#parts.RequestGuard(this.#hosts, listener)
    await start(this.#url)
    return { app, url: this.#url, close: () => stop(Promise.resolve()) }
  }

  async #reload(server: ViteDevServer, follow: (files: Iterable<string>) => void): Promise<void> {
    try {
      const wasOpen = this.#guard !== undefined
      if (!wasOpen) this.#serving = undefined
      const serving = await this.#open()
      if (serving === undefined) throw this.#problem
      follow((wasOpen ? await serving.reload() : serving).files)
      server.ws.send({ type: "full-reload" })
    } catch (error) {
      this.#problem = error
      server.config.logger.error(`hexarium: ${messageOf(error)}`)
      await this.#showProblem(server)
    }
  }

  /** Shows the mistake of the fixture in Vite's overlay, with its place. */
  async #showProblem({ ws }: ViteDevServer): Promise<void> {
    const error = this.#problem
    if (error === undefined) return
    const cause = error instanceof Error && error.cause instanceof FixtureError ? error.cause : error
    const [first] = cause instanceof FixtureError ? await this.#parts.placedMistakes(cause) : []
    const { file = null, line, column } = first ?? {}
    ws.send({
      type: "error",
      err: {
        plugin: "hexarium",
        message: messageOf(error),
        stack: "",
        ...(file === null ? {} : { id: file, loc: { file, line: line ?? 1, column: column ?? 1 } }),
      },
    })
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
