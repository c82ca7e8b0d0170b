import type { Instant } from "../../model/index.ts"
import type { ChangeRow, Store, WorldNumber } from "../../ports/index.ts"
import type { Change, Scalars } from "../../state/index.ts"
import { areNextAfter, changesOf, replacingRoot } from "./change-text.ts"

/** Number of changes per read. The first read is small, so that processing starts early. */
const FIRST_CHUNK = 512
const CHUNK = 4096

export interface ReadChanges {
  readonly changes: readonly Change[]
  /** Total length in characters of the changes' bodies. */
  readonly size: number
  /** The change before them; undefined if it is unknown. */
  readonly base: ChangeRow | undefined
  /** The newest of all these changes, also if it is `base`. */
  readonly newest: ChangeRow | undefined
}

/**
 * Reads a world's changes after a version, and the change with this version if the store identifies changes. Returns undefined if a change
 * is missing or replaces the whole state. `before` contains the clock, counters and settings (`Scalars`) at that version.
 */
export async function readChanges(
  store: Store,
  world: WorldNumber,
  version: number,
  before: Scalars,
): Promise<ReadChanges | undefined> {
  const areNext = areNextAfter(version)
  const changes: Change[] = []
  let size = 0
  let base: ChangeRow | undefined
  let newest: ChangeRow | undefined
  for await (const found of rowsAfter(store, world, store.changeId === undefined ? version : version - 1)) {
    const hasBase = found[0]?.sequence === version
    if (hasBase) base = found[0]
    newest = found.at(-1)
    const rows = hasBase ? found.slice(1) : found
    if (!areNext(rows)) return undefined
    for (const change of changesOf(rows, changes.at(-1)?.scalars ?? before)) changes.push(change)
    for (const { body } of rows) size += body.length
  }
  return { changes, size, base, newest }
}

/**
 * Returns the time of a world's newest change, which has this version and led to these scalars. Returns null if the change is missing, set the
 * clock or replaced the state.
 */
export async function lastChangeAt(
  store: Store,
  world: WorldNumber,
  version: number,
  scalars: Scalars,
): Promise<Instant | null> {
  if (version === 0) return null
  const rows = await store.changesAfter(world, version - 1, 1)
  if (rows[0] === undefined || replacingRoot(rows[0]) !== undefined) return null
  const [last] = changesOf(rows, scalars)
  return last?.scalars.clock === scalars.clock ? last.at : null
}

/** Yields rows in chunks. Fetches the next chunk while the caller processes the current one. */
export async function* rowsAfter(
  store: Store,
  world: WorldNumber,
  version: number,
): AsyncGenerator<readonly ChangeRow[]> {
  let count = FIRST_CHUNK
  let next = store.changesAfter(world, version, count)
  for (;;) {
    const chunk = await next
    const last = chunk.at(-1)
    if (last === undefined) return
    count = Math.min(count * 2, CHUNK)
    next = store.changesAfter(world, last.sequence, count)
    next.catch(() => {})
    yield chunk
  }
}
