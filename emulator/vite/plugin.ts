import { resolve } from "node:path"
import type { Plugin, PreviewServer, ResolvedConfig, ViteDevServer } from "vite"
import type { StartSettings } from "../start-settings.ts"
import { isHubPath, isOwnPath, isServicePath } from "./paths.ts"
import { applyChoice, TOOLBAR_TAG } from "./toolbar.ts"
import type { ViteWorlds } from "./vite-worlds.ts"

/** Options of the plugin: the settings of `start` that concern the worlds, with the same meanings (control.md section 1). */
export interface HexariumPluginOptions
  extends Pick<
    StartSettings,
    | "allowFiles"
    | "allowOutbound"
    | "clock"
    | "controlToken"
    | "data"
    | "now"
    | "reload"
    | "seed"
    | "slowTasks"
    | "smtp"
    | "strict"
    | "webhookSecret"
  > {
  /** Fixture file or files, relative to Vite's root. Default: the demo world. */
  readonly fixture?: string | readonly string[]
  /** Whether pages of the dev server have a toolbar with world, acting user, clock and the last refused request. Default: false. */
  readonly toolbar?: boolean
}

const NAME = "hexarium"

/**
 * Vite plugin that runs Hexarium inside the dev server and the preview server: `/api/v0`, `/graphql`, `/hub` and `/_hexarium`, with the
 * dashboard at `/__hexarium/` (docs/how-to/vite.md). A build contains nothing of it.
 *
 * @example
 * ```ts
 * import { hexarium } from "hexarium/vite"
 * import { defineConfig } from "vite"
 *
 * export default defineConfig({ plugins: [hexarium({ fixture: "shop.yaml" })] })
 * ```
 */
export function hexarium(options: HexariumPluginOptions = {}): Plugin {
  return {
    name: NAME,
    apply: (_, { command, isPreview }) => command === "serve" || isPreview === true,
    configResolved({ plugins }) {
      if (plugins.filter(({ name }) => name === NAME).length > 1) {
        throw new Error("the Vite config has two hexarium() plugins; one server has one, so keep one of them")
      }
    },
    configureServer: (server) => serveIn(server, options, true),
    configurePreviewServer: (server) => serveIn(server, options, false),
    transformIndexHtml: (_, { server }) =>
      options.toolbar === true && server !== undefined && !isForTests(server) ? [TOOLBAR_TAG] : undefined,
  }
}

/** Passes the paths of Hexarium to the worlds of this process. The worlds are loaded after the dev server has started to listen. */
function serveIn(server: ViteDevServer | PreviewServer, options: HexariumPluginOptions, isDev: boolean): void {
  let loaded: Promise<ViteWorlds> | undefined
  const worlds = () => {
    loaded ??= import("./vite-worlds.ts").then(({ worldsOf }) =>
      worldsOf(server.config, settingsOf(server.config, options), isDev),
    )
    return loaded
  }
  const choose = isDev && options.toolbar === true ? applyChoice : () => {}
  server.middlewares.use((incoming, outgoing, next) => {
    const { url = "" } = incoming
    if (!isOwnPath(url)) return next()
    if (isServicePath(url)) choose(incoming)
    worlds().then((all) => all.answer(incoming, outgoing), next)
  })
  const { httpServer } = server
  httpServer?.on("upgrade", (incoming, socket, head) => {
    if (!isHubPath(incoming.url ?? "")) return
    choose(incoming)
    worlds()
      .then((all) => all.upgrade(incoming, socket, head))
      .catch(() => socket.destroy())
  })
  if (isForTests(server)) return
  const { logger } = server.config
  const attach = () =>
    worlds()
      .then((all) => all.attach(server, isDev))
      .catch((error: Error) => logger.error(`hexarium: ${error.message}`))
  // Vite fills in its URLs right after it has started to listen.
  httpServer?.once("listening", () => setImmediate(attach))
}

/** Whether the server runs Vitest's tests, which need no toolbar and may never need a world. */
const isForTests = ({ config }: ViteDevServer | PreviewServer): boolean =>
  config.plugins.some(({ name }) => name === "vitest")

/** Returns the options with absolute paths, so that the working directory does not matter. */
function settingsOf(
  { root }: ResolvedConfig,
  { fixture = [], allowFiles, data, toolbar: _, ...more }: HexariumPluginOptions,
) {
  const absolute = (path: string) => resolve(root, path)
  return {
    ...more,
    fixtures: [fixture].flat().map(absolute),
    ...(allowFiles === undefined ? {} : { allowFiles: [allowFiles].flat().map(absolute) }),
    ...(data === undefined ? {} : { data: /^postgres(?:ql)?:/i.test(data) ? data : absolute(data) }),
  }
}

export type ViteSettings = ReturnType<typeof settingsOf>
