import * as msw from "msw"
import { Disconnect, type NamesOf, requireOptions, shown, World } from "../../../src/inside.ts"
import { type App, createApp } from "../../app.ts"
import { requireBases } from "../../runners/bases.ts"
import { type Answering, pathFrom, redirected } from "./fetch-from.ts"
import { requireMsw } from "./msw-version.ts"

/** Which requests a world answers. */
export interface HandlerOptions {
  /**
   * The base URLs that the code under test calls, without `/api/v0` and without a trailing slash, e.g. `https://api.example.com`;
   * everything below them is answered by the world. Absent: whatever has `/api/v0/` in its path, on any host.
   */
  readonly baseUrl?: string | readonly string[]
}

/** A world, its app, or whatever has one, such as what a test is handed. */
export type HandledWorld =
  | World
  | Answering
  | {
      /** The app that answers. */
      readonly app: Answering
    }

/**
 * A world as handlers of Mock Service Worker (docs/testing.md), for code that calls a fixed base URL, in Node (`setupServer`) and in
 * a page (`setupWorker`). Given a function, it is asked anew by every request: the world of the test that is running.
 *
 * ```ts
 * const server = setupServer(...hexariumHandlers(world, { baseUrl: "https://api.example.com" }))
 * ```
 *
 * For links of mails that lead back, give the world the same `baseUrl`. A connection that a planned fault cuts is a network error.
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
      return await app.fetch(redirected(request, pathFrom(request.url, base)))
    } catch (error) {
      if (error instanceof Disconnect) return HttpResponse.error()
      throw error
    }
  }
  const bases = requireBases("baseUrl", options.baseUrl)
  if (bases === undefined) return [http.all("*/api/v0/*", ({ request }) => answer(request))]
  return bases.map((base) => http.all(`${base}/*`, ({ request }) => answer(request, base)))
}

/** Tells what a world's handlers are made of, where they are given something else. */
function requireSource(source: HandledWorld): HandledWorld {
  const isSource = typeof source === "object" && source !== null
  if (isSource && (source instanceof World || "fetch" in source || "app" in source)) return source
  throw new TypeError(
    `hexariumHandlers takes a world, an app, what worlds.fresh() answers, or a function that answers one of them; it was given ${shown(source)}`,
  )
}

/** One app for each world, so that its log of requests is one, too. */
function appFinder(): (handled: HandledWorld) => Answering {
  const apps = new WeakMap<object, App>()
  return (handled) => {
    if ("app" in handled) return handled.app
    if ("fetch" in handled) return handled
    const app = apps.get(handled) ?? createApp({ world: handled })
    apps.set(handled, app)
    return app
  }
}
