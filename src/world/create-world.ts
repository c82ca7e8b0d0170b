import { defaultPorts } from "../ports/defaults/default-ports.ts"
import { momentOf } from "../engine/moment.ts"
import { invalidParams } from "../model/error.ts"
import type { ClockStart } from "../fixtures/load/load.ts"
import type { Fixture } from "../fixtures/schema/fixture.ts"
import type { Sources } from "../fixtures/sources.ts"
import { Part } from "../part.ts"
import { retain } from "../ports/blobs.ts"
import type { Persistence } from "../ports/persistence.ts"
import type { Ports } from "../ports/ports.ts"
import { replay } from "../state/replay.ts"
import { type State, type Wishes, withWishes } from "../state/state.ts"
import { type NamesOf, requireOptions, shown } from "../model/strings/options.ts"
import type { ActingIn } from "./typed/acting-in.ts"
import type { AnyTypes, Narrower, WorldTypes } from "./typed/schema.ts"
import { World } from "./world.ts"

/** What a world is made of; every member may be left out. */
export interface CreateWorld {
  /**
   * What the world holds at first and after a reset (fixtures.md); absent: nothing. Ignored when the persistence already
   * holds a world.
   */
  readonly fixture?: Fixture | undefined
  /** The output of `prepareFixture`, instead of a fixture and a seed: gives the same world, faster. */
  readonly prepared?: string | undefined
  /** Seed of IDs, tokens and salts; wins over the fixture. Default 1. */
  readonly seed?: number | undefined
  /** Wins over the fixture. Default: the machine's time. */
  readonly clock?: ClockStart | undefined
  /**
   * Keeps the world beyond the process (`hexarium/persistence` has some). What it holds already is gone on from; otherwise the world is
   * made and stored. The same as `ports.persistence`.
   */
  readonly persistence?: Persistence | undefined
  /** Replace the in-memory adapters. */
  readonly ports?: Partial<Ports> | undefined
  /** Where the world is served, without a trailing slash: the root of links in mails and of pictures. */
  readonly baseUrl?: string | undefined
  /** Where paths in the fixture lead; absent: a fixture that names files is refused. */
  readonly sources?: Sources | undefined
  /** Skips the check of the fixture's structure: for one that was checked before, such as the built-in demo. */
  readonly isStructureKnown?: boolean | undefined
  /** How many mails the outbox keeps before the oldest give way. Default 10,000. */
  readonly mailboxSize?: number | undefined
  /**
   * Seconds of the world's clock that a task takes (api.md section 14, "GetTasks"). Default 0: it is finished before its operation
   * answers.
   */
  readonly slowTasks?: number | undefined
}

/** A world of a schema that `hexarium types` wrote (types.md). */
export type WorldIn<S extends WorldTypes> = Narrower<{
  /** Every operation as a user, with the names and types of the schema. */
  as(reference: string): ActingIn<S>
  /** An independent world of the same schema. */
  fork(options?: Parameters<World["fork"]>[0]): WorldIn<S>
}> &
  World

/** `World`, or what is known of it by a schema. */
export type WorldOf<S extends AnyTypes> = S extends WorldTypes ? WorldIn<S> : World

const OPTIONS: NamesOf<CreateWorld> = {
  ...{ fixture: true, prepared: true, seed: true, clock: true, persistence: true, ports: true, baseUrl: true },
  ...{ sources: true, isStructureKnown: true, mailboxSize: true, slowTasks: true },
}
/** What `readFixtureFiles` answers besides: its answer may be given as it is. */
const OF_FILES = { files: true, blame: true } as const
const CLOCK: NamesOf<ClockStart> = { mode: true, now: true }
const PORTS: NamesOf<Ports> = {
  ...{ wallClock: true, timer: true, passwords: true, patterns: true, blobs: true, scripts: true, webhooks: true },
  ...{ mailDelivery: true, persistence: true },
}
const CLOCK_MODES = ["real", "frozen", "ticking"] as const satisfies readonly ClockStart["mode"][]

