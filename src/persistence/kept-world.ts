import { targetNotFound } from "../model/error.ts"
import type { Instant } from "../model/ids.ts"
import type { Blobs } from "../ports/blobs.ts"
import type { Persistence, Replacing, Since, Stored, StoredMoment } from "../ports/persistence.ts"
import type { ChangeRow, Outcome, OwedRow, WorldRow } from "../ports/store.ts"
import { StoreTrouble } from "../ports/store-trouble.ts"
import { owedMailKey } from "../records/failure.ts"
import type { Mail } from "../model/records/mail.ts"
import { blobsNewlyNamed, blobsOfPatches } from "../state/blobs.ts"
import type { Change } from "../state/change.ts"
import type { Scalars } from "../state/scalars.ts"
import type { State } from "../state/state.ts"
import { areNextAfter, batchOf, changeRow, changesOf, replacingBody } from "../engine/log/change-text.ts"
import type { KeptWorlds } from "../engine/log/stored-worlds.ts"

/** How often a world is begun to be read anew: each time, somebody else has changed what leads to it. */
const READS = 5
/** How many changes are read in one go: few at first, as they are used while the next are read. */
const FIRST_CHUNK = 512
const CHUNK = 4096
/** From so many changes or characters of them on, a snapshot is due. */
const DUE_CHANGES = 10_000
const DUE_SIZE = 32 * 1_048_576

/** A world that is in the store, with its state if that was just stored. */
export interface Begun {
  readonly row: WorldRow
  readonly state?: State
  readonly blobs?: Blobs
}

/** The deliveries that changes bring, for whoever leads the world. */
const mailsOf = (changes: readonly Change[]): OwedRow[] =>
  changes.flatMap(({ sequence, at, patches }) =>
    patches.flatMap(({ table, id, before, after }): OwedRow | [] => {
      if (table !== "mails" || before !== undefined || after === undefined) return []
      const mail = after as Mail
      const work = { at, kind: "mail", id: mail.id, name: mail.to } as const
      return { key: owedMailKey(sequence, id), replica: null, work }
    }),
  )

