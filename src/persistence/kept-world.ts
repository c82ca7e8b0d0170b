import { targetNotFound } from "../error.ts"
import type { Instant } from "../ids.ts"
import type { Blobs } from "../ports/blobs.ts"
import type { Persistence, Replacing, Since, Stored, StoredMoment } from "../ports/persistence.ts"
import type { ChangeRow, Outcome, WorldRow } from "../ports/store.ts"
import { StoreTrouble } from "../ports/store-trouble.ts"
import type { Change } from "../state/change.ts"
import type { Scalars } from "../state/scalars.ts"
import type { State } from "../state/state.ts"
import { blobsNewlyNamed, blobsOfPatches } from "./blob-uses.ts"
import { batchOf, changeOf, changeRow, replacingBody, replacingRoot } from "./change-text.ts"
import type { KeptWorlds } from "./kept-worlds.ts"

/** How many changes are read in one go. */
const CHUNK = 4096
/** From so many changes or characters of them on, a snapshot is due. */
const DUE_CHANGES = 10_000
const DUE_SIZE = 32 * 1_048_576

/** What is known of a world that was just made. */
export interface Begun {
  readonly row: WorldRow
  readonly state: State
  readonly blobs: Blobs
}

/** One world of a store. */
export function keptWorld(worlds: KeptWorlds, name: string, begun?: Begun): Persistence {
  const { store } = worlds
  let known = begun?.row
  let port = begun?.blobs
  /** After the newest change that is known here. */
  let scalars = begun?.state.scalars
  let state = begun?.state
  let changesSince = 0
  let sizeSince = 0
  let dropsUpTo = 0

  const find = async (): Promise<WorldRow | undefined> => {
    known ??= await worlds.find(name)
    return known
  }
  const require = async (): Promise<WorldRow> => {
    const found = await find()
    if (found === undefined) throw new Error("changes can't be stored before a first snapshot")
    return found
  }
  const originOf = ({ origin }: WorldRow): (() => Promise<StoredMoment>) => {
    let read: Promise<StoredMoment> | undefined
    return () => {
      read ??= worlds.read(origin.root, state, port).then((state) => ({ state, at: origin.at }))
      return read
    }
  }
  /** The changes after a version, as rows. */
  const rowsAfter = async (world: number, version: number): Promise<ChangeRow[]> => {
    const rows: ChangeRow[] = []
    let next = store.changesAfter(world, version, CHUNK)
    for (;;) {
      const chunk = await next
      const last = chunk.at(-1)
      if (last !== undefined && chunk.length === CHUNK) next = store.changesAfter(world, last.sequence, CHUNK)
      for (const row of chunk) rows.push(row)
      if (chunk.length < CHUNK) return rows
    }
  }
  /** The changes of rows, which follow a state with these scalars. */
  const decode = async (rows: readonly ChangeRow[], before: Scalars): Promise<Change[]> => {
    let last = before
    const changes = rows.map((row) => {
      const change = changeOf(row, last)
      last = change.scalars
      return change
    })
    scalars = last
    changesSince += rows.length
    for (const { body } of rows) sizeSince += body.length
    await worlds.fetchBlobs(
      changes.flatMap(({ patches }) => blobsOfPatches(patches).map(({ key }) => key)),
      port,
    )
    return changes
  }
  const goOnFrom = (found: WorldRow, begun: State): void => {
    known = found
    state = begun
    changesSince = 0
    sizeSince = 0
  }
  /** What became of a batch that may or may not be stored: `"done"`, or not, for certain. */
  const settle = async (world: number, sequence: number, batch: string, trouble: unknown): Promise<Outcome> => {
    if (!(trouble instanceof StoreTrouble) || !trouble.isUncertain) throw trouble
    const body = await store.bodyAt(world, sequence)
    if (body === undefined) throw new StoreTrouble(trouble.kind, trouble.message, { cause: trouble })
    return batchOf(body) === batch ? "done" : "outpaced"
  }
  const isDone = (outcome: Outcome): boolean => {
    if (outcome === "deleted") throw targetNotFound(`the world ${name} is no more`)
    return outcome === "done"
  }

  const make = async (begun: State, version: number): Promise<void> => {
    const { clock, startedAt } = begun.scalars
    const at: Instant = clock.mode === "frozen" ? clock.now : startedAt
    const made = await worlds.make(
      { name, state: begun, at, version, parent: null, parentVersion: null, madeOf: null, createdAt: at },
      port,
    )
    if (made === "taken") throw new StoreTrouble("other", `somebody else has made the world ${name} meanwhile`)
    goOnFrom(made, begun)
    scalars = begun.scalars
  }
  const replace = async (found: WorldRow, begun: State, version: number, replacing: Replacing) => {
    const { operation, at, isOrigin, madeOf = null } = replacing
    const batch = worlds.nextBatch()
    let root = ""
    const outcome = await worlds.rooted(begun, port, (rooted, named) => {
      root = rooted.root
      const change = { sequence: version, at, actor: null, operation, body: replacingBody(batch, rooted.root) }
      return store
        .replace(found.world, { change, rooted, ...(isOrigin ? { origin: { at, madeOf } } : {}) }, named)
        .catch((trouble: unknown) => settle(found.world, version, batch, trouble))
    })
    if (!isDone(outcome)) return "outpaced"
    goOnFrom({ ...found, root, rootVersion: version, ...(isOrigin ? { origin: { root, at, madeOf } } : {}) }, begun)
    scalars = begun.scalars
    return
  }

  return {
    async load(blobs?: Blobs): Promise<Stored | undefined> {
      port = blobs
      known = await worlds.find(name)
      if (known === undefined) return undefined
      const begun = await worlds.read(known.root, worlds.latest, port)
      goOnFrom(known, begun)
      const changes = await decode(await rowsAfter(known.world, known.rootVersion), begun.scalars)
      return { state: begun, version: known.rootVersion, changes, origin: originOf(known) }
    },

    async append(changes) {
      const { world } = await require()
      const batch = worlds.nextBatch()
      let before = scalars
      const rows = changes.map((change) => {
        const row = changeRow(change, batch, before)
        before = change.scalars
        return row
      })
      const first = rows[0]
      if (first === undefined) return
      const uses = changes.flatMap(({ patches }) => blobsNewlyNamed(patches))
      const outcome = await worlds.naming(uses, port, (named) =>
        store.append(world, rows, named).catch((trouble: unknown) => settle(world, first.sequence, batch, trouble)),
      )
      if (!isDone(outcome)) return "outpaced"
      scalars = before
      changesSince += rows.length
      for (const { body } of rows) sizeSince += body.length
      return
    },

    async snapshot(begun, version, replacing) {
      const found = await find()
      if (found === undefined) return make(begun, version)
      if (replacing !== undefined) return replace(found, begun, version, replacing)
      const [changesThen, sizeThen] = [changesSince, sizeSince]
      const outcome = await worlds.rooted(begun, undefined, (rooted) => store.setRoot(found.world, version, rooted))
      if (!isDone(outcome)) return
      changesSince -= changesThen
      sizeSince -= sizeThen
      state = begun
      known = { ...found, root: worlds.pages.rootOf(begun) ?? found.root, rootVersion: version }
      if (dropsUpTo > 0) await store.drop({ changesUpTo: new Map([[found.world, dropsUpTo]]), pages: "when_many" })
      dropsUpTo = version
      return
    },

    isSnapshotDue: () => changesSince >= DUE_CHANGES || sizeSince >= DUE_SIZE,

    async since(version): Promise<Since | undefined> {
      const { world } = await require()
      const found = (await worlds.list()).find((row) => row.world === world)
      if (found === undefined) return undefined
      const rows = await rowsAfter(world, version)
      const isWhole = (rows[0]?.sequence ?? found.version + 1) === version + 1
      if (isWhole && scalars !== undefined && !rows.some((row) => replacingRoot(row) !== undefined))
        return { changes: await decode(rows, scalars) }
      const begun = await worlds.read(found.root, state, port)
      goOnFrom(found, begun)
      const changes = await decode(await rowsAfter(world, found.rootVersion), begun.scalars)
      return { replaced: { state: begun, version: found.rootVersion, origin: originOf(found) }, changes }
    },

    ...(store.sharing === undefined ? {} : following()),

    async close() {},
  }

  /** Only where others may commit: a look at the store before each read is not for nothing. */
  function following(): Pick<Persistence, "newest" | "follow"> {
    return {
      async newest() {
        const { world } = await require()
        const newest = (await worlds.newest()).get(world)
        if (newest === undefined) throw targetNotFound(`the world ${name} is no more`)
        return newest
      },
      follow(hear) {
        return worlds.follow((news) => {
          if (news !== "worlds" && news.world === known?.world) hear(news.version)
        })
      },
    }
  }
}
