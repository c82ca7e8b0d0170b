import { resolve } from "node:path"
import {
  type Acting,
  type CreateWorld,
  createWorld,
  findUserByReference,
  issueToken,
  type World,
} from "../src/inside.ts"
import { vmPatterns } from "./adapters/vm-patterns.ts"
import { type App, createApp } from "./app.ts"
import { type Client, createClient } from "./client.ts"
import { readFixtureFiles } from "./fixture-files/index.ts"

export interface TestWorldOptions extends Omit<CreateWorld, "fixture"> {
  /** A fixture, or the path of a fixture file (JSON or YAML), relative to the working directory. Absent: an empty world. */
  readonly fixture?: CreateWorld["fixture"] | string
  /** Work on the world before the first test, done once: what every test is to find there. */
  readonly prepare?: (world: World) => void | Promise<void>
}

/** A world of one test's own, with the ways into it. */
export interface TestWorld {
  readonly world: World
  /** The whole API as a fetch function over this world. */
  readonly app: App
  /** Use cases as a user (`e-mail`, `e-mail#user_code` or u_id), typed, without HTTP. */
  readonly as: (user: string) => Acting
  /** A typed client of the API that is logged in as a user; without one, it is nobody. */
  readonly client: (user?: string) => Client
  readonly clock: World["clock"]
  readonly mail: World["mail"]
}

/** Hands out worlds that all begin alike and know nothing of each other. */
export interface TestWorlds {
  /** A fork of the prepared world; loading and preparing happen once, on the first call. */
  fresh(): Promise<TestWorld>
}

const TEST_NOW = "2026-01-05T09:00:00.000Z"

/**
 * Worlds for any test runner. The clock is frozen at 2026-01-05T09:00:00Z and the seed is 1 unless the options or the fixture say
 * otherwise, so that runs are the same.
 */
export function testWorlds(options: TestWorldOptions = {}): TestWorlds {
  let base: Promise<World> | undefined
  return {
    async fresh() {
      base ??= makeBase(options)
      return testWorld((await base).fork())
    },
  }
}

async function makeBase({ fixture, prepare, ...options }: TestWorldOptions): Promise<World> {
  const loaded =
    typeof fixture === "string" ? await readFixtureFiles([resolve(fixture)]) : fixture === undefined ? {} : { fixture }
  const own = "fixture" in loaded ? (loaded.fixture as { readonly clock?: object; readonly seed?: number }) : {}
  const world = await createWorld({
    ...(own.clock === undefined ? { clock: { mode: "frozen", now: TEST_NOW } } : {}),
    ...(own.seed === undefined ? { seed: 1 } : {}),
    ...loaded,
    ...options,
  })
  await prepare?.(world)
  return world
}

function testWorld(world: World): TestWorld {
  const app = createApp({ world, patterns: vmPatterns() })
  return {
    world,
    app,
    as: (user) => world.as(user),
    client: (user) => createClient({ app: user === undefined ? app : loggedIn(app, world, user) }),
    clock: world.clock,
    mail: world.mail,
  }
}

/** The app as a user sees it: every request carries one of their tokens, issued with the first request. */
function loggedIn(app: App, world: World, user: string): Pick<App, "fetch"> {
  let token: Promise<string> | undefined
  return {
    async fetch(request) {
      token ??= tokenFor(world, user)
      request.headers.set("authorization", `Bearer ${await token}`)
      return app.fetch(request)
    },
  }
}

/** A token of the user's own: a fixed one of the fixture, else a new one. */
async function tokenFor(world: World, reference: string): Promise<string> {
  const view = world.view()
  const user = findUserByReference(view, reference)
  if (user === undefined) throw new Error(`no user ${reference} in the world`)
  const fixed = view.list("tokens", "tokensByUser", user.uId).find((token) => token.isFixed)
  return fixed?.token ?? world.commit("Login", null, (tx) => issueToken(tx, user))
}
