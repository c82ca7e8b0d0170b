import { type Context, Hono, type MiddlewareHandler } from "hono"
import { basePath } from "hono/route"
import { RegExpRouter } from "hono/router/reg-exp-router"
import { Disconnect, noPatterns, OutcomeUnknown, shown, targetNotFound } from "../src/inside.ts"
import { APP_OPTIONS, type AppOptions, mainOf, requireAppOptions } from "./app-options.ts"
import { makeControl } from "./control/control.ts"
import { apiCallerOf } from "./control/script-calls.ts"
import { makeScriptLines } from "./control/script-lines.ts"
import type { AppEnv } from "./http/app-env.ts"
import { corsFor } from "./http/cors.ts"
import { asDomainError, presentError } from "./api/http/errors.ts"
import { fence, type Reads, withVersion } from "./api/http/read-barrier.ts"
import { hostGuard, refuseStrangeHosts } from "./api/http/hosts.ts"
import { noSuchPath } from "./api/http/not-found.ts"
import { nothingToSend, respond } from "./http/respond.ts"
import { makeAppPages } from "./pages/app/app-pages.ts"
import { makePages } from "./pages/pages.ts"
import { API, makeApi } from "./pipeline/api.ts"
import { Replicas } from "./worlds/replicas/replicas.ts"
import { type Reply, withHeaders } from "./wire/reply.ts"
import { MAIN, type NamedWorld, Worlds } from "./worlds/worlds.ts"

export type { AppOptions } from "./app-options.ts"

/**
 * The whole emulator as a Hono app: `fetch` answers a Request with a Response, no socket needed. Where a planned fault cuts the
 * connection it rejects, if there is none to cut. Mounted in an app of your own (`mine.route("/fake", app)`) it answers below that path.
 */
export interface App extends Hono<AppEnv> {
  /** Answers a Request; also what the global `fetch` takes, a path or URL with `{ method, headers, body }`, as `request` does. */
  readonly fetch: Hono<AppEnv>["fetch"] & ((path: string | URL, init?: RequestInit) => Response | Promise<Response>)
  /** The worlds it serves, by name. */
  readonly worlds: Worlds
  /** This server among those that share its store; whoever listens starts and stops it. */
  readonly replicas: Replicas
  /** Ends pending event streams and waits for mails, so that a server can stop. */
  close(): void
}

/** Answers for worlds: the API, the control plane and the pages (control.md). */
export function createApp(options: AppOptions): App {
  requireAppOptions("createApp", options, APP_OPTIONS)
  const worlds = options.worlds ?? new Worlds(mainOf(options), options)
  const replicas = new Replicas(worlds)
  const hosts = hostGuard(options.allowedHosts ?? [])
  const cors = corsFor(options.corsOrigins ?? [], worlds.kept !== undefined)
  const { patterns = noPatterns } = options
  worlds.onWorld((named) => {
    const { world } = named
    world.apiCaller = apiCallerOf(named)
    if (world.patterns === noPatterns) world.patterns = patterns
  })
  const answer = (context: Context<AppEnv>, reply: Reply) => {
    const headers = cors.headers(context.req.header("origin"))
    return respond(context, withHeaders(reply, withVersion(headers, context.get("named"))))
  }
  const api = makeApi({ hosts, answer, strict: options.strict ?? false, onBug: options.onBug })

  // Of two handlers of a path the earlier comes first, so the order is that of the checks.
  const app = new Hono<AppEnv>({ router: new RegExpRouter(), getPath: pathOf })
  app.use(refuseStrangeHosts(hosts))
  const { reads = "fenced" } = options
  app.route("/_hexarium", makeControl({ worlds, hosts, remote: options, reads, replicas }))
  app.route("/", makePages(options.pageFile))
  app.options("*", cors.preflight)
  const choose = chooseWorld({ worlds, answer, reads, replicas })
  app.use("/w/:world/*", choose)
  app.use(choose)
  for (const root of ["", "/w/:world"]) app.route(`${root}/sse`, makeScriptLines(hosts, options))
  const appPages = makeAppPages(askerOf(app), hosts)
  for (const root of ["", "/w/:world"]) app.route(`${root}/app`, appPages)
  app.route(`/w/:world${API}`, api)
  app.route(API, api)
  app.all("*", (context) => answer(context, noSuchPath(pathInWorld(context), context.req.method)))
  app.onError((error, context) => {
    if (error instanceof Disconnect || error instanceof OutcomeUnknown) return cut(context, error)
    options.onBug?.(error, context.req.path)
    return respond(context, presentError(asDomainError(error), null))
  })
  return Object.assign(app, { fetch: fetchOf(app), worlds, replicas, close: () => worlds.close() })
}

