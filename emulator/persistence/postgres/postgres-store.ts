import { randomBytes, randomUUID } from "node:crypto"
import type {
  BlobRow,
  ChangeRow,
  Instant,
  Missing,
  NamedBlob,
  Needless,
  News,
  NewWorldRow,
  Outcome,
  Page,
  Replacement,
  Rooted,
  Sharing,
  SnapshotRow,
  Store,
  StoreSizes,
  WorldNumber,
  WorldRow,
} from "../../../src/inside.ts"
import { pageIdOf, requireSound } from "../page-id.ts"
import { twice, untilCertain } from "./attempts.ts"
import { type Asking, SqlConnection, type SqlValue, type Statement } from "./connection.ts"
import { dropPages } from "./drop-pages.ts"
import { Follower } from "./follower.ts"
import type { PostgresPlace } from "./place.ts"
import { putBlobs, putPages, putRooted, RolledBack } from "./put-rooted.ts"
import { blobRow, changeRowOf, snapshotRow, worldRow } from "./rows.ts"
import { sharingBy } from "./sharing.ts"
import { type Statements, statementsOf } from "./statements.ts"
import { namesIn } from "./tables.ts"

/** So many changes at most are sent as values of their own. */
const FEW = 128

/**
 * Worlds in PostgreSQL. One connection takes the log, in order, one everything else, one listens. A batch whose acknowledgement was
 * lost is sent again: the version that the world has then says whether it had arrived.
 */
export class PostgresStore implements Store {
  readonly id = randomUUID()
  readonly sharing: Sharing
  readonly #log: SqlConnection
  readonly #side: SqlConnection
  readonly #sql: Statements
  readonly #follower: Follower
  readonly #turns = new Map<WorldNumber, Promise<unknown>>()
  #tokens = 0
  #isClosed = false

