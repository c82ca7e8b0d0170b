import { issueToken, requireUser } from "../../../src/people/index.ts"
import { noPatterns } from "../../../src/ports/index.ts"
import type { ActingOf, AnyTypes, EngineWorld, World, WorldOf } from "../../../src/world/index.ts"
import { giveApp, vmPatterns } from "../../adapters/index.ts"
import type { App } from "../../app.ts"
import { type ClientOf, createClient } from "../../client/index.ts"
import type { RunningServer } from "../../node/index.ts"
import { type Answering, fetchFrom } from "./fetch-from.ts"
import type { FileCoverage } from "./test-coverage.ts"

/** A test's own world, with its client, clock, mail and server (docs/testing.md). `S` is a schema from `hexarium types`. */
export interface TestWorld<S extends AnyTypes = undefined> {
  /** The engine's `World` object. */
  readonly world: WorldOf<S>
  /** The world's app, which handles requests in this process, without a port. */
  readonly app: App
  /** Returns typed operations that run as a user (`e-mail`, `e-mail#user_code` or u_id). Throws if the user is unknown. */
  readonly as: (user: string) => ActingOf<S>
  /** Creates a typed client of the API. If a user is given, the client is logged in as that user. */
  readonly client: (user?: string) => ClientOf<S>
  /** Returns the user's token from the fixture. If there is none, creates a token with Login's lifetime. Rejects for unknown users. */
  readonly token: (user: string) => Promise<string>
  /** Replacement for the global `fetch` in code under test. It sends paths, and URLs of any origin, to this world. */
  readonly fetch: typeof fetch
  /** The world's clock, e.g. `await clock.advance("1d")`. */
  readonly clock: World["clock"]
  /** The mails that the world has sent. */
  readonly mail: World["mail"]
  /** Starts the world's server on a free port of 127.0.0.1, or returns the running one. Links in later mails use its address. */
  serve(): Promise<RunningServer>
  /** Waits for the world's pending work, then stops the server and ends the world. */
  close(): Promise<void>
}

/** The fixtures passed to a test: the properties of `TestWorld`, and a server that starts only if the test uses it. */
export interface TestFixtures<S extends AnyTypes = undefined> extends Omit<TestWorld<S>, "serve" | "close"> {
  /** The world's server on a free port. It is closed after the test. */
  readonly server: RunningServer
  /** The server's URL without a trailing slash, for use as a client's base URL. */
  readonly url: string
}

/** The properties of `TestWorld` that need no app. Tests that use only these properties start faster. */
export interface OpenedWorld extends Omit<TestWorld, "app" | "client" | "fetch" | "serve"> {
  whole(): Promise<TestWorld>
}

const CLOSED_MESSAGE =
  "the test has ended and its world was closed; await every call within the test, and use a separate world for each test"

/** Opens a test's world. `counter` counts what the tests of a file use, if they have the option `coverage`. */
export function openWorld(world: EngineWorld, counter?: FileCoverage): OpenedWorld {
  let server: Promise<RunningServer> | undefined
  let isOver = false
  if (world.patterns === noPatterns) world.patterns = vmPatterns()
  const coverage = counter?.open(world)
  const makeApp = giveApp(world, { coverage: coverage !== undefined }, (app) => coverage?.followApp(app))
  const opened = {
    world,
    as: (user: string) => coverage?.counting(world.as(user)) ?? world.as(user),
    token: (user: string) => tokenFor(world, user),
    clock: world.clock,
    mail: world.mail,
    async close() {
      await world.idle()
      await (await server)?.close({ graceMs: 0 })
      if (coverage !== undefined) await counter?.collect(coverage)
      world.end(CLOSED_MESSAGE)
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
          if (isOver) throw new Error(`serve: ${CLOSED_MESSAGE}`)
          server ??= import("../../node/server.ts").then(({ startServer }) =>
            startServer({ worlds: app.worlds, port: 0, coverage: coverage !== undefined }),
          )
          return server
        },
      }
    },
  }
}

/** Wraps the app so that each request carries a token of the user. The token is created at the first request. */
function loggedIn(app: App, world: EngineWorld, user: string): Answering {
  let token: Promise<string> | undefined
  return {
    async fetch(request) {
      token ??= tokenFor(world, user)
      request.headers.set("authorization", `Bearer ${await token}`)
      return app.fetch(request)
    },
  }
}

async function tokenFor(world: EngineWorld, reference: string): Promise<string> {
  const view = world.view()
  const user = requireUser(view, reference)
  const fixed = view.list("tokens", "tokensByUser", user.uId).find((token) => token.isFixed)
  return fixed?.token ?? world.commit("Login", null, (tx) => issueToken(tx, user))
}
