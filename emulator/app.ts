import { type Context, Hono, type MiddlewareHandler } from "hono"
import { basePath } from "hono/route"
import { RegExpRouter } from "hono/router/reg-exp-router"
import { Disconnect, OutcomeUnknown, readOnlyRefusal } from "../src/engine/index.ts"
import { inspect, targetNotFound } from "../src/model/index.ts"
import { noPatterns } from "../src/ports/index.ts"
import {
  API,
  type AppEnv,
  asDomainError,
  corsFor,
  hostGuard,
  logBlockedIn,
  logOutside,
  makeApi,
  nearOperation,
  noSuchPath,
  type PublicEnv,
  presentError,
  type Reads,
  readBarrier,
  refuseStrangeHosts,
  withVersion,
} from "./api/index.ts"
import { APP_OPTIONS, type AppOptions, requireAppOptions, worldsToServe } from "./app-options.ts"
import {
  apiCallerOf,
  controlOrigins,
  guardVersions,
  makeControl,
  makeMetrics,
  makeProbes,
  makeScriptLines,
} from "./control/index.ts"
import { GRAPHQL, makeGraphql, ROOT_NAMES } from "./graphql/index.ts"
import { makeHubRoutes } from "./hub/index.ts"
import { type CapsuleParts, ServerCoverage } from "./insight/index.ts"
import { makeAppPages, makePages } from "./pages/index.ts"
import { nextTurn, nothingToSend, type Reply, respond, withHeaders } from "./wire/index.ts"
import {
  type AppWorlds,
  atVersion,
  MAIN,
  type NamedWorld,
  onlyNow,
  Replicas,
  splitVersion,
  type Worlds,
} from "./worlds/index.ts"

export type { AppOptions } from "./app-options.ts"

/**
 * The whole emulator as a Hono app. `fetch` returns a Response for a Request without a socket, and rejects if a planned
 * fault cuts the connection. The app can be mounted in another Hono app: `mine.route("/fake", app)`.
 */
export interface App extends Hono<PublicEnv> {
  /** Returns the response to a Request, or to a path or URL with `{ method, headers, body }` like the global `fetch`. */
  readonly fetch: Hono<PublicEnv>["fetch"] & ((path: string | URL, init?: RequestInit) => Response | Promise<Response>)
  /** The worlds that the app serves, by name. */
  readonly worlds: AppWorlds
  /** Connection to the other servers that share the store. Code that listens on a socket must start and stop it. */
  readonly replicas: Replicas
  /** Ends all event streams and all requests that wait for mails, so that a server can stop. */
  close(): void
}

/**
 * Creates a Hono app that serves one world or the worlds of a store.
 *
 * @example
 * ```ts
 * import { createWorld } from "hexarium"
 * import { createApp } from "hexarium/http"
 *
 * const app = createApp({ world: await createWorld({ fixture }) })
 * const response = await app.fetch("/api/v0/userinfo", { headers: { authorization: "Bearer ada-token" } })
 * ```
 */
export function createApp(options: AppOptions): App {
  requireAppOptions("createApp", options, APP_OPTIONS)
  const worlds = worldsToServe(options)
  const replicas = new Replicas(worlds)
  const hosts = hostGuard(options.allowedHosts ?? [])
  const cors = corsFor(options.corsOrigins ?? [], options.corsCredentials ?? false)
  const { patterns = noPatterns, strict = false } = options
  const capsuleParts: CapsuleParts = { strict, open: openMoment }
  worlds.onWorld((named) => {
    const { world } = named
    world.apiCaller = apiCallerOf(named, strict)
    world.capsuleWriter = async (options) => {
      const { writeCapsule } = await import("./insight/capsules/write-capsule.ts")
      return writeCapsule(named, options, capsuleParts)
    }
    world.pause = nextTurn
    world.faults.acceptNames(ROOT_NAMES)
    if (world.patterns === noPatterns) world.patterns = patterns
  })
  const answer = (context: Context<AppEnv>, reply: Reply) => {
    const headers = cors.headers(context.req.header("origin"))
    return respond(context, withHeaders(reply, withVersion(headers, context.get("named"))))
  }
  const api = makeApi({ hosts, answer, strict, onBug: options.onBug })

  // Hono runs handlers in the order of registration, so the order below is the order of the checks.
  const app = new Hono<AppEnv>({ router: new RegExpRouter(), getPath: pathOf })
  const origins = controlOrigins(options.controlOrigins ?? [], options.corsCredentials ?? false)
  app.route("/_hexarium", makeProbes({ worlds, hosts, origins }, options))
  app.use(refuseStrangeHosts(hosts, (context, reply) => logBlockedIn(context, worlds.main, pathInApp(context), reply)))
  const { reads = "fenced" } = options
  const coverage = options.coverage === true ? new ServerCoverage(worlds) : undefined
  const guards = { worlds, hosts, remote: options, origins }
  app.route("/_hexarium", makeControl(guards, { reads, replicas, strict, coverage, capsules: capsuleParts }))
  app.route("/metrics", makeMetrics(guards, { replicas, processUsage: options.processUsage }))
  app.route("/", makePages(options.pageFile, options.pagesFolder ?? ""))
  app.options("*", cors.preflight)
  const choose = chooseWorld({ worlds, answer, reads, replicas, findStranger: guardVersions(guards) })
  app.use("/w/:world/*", choose)
  app.use(choose)
  for (const root of ["", "/w/:world"]) app.route(`${root}/sse`, makeScriptLines(guards))
  const appPages = makeAppPages(askerOf(app), hosts)
  for (const root of ["", "/w/:world"]) app.route(`${root}/app`, appPages)
  const graphql = makeGraphql({ hosts, answer, strict, onBug: options.onBug })
  for (const root of ["", "/w/:world"]) app.route(root + GRAPHQL, graphql)
  const hub = makeHubRoutes(answer)
  for (const root of ["", "/w/:world"]) app.route(`${root}/hub`, hub)
  app.route(`/w/:world${API}`, api)
  app.route(API, api)
  app.all("*", (context) => {
    const path = pathInWorld(context)
    const reply = noSuchPath(path, nearOperation(context.req.method, path))
    logOutside(context, context.get("named"), path, reply)
    return answer(context, reply)
  })
  app.onError((error, context) => {
    if (error instanceof Disconnect || error instanceof OutcomeUnknown) return cutConnection(context, error)
    options.onBug?.(error, context.req.path)
    return respond(context, presentError(asDomainError(error), null))
  })
  // Hono is invariant in its environment, although handlers of the public one would only see less of each world.
  const published = app as unknown as Hono<PublicEnv>
  return Object.assign(published, { fetch: fetchOf(app), worlds, replicas, close: () => worlds.close() })
}