/** One world of a store. */
export function keptWorld(worlds: KeptWorlds, name: string, begun?: Begun): Persistence {
  const { store } = worlds
  let known = begun?.row
  let port = begun?.blobs
  /** After the newest change that is known here. */
  let scalars = begun?.state?.scalars
  let state = begun?.state
  let changesSince = 0
  let sizeSince = 0
  let dropsUpTo = 0

  const find = async (): Promise<WorldRow | undefined> => {
    known ??= await worlds.find(name)
    return known
  }
  /** The row as it is now. A world of the same name that was made after this one was deleted is another. */
  const findNow = async (): Promise<WorldRow | undefined> => {
    const number = known?.world
    return number === undefined ? worlds.find(name) : (await worlds.list()).find(({ world }) => world === number)
  }
  const require = async (): Promise<WorldRow> => {
    const found = await find()
    if (found === undefined) throw new Error("changes can't be stored before a first snapshot")
    return found
  }
  const noMore = () => targetNotFound(`the world ${name} is no more`)
  const originOf =
    ({ origin }: WorldRow) =>
    async (blobs?: Blobs): Promise<StoredMoment> => ({
      state: await worlds.read(origin.root, state, blobs),
      at: origin.at,
    })
  /** The changes after a version, as rows: the next ones are read while the last ones are used. */
  async function* rowsAfter(world: number, version: number): AsyncGenerator<readonly ChangeRow[]> {
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
  /** The changes after a version, which led to these scalars. Undefined where `isFit` refuses some of the rows. */
  const read = async (
    { world, version }: { readonly world: number; readonly version: number },
    { before, blobs }: { readonly before: Scalars; readonly blobs: Blobs | undefined },
    isFit: (rows: readonly ChangeRow[]) => boolean,
  ): Promise<Change[] | undefined> => {
    const changes: Change[] = []
    let last: Scalars = before
    let size = 0
    for await (const rows of rowsAfter(world, version)) {
      if (!isFit(rows)) return undefined
      for (const change of changesOf(rows, last)) changes.push(change)
      last = changes.at(-1)?.scalars ?? last
      for (const { body } of rows) size += body.length
    }
    scalars = last
    changesSince += changes.length
    sizeSince += size
    const keys: string[] = []
    for (const { patches } of changes) for (const { key } of blobsOfPatches(patches)) keys.push(key)
    await worlds.fetchBlobs(keys, blobs)
    return changes
  }
  const goOnFrom = (found: WorldRow, begun: State): void => {
    known = found
    state = begun
    changesSince = 0
    sizeSince = 0
  }
  /**
   * The newest snapshot with every change after it. While it is read, others may replace everything or drop what a newer snapshot makes
   * needless, so it is begun again; what stays incomplete is damage, and never passes for an older state.
   */
  const readWhole = async (
    findRow: () => Promise<WorldRow | undefined>,
    like: () => State | undefined,
    blobs: Blobs | undefined,
  ): Promise<{ readonly found: WorldRow; readonly begun: State; readonly changes: readonly Change[] } | undefined> => {
    for (let tries = 1; ; tries += 1) {
      const found = await findRow()
      if (found === undefined) return undefined
      const { world, root, rootVersion, version } = found
      const begun = await worlds.read(root, like(), blobs)
      goOnFrom(found, begun)
      const from = { before: begun.scalars, blobs }
      const changes = await read({ world, version: rootVersion }, from, areNextAfter(rootVersion))
      if (changes !== undefined && rootVersion + changes.length >= version) return { found, begun, changes }
      if (tries === READS)
        throw new StoreTrouble(
          "other",
          `the store is damaged: of the ${version} changes of the world ${name}, some are missing`,
        )
    }
  }
  /** What became of a batch that may or may not be stored: `"done"`, or not, for certain. */
  const settle = async (world: number, sequence: number, batch: string, trouble: unknown): Promise<Outcome> => {
    if (!(trouble instanceof StoreTrouble) || !trouble.isUncertain) throw trouble
    const body = await store.bodyAt(world, sequence)
    if (body === undefined) throw new StoreTrouble(trouble.kind, trouble.message, { cause: trouble })
    return batchOf(body) === batch ? "done" : "outpaced"
  }
  const isDone = (outcome: Outcome): boolean => {
    if (outcome === "deleted") throw noMore()
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
      const whole = await readWhole(findNow, () => worlds.latest, blobs)
      // Nobody may take it for a world that is yet to be made.
      if (whole === undefined && known !== undefined) throw noMore()
      if (whole === undefined) return undefined
      const { found, begun, changes } = whole
      return { state: begun, version: found.rootVersion, changes, origin: originOf(found) }
    },

    async append(changes, owed = []) {
      const { world } = await require()
      const batch = worlds.nextBatch()
      let before = scalars
      const rows = changes.map((change, position) => {
        const row = changeRow(change, position === 0 ? batch : undefined, before)
        before = change.scalars
        return row
      })
      const first = rows[0]
      if (first === undefined) return
      const uses = changes.flatMap(({ patches }) => blobsNewlyNamed(patches))
      const owing = worlds.isOwing ? [...mailsOf(changes), ...owed.map((each) => ({ ...each, replica: store.id }))] : []
      const outcome = await worlds.naming(uses, port, (named) =>
        store
          .append(world, rows, named, owing)
          .catch((trouble: unknown) => settle(world, first.sequence, batch, trouble)),
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

    async since(version, blobs = port): Promise<Since | undefined> {
      const { world } = await require()
      const there = await findNow()
      if (there === undefined) return undefined
      if (scalars !== undefined) {
        const changes = await read({ world, version }, { before: scalars, blobs }, areNextAfter(version))
        // Where none are left, those that led to the version may have been dropped.
        if (changes !== undefined && (changes.length > 0 || there.version <= version)) return { changes }
      }
      const whole = await readWhole(findNow, () => state, blobs)
      if (whole === undefined) return undefined
      const { found, begun, changes } = whole
      return { replaced: { state: begun, version: found.rootVersion, origin: originOf(found) }, changes }
    },

    ...(store.sharing === undefined ? {} : following()),

    probe: () => worlds.probe(),

    async close() {},
  }

  /** Only where others may commit: a look at the store before each read is not for nothing. */
  function following(): Pick<Persistence, "newest" | "follow"> {
    return {
      async newest() {
        const { world } = await require()
        const newest = (await worlds.newest()).get(world)
        if (newest === undefined) throw noMore()
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
