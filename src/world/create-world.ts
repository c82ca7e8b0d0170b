import { clockFloor, type Ports, type StoredWorld } from "../engine/index.ts"
import type { ClockStart, Fixture, FixtureLoad, Mistake, Sources } from "../fixtures/index.ts"
import type { Bisection, DryRun } from "../insight/index.ts"
import { defined, inspect, invalidParams, LazyModule, type NamesOf, requireOptions } from "../model/index.ts"
import { CLOCK_MODES } from "../model/records/index.ts"
import { defaultPorts, retain } from "../ports/index.ts"
import { replay, type State, type WorldSettings, withSettings } from "../state/index.ts"
import type { ForkOptions } from "./fork-options.ts"
import type { PastWorld, World } from "./public-world.ts"
import { seededState } from "./seed/seeded-state.ts"
import type { ActingIn } from "./typed/acting-in.ts"
import type { AnyTypes, Narrower, WorldTypes } from "./typed/schema.ts"
import { EngineWorld } from "./world.ts"

/** Options of `createWorld`. */
export interface CreateWorld {
  /** Initial contents, also restored by `reset` (fixtures.md). Default: empty. Ignored if `persistence` already contains the world. */
  readonly fixture?: Fixture | undefined
  /** Output of `prepareFixture`, to be used instead of `fixture` and `seed`. Creates the same world faster. */
  readonly prepared?: string | undefined
  /** Seed for generated IDs, tokens and salts; overrides the fixture's seed. Default: 1. */
  readonly seed?: number | undefined
  /** Initial mode and time of the clock; overrides the fixture's clock. Default: the machine's time. */
  readonly clock?: ClockStart | undefined
  /** Stores the world. If the world is already stored there, it is loaded. Same as `ports.persistence`. */
  readonly persistence?: StoredWorld | undefined
  /** Adapters that replace the default in-memory adapters. */
  readonly ports?: Partial<Ports> | undefined
  /** Base URL for links in mails and for picture URLs, without a trailing slash. */
  readonly baseUrl?: string | undefined
  /** Reads the files that the fixture names. Default: fixtures that name files are rejected. */
  readonly sources?: Sources | undefined
  /** If true, the fixture's structure is not checked, because that has already been done, e.g. for the built-in demo. */
  readonly isStructureKnown?: boolean | undefined
  /**
   * Called with the warnings about the fixture, if there are any: settings that are valid but probably unintended, as `hexarium check` prints
   * them.
   */
  readonly onWarnings?: ((warnings: readonly Mistake[]) => void) | undefined
  /** Maximum number of mails in the outbox; the oldest mails are dropped first. Default: 10,000. */
  readonly mailboxSize?: number | undefined
  /** Duration of a task in seconds of the world's clock (api.md section 14, "GetTasks"). Default: 0, so that tasks finish immediately. */
  readonly slowTasks?: number | undefined
  /** Number of the latest changes whose versions the world keeps, for `versions` and `at` (insight.md section 1). Default: 0. */
  readonly history?: number | undefined
}

/** A world typed by a schema that `hexarium types` generated (types.md). */
export type WorldIn<S extends WorldTypes> = Narrower<{
  /** Returns all operations, typed by the schema. They run as the given user. */
  as(reference: string): ActingIn<S>
  /** Returns an independent world with the same schema. */
  fork(options?: ForkOptions): WorldIn<S>
  /** Returns the world as it was at a version, read only. */
  at(version: number | string): PastIn<S>
  /** Finds the first version for which `test` is false. */
  bisect(test: (past: PastIn<S>) => boolean | Promise<boolean>): Promise<Bisection>
  /** Runs a function on a copy of the world, without any effect (insight.md section 3). */
  dryRun<T>(run: (twin: WorldIn<S>) => T | Promise<T>): Promise<DryRun<T>>
}> &
  World

/** A version of a typed world, for reading. */
type PastIn<S extends WorldTypes> = Pick<WorldIn<S>, keyof PastWorld>

/** `WorldIn` if there is a schema, otherwise `World`. */
export type WorldOf<S extends AnyTypes> = S extends WorldTypes ? WorldIn<S> : World

/** Names of the options, for functions that accept the same options and additional ones. */
export const CREATE_WORLD_OPTIONS: NamesOf<CreateWorld> = {
  fixture: true,
  prepared: true,
  seed: true,
  clock: true,
  persistence: true,
  ports: true,
  baseUrl: true,
  sources: true,
  isStructureKnown: true,
  onWarnings: true,
  mailboxSize: true,
  slowTasks: true,
  history: true,
}
/** Properties that `createWorld` ignores. `readFixtureFiles` returns them, and its result may be passed unchanged. */
const OF_FILES = { files: true, blame: true } as const
const CLOCK: NamesOf<ClockStart> = { mode: true, now: true }
const PORTS: NamesOf<Ports> = {
  wallClock: true,
  timer: true,
  passwords: true,
  patterns: true,
  blobs: true,
  scripts: true,
  webhooks: true,
  mailDelivery: true,
  persistence: true,
}

const fixtures = new LazyModule(() => import("../fixtures/load/load.ts"))
const warnings = new LazyModule(() => import("../fixtures/load/warnings.ts"))
const preparedModule = new LazyModule(() => import("../fixtures/prepared.ts"))

const DEFAULT_BASE_URL = "http://hexarium"
const MAX_SLOW_TASKS = 31_536_000