/** What makes a state of a fixture. */
const fixtures = new Part(() => import("../fixtures/load/load.ts"))
/** The same for one that is prepared. */
const prepared = new Part(() => import("../fixtures/prepared.ts"))

const DEFAULT_BASE_URL = "http://hexarium"
/** A year. */
const MAX_SLOW_TASKS = 31_536_000

/**
 * A world of its own (architecture.md, "Without a server"). Rejects with a `FixtureError` that names every mistake of the fixture.
 * `createWorld<Shop>`: operations take and answer what the schema says that `hexarium types` wrote.
 */
export function createWorld(options?: CreateWorld): Promise<World>
export function createWorld<S extends WorldTypes>(options?: CreateWorld): Promise<WorldIn<S>>
/** Once more, since `ReturnType<typeof createWorld>` is that of the last. */
export function createWorld(options?: CreateWorld): Promise<World>
export async function createWorld(options: CreateWorld = {}): Promise<World> {
  requireOptions("createWorld", options, { ...OPTIONS, ...OF_FILES })
  if (typeof options.fixture === "string" && /\.(?:ya?ml|json)$/i.test(options.fixture)) {
    throw new TypeError(
      `createWorld: fixture is the fixture itself, not ${shown(options.fixture)}; createWorldFromFiles of hexarium/node reads files`,
    )
  }
  requireStart(options)
  const { persistence = options.ports?.persistence } = options
  const ports: Ports = { ...defaultPorts(), ...options.ports, ...(persistence === undefined ? {} : { persistence }) }
  const baseUrl = options.baseUrl ?? DEFAULT_BASE_URL
  const wishes = requireWishes(options)
  const blobs = retain(ports.blobs)
  const make = async () => withWishes(await load(options, { ...ports, blobs }, baseUrl), wishes)
  try {
    const stored = await ports.persistence?.load(blobs)
    if (stored === undefined) {
      const origin = await make()
      await ports.persistence?.snapshot(origin, 0)
      return new World(origin, ports, baseUrl)
    }
    const { state, changes, version } = stored
    const origin = stored.origin ?? momentOf(await make(), ports.wallClock)
    const past = { version: version + changes.length, origin }
    return new World(replay(state, changes), ports, baseUrl, past)
  } finally {
    blobs.release()
  }
}

async function load(options: CreateWorld, ports: Ports, baseUrl: string): Promise<State> {
  const { fixture, seed, clock, sources, isStructureKnown } = options
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
    })
  }
  if (fixture !== undefined || seed !== undefined) {
    throw invalidParams("what is prepared holds a fixture and its seed: leave out either it or them")
  }
  return (await prepared.load()).loadPrepared(options.prepared, { clock, ports })
}

function requireStart({ clock, baseUrl, ports }: CreateWorld): void {
  if (ports !== undefined) requireOptions("createWorld: ports", ports, PORTS)
  if (clock !== undefined) {
    requireOptions("createWorld: clock", clock, CLOCK)
    if (clock.mode !== undefined && !CLOCK_MODES.includes(clock.mode)) {
      throw new TypeError(`createWorld: clock.mode is one of ${CLOCK_MODES.join(", ")}, not ${shown(clock.mode)}`)
    }
  }
  if (baseUrl !== undefined && typeof baseUrl !== "string") {
    throw new TypeError(`createWorld: baseUrl is a text such as "https://api.example.com", not ${shown(baseUrl)}`)
  }
}

function requireWishes({ mailboxSize, slowTasks }: CreateWorld): Wishes {
  if (mailboxSize !== undefined && (!Number.isInteger(mailboxSize) || mailboxSize < 1)) {
    throw new RangeError(`mailboxSize must be a whole number from 1, not ${mailboxSize}`)
  }
  if (slowTasks !== undefined && !(slowTasks >= 0 && slowTasks <= MAX_SLOW_TASKS)) {
    throw new RangeError(`slowTasks must be a number of seconds from 0 to ${MAX_SLOW_TASKS}, not ${slowTasks}`)
  }
  return { ...(mailboxSize === undefined ? {} : { mailboxSize }), ...(slowTasks === undefined ? {} : { slowTasks }) }
}
