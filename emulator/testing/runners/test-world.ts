import {
  type ActingOf,
  type AnyTypes,
  type ApiCaller,
  issueToken,
  noPatterns,
  requireUser,
  type World,
  type WorldOf,
} from "../../../src/inside.ts"
import { vmPatterns } from "../../adapters/vm-patterns.ts"
import type { App } from "../../app.ts"
import { type ClientOf, createClient } from "../../client/client.ts"
import type { RunningServer } from "../../node/server.ts"
import { type Answering, fetchFrom } from "./fetch-from.ts"

/** A world of one test's own, with the ways into it (docs/testing.md); `S` is a schema that `hexarium types` wrote. */
export interface TestWorld<S extends AnyTypes = undefined> {
  /** The world itself. */
  readonly world: WorldOf<S>
  /** The whole API as a fetch function over this world, without a port. */
  readonly app: App
  /** Operations as a user (`e-mail`, `e-mail#user_code` or u_id), typed, without HTTP. Refuses an unknown one. */
  readonly as: (user: string) => ActingOf<S>
  /** A typed client of the API that is logged in as a user; without one, it is nobody. */
  readonly client: (user?: string) => ClientOf<S>
  /** A bearer token of a user: a fixed one of the fixture, else a new one that lasts as long as Login's. Rejects for an unknown user. */
  readonly token: (user: string) => Promise<string>
  /**
   * Stands in for the global `fetch` in code under test: answers from this world, whatever origin is asked for, and takes paths
   * (`/api/v0/userinfo`) too.
   */
  readonly fetch: typeof fetch
  /** The world's time: `await clock.advance("1d")`. */
  readonly clock: World["clock"]
  /** The world's outbox. */
  readonly mail: World["mail"]
  /** Serves the world on a free port of 127.0.0.1, once; from then on the links of its mails lead there. */
  serve(): Promise<RunningServer>
  /** Waits for what goes on in the world, and stops its server if there is one. */
  close(): Promise<void>
}

/** A world's parts as a test is handed them: those of `TestWorld`, with a server that is started where a test names it. */
export interface TestFixtures<S extends AnyTypes = undefined> extends Omit<TestWorld<S>, "serve" | "close"> {
  /** The world's server on a free port, closed after the test. */
  readonly server: RunningServer
  /** The server's address, without a trailing slash: a base URL for clients. */
  readonly url: string
}

/** The ways into a world that need no app: a test that takes no others loads half as much. */
export interface OpenedWorld extends Omit<TestWorld, "app" | "client" | "fetch" | "serve"> {
  /** All ways. The app comes into being with the first call. */
  whole(): Promise<TestWorld>
}

const OVER =
  "the test of this world is over, and its world was closed; await every call within the test, and give each test a world of its own"

/** The ways into a world. */
export function openWorld(world: World): OpenedWorld {
  let made: Promise<App> | undefined
  let server: Promise<RunningServer> | undefined
  let isOver = false
  const makeApp = () => {
    made ??= loadApp(world)
    return made
  }
  const serve = async (app: App) => {
    const { startServer } = await import("../../node/server.ts")
    return startServer({ worlds: app.worlds, port: 0 })
  }
  if (world.patterns === noPatterns) world.patterns = vmPatterns()
  const callApp: ApiCaller = async (...call) => {
    await makeApp()
    if (world.apiCaller === null || world.apiCaller === callApp) throw new Error("no app answers the calls of scripts")
    return world.apiCaller(...call)
  }
  world.apiCaller = callApp
  const opened = {
    world,
    as: (user: string) => world.as(user),
    token: (user: string) => tokenFor(world, user),
    clock: world.clock,
    mail: world.mail,
    async close() {
      await world.idle()
      await (await server)?.close({ graceMs: 0 })
      world.end(OVER)
      isOver = true
    },
  }
  return {
    ...opened,
    async whole() {
      const app = await makeApp()
      return {
        ...opened,
        app,
        client: (user) => createClient({ app: user === undefined ? app : loggedIn(app, world, user) }),
        fetch: fetchFrom(app),
        async serve() {
          if (isOver) throw new Error(`serve: ${OVER}`)
          server ??= serve(app)
          return server
        },
      }
    },
  }
}

async function loadApp(world: World): Promise<App> {
  const { createApp } = await import("../../app.ts")
  return createApp({ world })
}

/** The app as a user sees it: every request carries one of their tokens, issued with the first request. */
function loggedIn(app: App, world: World, user: string): Answering {
  let token: Promise<string> | undefined
  return {
    async fetch(request) {
      token ??= tokenFor(world, user)
      request.headers.set("authorization", `Bearer ${await token}`)
      return app.fetch(request)
    },
  }
}

async function tokenFor(world: World, reference: string): Promise<string> {
  const view = world.view()
  const user = requireUser(view, reference)
  const fixed = view.list("tokens", "tokensByUser", user.uId).find((token) => token.isFixed)
  return fixed?.token ?? world.commit("Login", null, (tx) => issueToken(tx, user))
}
