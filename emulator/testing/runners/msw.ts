import * as msw from "msw"
import { Disconnect } from "../../../src/engine/index.ts"
import { inspect, type NamesOf, oncePer, requireOptions } from "../../../src/model/index.ts"
import { isWorld, type World } from "../../../src/world/index.ts"
import { createApp } from "../../app.ts"
import { requireBaseUrls } from "./base-urls.ts"
import { type Answering, pathFrom, redirectRequest } from "./fetch-from.ts"
import { requireMsw } from "./msw-version.ts"

/** Options of `hexariumHandlers`, which select the requests that the world handles. */
export interface HandlerOptions {
  /**
   * Base URLs that the code calls, without `/api/v0` and without a trailing slash, e.g. `https://api.example.com`. The
   * world handles all requests below these URLs. Default: paths with `/api/v0/`, on any host.
   */
  readonly baseUrl?: string | readonly string[]
}

/** A world, its app, or an object with an `app` property, such as a test's fixtures. */
export type HandledWorld =
  | World
  | Answering
  | {
      /** The app that handles the requests. */
      readonly app: Answering
    }

/**
 * Creates Mock Service Worker handlers for a world (docs/testing.md), for code that calls a fixed base URL. They work
 * in Node (`setupServer`) and in a browser (`setupWorker`). If `source` is a function, it is called for every request
 * and returns the running test's world.
 *
 * Mail links start with the world's `baseUrl`; set it to the same URL. A planned disconnection causes a network
 * error.
 *
 * @example
 * ```ts
 * import { hexariumHandlers } from "hexarium/msw"
 * import { setupServer } from "msw/node"
 *
 * const server = setupServer(...hexariumHandlers(world, { baseUrl: "https://api.example.com" }))
 * server.listen()
 * ```
 */
export function hexariumHandlers(
  source: HandledWorld | (() => HandledWorld),
  options: HandlerOptions = {},
): msw.HttpHandler[] {
  const { http, HttpResponse } = requireMsw(msw)
  if (typeof source !== "function") requireSource(source)
  requireOptions("hexariumHandlers", options, { baseUrl: true } satisfies NamesOf<HandlerOptions>)
  const findApp = appFinder()
  const answer = async (request: Request, base?: string) => {
    const app = findApp(requireSource(typeof source === "function" ? source() : source))
    try {
      return await app.fetch(redirectRequest(request, pathFrom(request.url, base)))
    } catch (error) {
      if (error instanceof Disconnect) return HttpResponse.error()
      throw error
    }
  }
  const bases = requireBaseUrls("baseUrl", options.baseUrl)
  if (bases === undefined) return [http.all("*/api/v0/*", ({ request }) => answer(request))]
  return bases.map((base) => http.all(`${base}/*`, ({ request }) => answer(request, base)))
}

function requireSource(source: HandledWorld): HandledWorld {
  const isSource = typeof source === "object" && source !== null
  if (isSource && (isWorld(source) || "fetch" in source || "app" in source)) return source
  throw new TypeError(
    `hexariumHandlers expects a world, an app, the result of worlds.fresh() or a function that returns such a value, received ${inspect(source)}`,
  )
}

function appFinder(): (handled: HandledWorld) => Answering {
  const appOf = oncePer((world: World) => createApp({ world, history: 0 }))
  return (handled) => {
    if ("app" in handled) return handled.app
    return "fetch" in handled ? handled : appOf(handled)
  }
}
