import { dirname } from "node:path"
import {
  KeptWorlds,
  type Ports,
  type Store,
  StoreTrouble,
  type TroubleKind,
  type WorldRow,
} from "../../../src/inside.ts"
import { BadPlace } from "../../persistence/bad-place.ts"
import { isSqlite, openStore, type Place, readPlace, shownPlace } from "../../adapters/persistence/open-store.ts"
import { loadWorld } from "../../worlds/load-world.ts"
import { type LoadedWorld, MAIN, replaceWorld, Worlds } from "../../worlds/worlds.ts"
import type { ServeFlags } from "../flags/serve-flags.ts"
import { failed, misused } from "../io.ts"
import type { MadeWorld, ServedWorlds } from "../serve/serve.ts"
import { DEMO, fileDigests, findContradiction, fixtureDigest, type MadeOf, madeOf } from "./fixture-digest.ts"

export interface Beginning {
  readonly make: () => Promise<MadeWorld>
  readonly fixtures: readonly string[]
  readonly flags: Partial<ServeFlags>
  readonly ports: Ports
}

/** Reads what `--data` says, or ends with what it may say. */
export function requirePlace(data: string): Place {
  const place = readPlace(data)
  // Lists of processes show how each was called, with the password of a URL.
  if (place !== undefined && "url" in place) process.title = "hexarium"
  if (place !== undefined) return place
  throw misused("--data takes a folder, a file that ends in .sqlite or .db, or postgres://…")
}

/** Opens a store, or ends with the one line that says why not. */
export const openOrFail = (place: Place): Promise<Store> => openStore(place).catch((error) => failWith(error, place))

/** Ends with the one line that says what is wrong with a store, where, and what to do about it. */
export function failWith(error: unknown, place: Place): never {
  if (error instanceof BadPlace) throw failed(error.message)
  if (error instanceof StoreTrouble) throw failed(`${shownPlace(place)}: ${error.message}; ${WAYS_OUT[error.kind]}`)
  throw error
}

const WAYS_OUT: Readonly<Record<TroubleKind, string>> = {
  full: "free some space, and try again",
  gone: "see that the database runs, and try again",
  other: "try again, or restore a backup elsewhere",
}

/** The worlds of a store, made of the fixtures when it is empty (persistence.md, "Starting again"). */
export async function beginStored(data: string, beginning: Beginning): Promise<ServedWorlds> {
  const place = requirePlace(data)
  const store = await openOrFail(place)
  try {
    return await beginIn(store, "file" in place ? data : shownPlace(place), beginning)
  } catch (error) {
    await store.close()
    return failWith(error, place)
  }
}

/** `shown`: the place as people may see it. */
async function beginIn(store: Store, shown: string, beginning: Beginning): Promise<ServedWorlds> {
  const { make, fixtures, flags, ports } = beginning
  const kept = await new KeptWorlds(store).open()
  let main = await kept.find(MAIN)
  let made: MadeWorld | undefined
  if (main === undefined) {
    made = await make()
    const { state, now } = made.world
    await kept.make(
      {
        name: MAIN,
        state,
        at: now,
        version: 0,
        parent: null,
        parentVersion: null,
        madeOf: made.madeOf,
        createdAt: now,
      },
      ports.blobs,
    )
    main = await kept.find(MAIN)
    if (main === undefined) throw failed(`${shown}: the world main went away as it was made`)
  } else if (!flags.reload) {
    await refuseContradictions(kept, main, shown, beginning)
  }
  const rows = await kept.list()
  const loaded = await loadAll(kept, rows, ports)
  const first = loaded.find(({ row }) => row.name === MAIN)
  if (first === undefined)
    throw failed(`${shown}: the store has no world main; restore it from a backup, or name another store`)
  const worlds = new Worlds(first, {}, kept)
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
      for (const { world } of worlds.list()) await world.close()
      await store.close()
    },
  }
}

async function loadAll(kept: KeptWorlds, rows: readonly WorldRow[], ports: Ports): Promise<LoadedWorld[]> {
  const loaded: LoadedWorld[] = []
  for (const row of rows) {
    const one = await loadWorld(kept, row, ports)
    if (one !== undefined) loaded.push(one)
  }
  return loaded
}

/** Ends where arguments say something else than what `main` was made of. */
async function refuseContradictions(
  kept: KeptWorlds,
  main: WorldRow,
  shown: string,
  { fixtures, flags }: Beginning,
): Promise<void> {
  const { seed, clock: mode, now, slowTasks } = flags
  const known = main.origin.madeOf === null ? undefined : (JSON.parse(main.origin.madeOf) as MadeOf)
  if (fixtures.length > 0 && !(await isMadeOf(known, fixtures, flags))) {
    throw failed(
      `${shown} has a world main already, and it was not made of ${fixtures.join(", ")}; leave the fixture out, or load it anew with --reload`,
    )
  }
  if ([seed, mode, now, slowTasks].every((flag) => flag === undefined)) return
  const origin = await kept.read(main.origin.root)
  const found = findContradiction(known ?? madeOf(DEMO, origin), { seed, mode, now })
  const slow = origin.scalars.settings.slowTasks
  const other =
    found ??
    (slowTasks === undefined || slowTasks === slow
      ? undefined
      : `--slow-tasks ${slowTasks}, and it was made with ${slow}`)
  if (other !== undefined) {
    throw failed(`${shown} has a world main already: ${other}; leave the flag out, or load it anew with --reload`)
  }
}

/** Whether something was made of these fixtures as they and the files that they name are now. */
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