  constructor(place: PostgresPlace) {
    this.#log = new SqlConnection(place)
    this.#side = new SqlConnection(place)
    this.#sql = statementsOf(namesIn(place.schema))
    this.#follower = new Follower({ place, side: this.#side, sql: this.#sql, self: this.id })
    this.sharing = sharingBy(this.#side, this.#sql)
  }

  pageId(body: string): string {
    return pageIdOf(body)
  }

  async worlds(): Promise<readonly WorldRow[]> {
    const { rows } = await twice(() => this.#side.query(this.#sql.worlds))
    return rows.map(worldRow)
  }

  async makeWorld(
    row: NewWorldRow,
    rooted: Rooted,
    blobs: readonly NamedBlob[],
  ): Promise<WorldRow | "taken" | Missing> {
    this.#tokens += 1
    const token = `${this.id}.${this.#tokens}`
    const { name, parent, parentVersion, origin, version, rootVersion, createdAt } = row
    const values = [name, parent, parentVersion, origin.root, origin.at, origin.madeOf, version, rooted.root]
    let made: WorldRow | "taken" = "taken"
    const outcome = await this.#rooting(this.#side, rooted, blobs, async (asking) => {
      const { rows } = await asking.query(this.#sql.makeWorld, [...values, rootVersion, createdAt, token])
      const found = rows.length > 0 ? await asking.query(this.#sql.worldByToken, [token]) : undefined
      made = found?.rows[0] === undefined ? "taken" : worldRow(found.rows[0])
      await asking.query(this.#sql.touchCatalog)
    })
    if (outcome === "pages_missing" || outcome === "blobs_missing") return outcome
    if (made === "taken") {
      // It may be ours, by an attempt whose answer was lost.
      const { rows } = await twice(() => this.#side.query(this.#sql.worldByToken, [token]))
      if (rows[0] === undefined) return made
      made = worldRow(rows[0])
    }
    this.#tellWorlds()
    return made
  }

  deleteWorld(world: WorldNumber, at: Instant): Promise<void> {
    return this.#inTurn(world, async () => {
      await this.#certain(this.#side, async (asking) => {
        await asking.query(this.#sql.deleteWorld, [world, at])
        await asking.query(this.#sql.deleteSnapshotsOf, [world])
        await asking.query(this.#sql.touchCatalog)
      })
      this.#tellWorlds()
    })
  }

  append(world: WorldNumber, changes: readonly ChangeRow[], blobs: readonly NamedBlob[]): Promise<Outcome> {
    const [first, last] = [changes[0], changes.at(-1)]
    if (first === undefined || last === undefined) return Promise.resolve("done")
    const [statement, values] = this.#appending(world, changes, first.sequence)
    const send = async (asking: Asking) => (await asking.query(statement, values)).count > 0
    return this.#commit(world, first, last.sequence, () =>
      blobs.length === 0
        ? send(this.#log)
        : this.#log.transaction(async (asking) => {
            await putBlobs(asking, this.#sql, blobs)
            const isDone = await send(asking)
            if (!isDone) throw new RolledBack("outpaced")
            return isDone
          }),
    )
  }

  /** A few changes are values of their own, which need no quoting; many are in lists, so that there are not too many statements. */
  #appending(world: WorldNumber, changes: readonly ChangeRow[], first: number): [Statement, SqlValue[]] {
    const base = [world, first - 1, changes.length]
    if (changes.length <= FEW) {
      const values = changes.flatMap(({ sequence, at, actor, operation, body }) => [
        sequence,
        at,
        actor,
        operation,
        body,
      ])
      return [this.#sql.appendEach(changes.length), [...base, ...values]]
    }
    const lists = [
      changes.map(({ sequence }) => sequence),
      changes.map(({ at }) => at),
      changes.map(({ actor }) => actor),
      changes.map(({ operation }) => operation),
      changes.map(({ body }) => body),
    ]
    return [this.#sql.append, [...base, ...lists]]
  }

  replace(world: WorldNumber, { change, rooted, origin }: Replacement, blobs: readonly NamedBlob[]): Promise<Outcome> {
    const { sequence, at, actor, operation, body } = change
    return this.#commit(world, change, sequence, async () => {
      const outcome = await this.#inTransaction(this.#log, async (asking) => {
        await putRooted(asking, this.#sql, rooted, blobs)
        const values = [world, sequence - 1, rooted.root, sequence, at, actor, operation, body]
        if ((await asking.query(this.#sql.replace, values)).count === 0) throw new RolledBack("outpaced")
        if (origin === undefined) return
        await asking.query(this.#sql.setOrigin, [world, rooted.root, origin.at, origin.madeOf])
        await asking.query(this.#sql.touchCatalog)
      })
      if (outcome === "pages_missing" || outcome === "blobs_missing") throw new RolledBack(outcome)
      return outcome === "done"
    })
  }

  bodyAt(world: WorldNumber, sequence: number): Promise<string | undefined> {
    return this.#inTurn(world, () =>
      untilCertain(
        () => this.#bodyAt(world, sequence),
        () => this.#isClosed,
      ),
    )
  }

  changesAfter(world: WorldNumber, version: number, limit: number): Promise<readonly ChangeRow[]> {
    return this.#inTurn(world, async () => {
      const { rows } = await twice(() => this.#side.query(this.#sql.changesAfter, [world, version, limit]))
      return rows.map(changeRowOf)
    })
  }

  async versions(): Promise<ReadonlyMap<WorldNumber, number>> {
    const { rows } = await twice(() => this.#side.query(this.#sql.versions))
    return new Map(rows.map(({ world, version }) => [Number(world), Number(version)]))
  }

  async secret(): Promise<string> {
    await twice(() => this.#side.query(this.#sql.makeSecret, [randomBytes(32).toString("base64url")]))
    return (await this.meta("secret")) ?? ""
  }

  async lastWorld(): Promise<WorldNumber> {
    const { rows } = await twice(() => this.#side.query(this.#sql.lastWorld))
    return Number(rows[0]?.n)
  }

  async putPages(pages: readonly Page[]): Promise<void> {
    await twice(() => putPages(this.#side, this.#sql, pages))
  }

  async pages(ids: readonly string[]): Promise<readonly Page[]> {
    const { rows } = await twice(() => this.#side.query(this.#sql.pages, [ids]))
    const pages = rows.map(({ id, body }) => ({ id: String(id), body: String(body) }))
    pages.forEach(requireSound)
    return pages
  }

  setRoot(world: WorldNumber, version: number, rooted: Rooted): Promise<Outcome> {
    return this.#inTurn(world, () =>
      this.#rooting(this.#side, rooted, [], async (asking) => {
        const { count } = await asking.query(this.#sql.setRoot, [world, version, rooted.root])
        if (count === 0) await this.#requireThere(asking, world)
      }),
    )
  }

  snapshots(world: WorldNumber): Promise<readonly SnapshotRow[]> {
    return this.#inTurn(world, async () => {
      const { rows } = await twice(() => this.#side.query(this.#sql.snapshots, [world]))
      return rows.map(snapshotRow)
    })
  }

  putSnapshot(
    world: WorldNumber,
    row: Omit<SnapshotRow, "root">,
    rooted: Rooted,
    blobs: readonly NamedBlob[],
  ): Promise<Outcome> {
    return this.#inTurn(world, async () => {
      const outcome = await this.#rooting(this.#side, rooted, blobs, async (asking) => {
        await this.#requireThere(asking, world)
        await asking.query(this.#sql.deleteSnapshot, [world, row.name])
        await asking.query(this.#sql.putSnapshot, [world, row.name, row.version, rooted.root, row.at, row.hash])
        await asking.query(this.#sql.touchCatalog)
      })
      if (outcome === "done") this.#tellWorlds()
      return outcome
    })
  }

  deleteSnapshot(world: WorldNumber, name: string): Promise<void> {
    return this.#inTurn(world, async () => {
      await this.#certain(this.#side, async (asking) => {
        await asking.query(this.#sql.deleteSnapshot, [world, name])
        await asking.query(this.#sql.touchCatalog)
      })
      this.#tellWorlds()
    })
  }

  async blobs(keys: readonly string[]): Promise<readonly BlobRow[]> {
    const { rows } = await twice(() => this.#side.query(this.#sql.blobs, [keys]))
    return rows.map(blobRow)
  }

  async blobKeys(): Promise<readonly string[]> {
    const { rows } = await twice(() => this.#side.query(this.#sql.blobKeys))
    return rows.map(({ sha256 }) => String(sha256))
  }

  async drop({ changesUpTo, pages, blobsBut }: Needless): Promise<void> {
    for (const [world, version] of changesUpTo ?? []) {
      await twice(() => this.#side.query(this.#sql.dropChanges, [world, version]))
    }
    if (pages !== undefined) await dropPages(this.#side, this.#sql, pages)
    if (pages !== undefined) await this.#dropDeleted()
    if (blobsBut === undefined) return
    // Whoever names a blob from here on does so later than this, and whoever did before is done.
    const began = await this.#certain(this.#side, async (asking) => {
      await asking.query(this.#sql.lockPages)
      return String((await asking.query(this.#sql.instant)).rows[0]?.at)
    })
    const kept = [...(await blobsBut())]
    await this.#certain(this.#side, async (asking) => {
      await asking.query(this.#sql.lockPages)
      await asking.query(this.#sql.dropBlobs, [kept, began])
    })
  }

  async meta(key: string): Promise<string | undefined> {
    const { rows } = await twice(() => this.#side.query(this.#sql.meta, [key]))
    return rows[0] === undefined ? undefined : String(rows[0].value)
  }

  async sizes(): Promise<StoreSizes> {
    const [counted, measured] = await Promise.all([
      twice(() => this.#side.query(this.#sql.sizes)),
      // Not every engine that speaks PostgreSQL's protocol can tell.
      twice(() => this.#side.query(this.#sql.bytes)).catch(() => ({ rows: [{ bytes: 0 }] })),
    ])
    const { changes, pages, blobs, blob_bytes } = counted.rows[0] ?? {}
    return {
      bytes: Number(measured.rows[0]?.bytes ?? 0),
      changes: Number(changes),
      pages: Number(pages),
      blobs: Number(blobs),
      blobBytes: Number(blob_bytes),
    }
  }

  follow(hear: (news: News) => void): () => void {
    return this.#follower.follow(hear)
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#turns.values())
    this.#isClosed = true
    await Promise.all([this.#follower.close(), this.#log.close(), this.#side.close()])
  }

  /** What concerns one world is done in the order in which it was asked for. */
  #inTurn<T>(world: WorldNumber, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(world) ?? Promise.resolve()).then(work)
    const settled = turn.then(
      () => {},
      () => {},
    )
    this.#turns.set(world, settled)
    void settled.then(() => {
      if (this.#turns.get(world) === settled) this.#turns.delete(world)
    })
    return turn
  }

  /** Commits what moves the version of a world; `send` answers whether it did. Afterwards it is certain what became of it. */
  #commit(world: WorldNumber, first: ChangeRow, version: number, send: () => Promise<boolean>): Promise<Outcome> {
    return this.#inTurn(world, async () => {
      const outcome = await untilCertain(
        async (isAgain): Promise<Outcome> => {
          try {
            if (await send()) return "done"
          } catch (error) {
            if (!(error instanceof RolledBack)) throw error
            if (error.outcome !== "outpaced") return error.outcome
          }
          if (isAgain && (await this.#bodyAt(world, first.sequence)) === first.body) return "done"
          return (await this.#isThere(this.#log, world)) ? "outpaced" : "deleted"
        },
        () => this.#isClosed,
      )
      if (outcome === "done") this.#follower.committed(world, version)
      return outcome
    })
  }

  async #bodyAt(world: WorldNumber, sequence: number): Promise<string | undefined> {
    const { rows } = await this.#log.query(this.#sql.bodyAt, [world, sequence])
    return rows[0] === undefined ? undefined : String(rows[0].body)
  }

  async #isThere(asking: Asking, world: WorldNumber): Promise<boolean> {
    return (await asking.query(this.#sql.isThere, [world])).rows.length > 0
  }

  async #requireThere(asking: Asking, world: WorldNumber): Promise<void> {
    if (!(await this.#isThere(asking, world))) throw new RolledBack("deleted")
  }

  /** A transaction that may be carried out twice. */
  #certain<T>(connection: SqlConnection, work: (asking: Asking) => Promise<T>): Promise<T> {
    return untilCertain(
      () => connection.transaction(work),
      () => this.#isClosed,
    )
  }

  async #inTransaction(connection: SqlConnection, work: (asking: Asking) => Promise<void>): Promise<Outcome> {
    try {
      await connection.transaction(work)
      return "done"
    } catch (error) {
      if (error instanceof RolledBack) return error.outcome
      throw error
    }
  }

  /** A transaction that leads to a state, whose pages it writes first. */
  #rooting(
    connection: SqlConnection,
    rooted: Rooted,
    blobs: readonly NamedBlob[],
    work: (asking: Asking) => Promise<void>,
  ): Promise<Outcome> {
    return untilCertain(
      () =>
        this.#inTransaction(connection, async (asking) => {
          await putRooted(asking, this.#sql, rooted, blobs)
          await work(asking)
        }),
      () => this.#isClosed,
    )
  }

  async #dropDeleted(): Promise<void> {
    const { rows } = await twice(() => this.#side.query(this.#sql.deletedWorlds))
    for (const { world } of rows) {
      await twice(() => this.#side.query(this.#sql.dropChangesOf, [Number(world)]))
    }
  }

  #tellWorlds(): void {
    this.#follower.changedWorlds()
  }
}
