import { dirname } from "node:path"
import { getHeapStatistics } from "node:v8"
import { type Ports, StoredWorlds } from "../../../src/engine/index.ts"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { type Store, StoreTrouble, type TroubleKind, type WorldRow } from "../../../src/ports/index.ts"
import type { EngineWorld } from "../../../src/world/index.ts"
import { BadPlace, isSqlite, openStore, type Place, readPlace, shownPlace } from "../../adapters/index.ts"
import { loadWorlds, MAIN, replaceWorld, stopRetrying, Worlds } from "../../worlds/index.ts"
import type { ServeFlags } from "../flags/serve-flags.ts"
import { commandError, usageError } from "../io.ts"
import { DEMO, fileDigests, fixtureDigest, type MadeOf, madeOf } from "./fixture-digest.ts"
import { heapOfLargestState, whyHeapTooSmall } from "./heap-need.ts"
import { findContradiction, hasShapingFlags } from "./world-flags.ts"

export interface MadeWorld {
  readonly files: ReadonlySet<string>
  readonly users: Fixture["users"] | undefined
  readonly world: EngineWorld
  /** Digest of the fixture and settings from which the world was loaded. Saved if the world is in a store. */
  readonly madeOf: string
}

export interface ServedWorlds extends Pick<MadeWorld, "files" | "users"> {
  readonly worlds: Worlds
  servedAt(url: string): Promise<void>
  close(): Promise<void>
}

export interface Beginning {
  readonly make: () => Promise<MadeWorld>
  readonly fixtures: readonly string[]
  readonly flags: Partial<ServeFlags>
  readonly ports: Ports
}

export function requirePlace(data: string): Place {
  const place = placeIn(data)
  // The process title is replaced, because process lists would show the URL's password.
  if (place !== undefined && "url" in place) process.title = "hexarium"
  if (place !== undefined) return place
  throw usageError("--data expects a folder, a .sqlite or .db file, or a URL such as postgres://localhost/worlds")
}

function placeIn(data: string): Place | undefined {
  try {
    return readPlace(data)
  } catch (error) {
    throw error instanceof BadPlace ? commandError(`--data: ${error.message}`) : error
  }
}

export const openOrFail = (place: Place): Promise<Store> => openStore(place).catch((error) => failWith(error, place))

export function failWith(error: unknown, place: Place): never {
  if (error instanceof BadPlace) throw commandError(error.message)
  if (error instanceof StoreTrouble)
    throw commandError(`${shownPlace(place)}: ${error.message}; ${REMEDIES[error.kind]}`)
  throw error
}

const REMEDIES: Readonly<Record<TroubleKind, string>> = {
  full: "free some space, and try again",
  gone: "check that the database is running, and try again",
  moved: "put the file back, or try again",
  other: "try again, or restore a backup into another store",
}

/** Loads the worlds of a store. An empty store is filled from the fixtures (persistence.md, "Starting again"). */
export async function openStoredWorlds(data: string, beginning: Beginning): Promise<ServedWorlds> {
  const place = requirePlace(data)
  const store = await openOrFail(place)
  try {
    return await beginIn(store, "file" in place ? data : shownPlace(place), beginning)
  } catch (error) {
    await store.close()
    return failWith(error, place)
  }
}

async function beginIn(store: Store, shown: string, beginning: Beginning): Promise<ServedWorlds> {
  const { make, fixtures, flags, ports } = beginning
  const stored = await new StoredWorlds(store).open()
  let main = await stored.find(MAIN)
  let made: MadeWorld | undefined
  if (main === undefined) {
    made = await make()
    const { state, now } = made.world
    const origin = { parent: null, parentVersion: null, madeOf: made.madeOf, createdAt: now }
    await stored.make({ name: MAIN, state, at: now, version: 0, ...origin }, ports.blobs)
    main = await stored.find(MAIN)
    if (main === undefined) throw commandError(`${shown}: another server deleted the new world main; try again`)
  } else {
    const needed = await heapOfLargestState(store, await store.worlds())
    const problem = whyHeapTooSmall(needed, getHeapStatistics().heap_size_limit)
    if (problem !== undefined) throw commandError(`the store ${shown} ${problem}`)
    if (!flags.reload) await refuseContradictions(stored, main, shown, beginning)
  }
  const loaded = await loadWorlds(stored, await store.worlds(), ports)
  const first = loaded.find(({ row }) => row.name === MAIN)
  if (first === undefined)
    throw commandError(`the store ${shown} has no world main; restore a backup, or pass another store with --data`)
  const worlds = new Worlds(first, { history: flags.history, historySize: flags.historySize }, stored)
  for (const one of loaded) if (one !== first) worlds.adopt(one)
  if (flags.reload && made === undefined) {
    made = await make()
    await replaceWorld(worlds.main, made.world.state, made.madeOf)
  }
  for (const { world } of worlds.list()) await world.clock.resume()
  const files = made?.files ?? (fixtures.length === 0 ? new Set<string>() : new Set(fixtures))
  return {
    worlds,
    files,
    users: made?.users,
    servedAt: async (url) => (isSqlite(store) ? store.servedAt(url) : undefined),
    async close() {
      worlds.close()
      stopRetrying(store)
      for (const { world } of worlds.list()) await world.close()
      await store.close()
    },
  }
}

async function refuseContradictions(
  stored: StoredWorlds,
  main: WorldRow,
  shown: string,
  { fixtures, flags }: Beginning,
): Promise<void> {
  const known = main.origin.madeOf === null ? undefined : (JSON.parse(main.origin.madeOf) as MadeOf)
  if (fixtures.length > 0 && !(await isMadeOf(known, fixtures, flags))) {
    throw commandError(
      `the world main in ${shown} was not created from the current ${fixtures.join(", ")}; omit the fixture, or load it with --reload`,
    )
  }
  if (!hasShapingFlags(flags)) return
  const origin = await stored.read(main.origin.root)
  const found = findContradiction(flags, known ?? madeOf(DEMO, origin), origin)
  if (found !== undefined) {
    throw commandError(`the world main in ${shown} ${found}; omit the flag, or load the fixture again with --reload`)
  }
}

/** Returns whether the stored world was loaded from the current content of the fixtures and their files. */
async function isMadeOf(
  known: MadeOf | undefined,
  fixtures: readonly string[],
  flags: Partial<ServeFlags>,
): Promise<boolean> {
  const { readFixtureFiles } = await import("../../adapters/fixture-files/index.ts")
  const { fixture } = await readFixtureFiles(fixtures, { allowFiles: flags.allowFiles })
  if (fixtureDigest(fixture) !== known?.fixture) return false
  const { files = {} } = known
  const present = await fileDigests(dirname(fixtures[0] ?? ""), Object.keys(files))
  return Object.entries(files).every(([path, digest]) => present[path] === digest)
}