/** Serves a world of a capsule in process. */
const openMoment: CapsuleParts["open"] = (world, strict) => createApp({ world, strict })

/** Extends Hono's `fetch`, which only accepts Requests, to accept paths and URLs. Throws a TypeError for other values. */
function fetchOf(app: Hono<AppEnv>): App["fetch"] {
  const { fetch } = app
  return (given: Request | string | URL, ...more: readonly unknown[]) => {
    if (typeof given === "string" || given instanceof URL) return app.request(`${given}`, more[0] as RequestInit)
    if (typeof given?.url !== "string" || typeof given.method !== "string") {
      throw new TypeError(`app.fetch takes a Request, or a path such as "/api/v0/userinfo", not ${inspect(given)}`)
    }
    return fetch(given, ...(more as []))
  }
}

/** Returns a function that calls a world's API inside the process, for the pages that mails link to. */
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

/** Closes the connection after a planned fault or an unknown outcome. Throws `error` if there is no socket. */
function cutConnection({ env }: Context<AppEnv>, error: Disconnect | OutcomeUnknown): Response {
  if (env?.outgoing === undefined) throw error
  env.outgoing.destroy()
  return nothingToSend()
}

/** Returns the path as it was sent, because handlers unescape the path parameters themselves. */
function pathOf({ url }: Request): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(\/[^?#]*)/i.exec(url)?.[1] ?? "/"
}

/** Returns the path below the app's mount point. */
const pathInApp = (context: Context<AppEnv>): string => {
  const base = basePath(context)
  return base === "/" ? context.req.path : context.req.path.slice(base.length)
}

/** Returns the path below the app's mount point, without the prefix `/w/<world>`. */
const pathInWorld = (context: Context<AppEnv>): string => pathInApp(context).replace(/^\/w\/[^/]+(?=\/)/, "")

interface ChoiceParts {
  readonly worlds: Worlds
  readonly answer: (context: Context<AppEnv>, reply: Reply) => Response
  readonly reads: Reads
  readonly replicas: Replicas
  /** Returns the error for a client that may not read versions of the past. */
  readonly findStranger: ReturnType<typeof guardVersions>
}

/** Selects the world by path prefix, then by header; the default is `main` (control.md section 2). */
function chooseWorld({ worlds, answer, reads, replicas, findStranger }: ChoiceParts): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    if (context.get("named") === undefined) {
      const text = context.req.param("world") ?? context.req.header("x-hexarium-world") ?? MAIN
      const [name, version] = splitVersion(text)
      const named = worlds.find(name) ?? (await findNew(worlds, replicas, name))
      if (named === undefined) {
        const reply = presentError(targetNotFound(`the world ${JSON.stringify(name)} does not exist`), null)
        const main = worlds.find(MAIN)
        if (main !== undefined) logOutside(context, main, context.req.path, reply)
        return answer(context, reply)
      }
      context.set("named", named)
      try {
        if (named.world.isShared) await readBarrier(context, named, reads)
        if (version !== undefined) {
          const { req, env } = context
          const refusal = findStranger(env?.incoming?.socket, (header) => req.header(header))
          if (refusal !== undefined) throw refusal
          const path = pathInWorld(context)
          if (/^\/hub(?:\/|$)/.test(path)) throw readOnlyRefusal()
          if (!/^\/(?:api\/v0|graphql)(?:\/|$)/.test(path)) throw onlyNow(text)
          context.set("named", atVersion(named, version))
        }
      } catch (error) {
        return answer(context, presentError(asDomainError(error), null))
      }
    }
    await next()
    return
  }
}

/** Returns a world that another server has created in the shared store; undefined if the store lacks it. */
async function findNew(worlds: Worlds, replicas: Replicas, name: string): Promise<NamedWorld | undefined> {
  if (!replicas.isShared) return undefined
  await replicas.refresh()
  return worlds.find(name)
}