/** Hono's own takes Requests alone, and fails within at anything else. */
function fetchOf(app: Hono<AppEnv>): App["fetch"] {
  const { fetch } = app
  return (given: Request | string | URL, ...more: readonly unknown[]) => {
    if (typeof given === "string" || given instanceof URL) return app.request(`${given}`, more[0] as RequestInit)
    if (typeof given?.url !== "string" || typeof given.method !== "string") {
      throw new TypeError(`app.fetch takes a Request, or a path such as "/api/v0/userinfo", not ${shown(given)}`)
    }
    return fetch(given, ...(more as []))
  }
}

/** Asks the API of a world in process, for the pages that complete what a mail began. */
function askerOf(app: Hono<AppEnv>) {
  return async (world: string, method: string, path: string, body?: object) => {
    const answer = await app.fetch(
      new Request(`http://localhost${API}${path}`, {
        method,
        headers: { accept: "application/json", "content-type": "application/json", "x-hexarium-world": world },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    return { status: answer.status, body: (await answer.json().catch(() => null)) as unknown }
  }
}

/** The end of a connection that a planned fault cuts, or where nothing true can be answered: also below an app of somebody's own, which would answer an error of ours with 500. */
function cut({ env }: Context<AppEnv>, error: Disconnect | OutcomeUnknown): Response {
  if (env?.outgoing === undefined) throw error
  env.outgoing.destroy()
  return nothingToSend()
}

/** The path of a request as it was sent: parameters are unescaped once, by those who read them. */
function pathOf({ url }: Request): string {
  const [, path = "/"] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(\/[^?#]*)/i.exec(url) ?? []
  return path
}

/** A path without what leads to the app and to the world. */
const pathInWorld = (context: Context<AppEnv>): string => {
  const base = basePath(context)
  const own = base === "/" ? context.req.path : context.req.path.slice(base.length)
  return own.replace(/^\/w\/[^/]+(?=\/)/, "")
}

interface ChoiceParts {
  readonly worlds: Worlds
  readonly answer: (context: Context<AppEnv>, reply: Reply) => Response
  readonly reads: Reads
  readonly replicas: Replicas
}

/** A world is named by the path of its base URL, else by a header; without either it is `main` (control.md section 2). */
function chooseWorld({ worlds, answer, reads, replicas }: ChoiceParts): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    if (context.get("named") === undefined) {
      const name = context.req.param("world") ?? context.req.header("x-hexarium-world") ?? MAIN
      const named = worlds.find(name) ?? (await findNew(worlds, replicas, name))
      if (named === undefined)
        return answer(context, presentError(targetNotFound(`no world ${JSON.stringify(name)}`), null))
      context.set("named", named)
      try {
        const fenced = fence(context, named, reads)
        if (fenced !== undefined) await fenced
      } catch (error) {
        return answer(context, presentError(asDomainError(error), null))
      }
    }
    await next()
    return
  }
}

/** A world that another server may have made meanwhile. */
async function findNew(worlds: Worlds, replicas: Replicas, name: string): Promise<NamedWorld | undefined> {
  if (!replicas.isShared) return undefined
  await replicas.refresh()
  return worlds.find(name)
}