/**
 * Creates an independent world (architecture.md, "Without a server"). Rejects with a `FixtureError` that lists every
 * mistake in the fixture. The operations of `createWorld<Shop>` take and return the types of the schema `Shop`, which
 * `hexarium types` generated.
 *
 * @example
 * ```ts
 * import { createWorld } from "hexarium"
 *
 * const world = await createWorld({ fixture, seed: 1 })
 * const { itemId } = await world.as("bob@shop.test").createItem({ application: "SHOP", datastore: "Orders", item: { Total: 12 } })
 * ```
 */
export function createWorld(options?: CreateWorld): Promise<World>
export function createWorld<S extends WorldTypes>(options?: CreateWorld): Promise<WorldIn<S>>
/** Repeats the first overload at the end, because `ReturnType<typeof createWorld>` uses the last overload. */
export function createWorld(options?: CreateWorld): Promise<World>
export function createWorld(options: CreateWorld = {}): Promise<World> {
  return createEngineWorld(options)
}

/** Creates a world like `createWorld`, and returns it with the members that servers and stores need. */
export async function createEngineWorld(options: CreateWorld = {}): Promise<EngineWorld> {
  requireOptions("createWorld", options, { ...CREATE_WORLD_OPTIONS, ...OF_FILES })
  if (typeof options.fixture === "string" && /\.(?:ya?ml|json)$/i.test(options.fixture)) {
    throw new TypeError(
      `createWorld: fixture: expected a fixture, received ${inspect(options.fixture)}; to read files, use createWorldFromFiles of hexarium/node`,
    )
  }
  requireStart(options)
  const { persistence = options.ports?.persistence, history } = options
  const ports: Ports = { ...defaultPorts(), ...options.ports, persistence }
  const baseUrl = options.baseUrl ?? DEFAULT_BASE_URL
  const settings = requireWorldSettings(options)
  const blobs = retain(ports.blobs)
  try {
    const stored = await ports.persistence?.load(blobs)
    if (stored === undefined) {
      const inside = { ...ports, blobs }
      const loaded = await load(options, inside, baseUrl)
      const origin = withSettings(await seededState(loaded, options.fixture, inside, baseUrl), settings)
      await ports.persistence?.make(origin, 0)
      return new EngineWorld(origin, ports, baseUrl, { history })
    }
    const { state, changes, version, origin } = stored
    const past = { version: version + changes.length, origin, floor: clockFloor(stored, ports.wallClock), history }
    return new EngineWorld(replay(state, changes), ports, baseUrl, past)
  } finally {
    blobs.release()
  }
}

async function load(options: CreateWorld, ports: Ports, baseUrl: string): Promise<State> {
  const { fixture, seed, clock, sources, isStructureKnown, onWarnings } = options
  if (options.prepared === undefined) {
    const { EMPTY_FIXTURE, loadFixture } = await fixtures.load()
    return loadFixture({
      fixture: fixture === undefined ? EMPTY_FIXTURE : fixture,
      seed,
      clock,
      sources,
      isStructureKnown,
      ports,
      baseUrl,
      ...(onWarnings !== undefined && { review: await reviewFor(onWarnings) }),
    })
  }
  if (fixture !== undefined || seed !== undefined) {
    throw invalidParams("prepared contains fixture and seed; omit prepared, or omit fixture and seed")
  }
  return (await preparedModule.load()).loadPrepared(options.prepared, { clock, ports })
}

async function reviewFor(onWarnings: NonNullable<CreateWorld["onWarnings"]>): Promise<FixtureLoad["review"]> {
  const { warningsOf } = await warnings.load()
  return {
    loaded(loading) {
      const found = warningsOf(loading)
      if (found.length > 0) onWarnings(found)
    },
  }
}

function requireStart({ clock, baseUrl, ports, onWarnings }: CreateWorld): void {
  if (onWarnings !== undefined && typeof onWarnings !== "function") {
    throw new TypeError(`onWarnings: expected a function, received ${inspect(onWarnings)}`)
  }
  if (ports !== undefined) requireOptions("createWorld: ports", ports, PORTS)
  if (clock !== undefined) {
    requireOptions("createWorld: clock", clock, CLOCK)
    if (clock.mode !== undefined && !CLOCK_MODES.includes(clock.mode)) {
      throw new TypeError(`clock.mode: expected one of ${CLOCK_MODES.join(", ")}, received ${inspect(clock.mode)}`)
    }
  }
  if (baseUrl !== undefined && typeof baseUrl !== "string") {
    throw new TypeError(
      `createWorld: baseUrl: expected a string such as "https://api.example.com", received ${inspect(baseUrl)}`,
    )
  }
}

const MAX_HISTORY = 100_000

/** Returns a number of changes to keep unchanged. Throws if it is invalid. */
export function requireHistorySize(history: number): number {
  if (Number.isInteger(history) && history >= 0 && history <= MAX_HISTORY) return history
  throw new RangeError(`history: expected a whole number from 0 to ${MAX_HISTORY}, received ${history}`)
}

function requireWorldSettings({ mailboxSize, slowTasks, history }: CreateWorld): WorldSettings {
  if (history !== undefined) requireHistorySize(history)
  if (mailboxSize !== undefined && (!Number.isInteger(mailboxSize) || mailboxSize < 1)) {
    throw new RangeError(`mailboxSize: expected a whole number of at least 1, received ${mailboxSize}`)
  }
  if (slowTasks !== undefined && !(slowTasks >= 0 && slowTasks <= MAX_SLOW_TASKS)) {
    throw new RangeError(`slowTasks: expected 0 to ${MAX_SLOW_TASKS} seconds, received ${slowTasks}`)
  }
  return defined({ mailboxSize, slowTasks })
}
