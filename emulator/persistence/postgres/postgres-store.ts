import { randomBytes, randomInt, randomUUID } from "node:crypto"
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
import { BadPlace } from "../bad-place.ts"
import { pageIdOf, requireSound } from "../../adapters/persistence/page-id.ts"
import { LOOKED_UP_MS, troubleOf, twice, untilCertain } from "../../adapters/persistence/postgres/attempts.ts"
import { PostgresChanges } from "../../adapters/persistence/postgres/postgres-log.ts"
import { type Asking, SqlConnection, type Transacting } from "../../adapters/persistence/postgres/connection.ts"
import { dropNeedless } from "../../adapters/persistence/postgres/drop-needless.ts"
import { Follower } from "../../adapters/persistence/postgres/follower.ts"
import type { PostgresPlace } from "../../adapters/persistence/postgres/place.ts"
import { putPages, RolledBack } from "../../adapters/persistence/postgres/put-snapshot-pages.ts"
import { blobRow, snapshotRow, worldRow } from "../../adapters/persistence/postgres/rows.ts"
import { sharingBy } from "../../adapters/persistence/postgres/sharing.ts"
import { type Statements, statementsOf } from "../../adapters/persistence/postgres/statements.ts"
import { namesIn } from "../../adapters/persistence/postgres/tables.ts"
import { PartsOfTransaction, rooting } from "../../adapters/persistence/postgres/transactions.ts"
import { Turns } from "./turns.ts"

/** Random bytes by which it is tried whether there is room where changes are, and under how many numbers. */
const PROBED = 4096
const MOST_PROBES = 2 ** 40

/** A connection that ends with the store that has it. */
interface Connection extends Transacting {
  close(): Promise<void>
}

/** Worlds in PostgreSQL. One connection takes the log, in order, one everything else, one listens. */
export class PostgresStore implements Store {
  readonly id = randomUUID()
  readonly sharing: Sharing
  readonly #place: PostgresPlace
  readonly #log: Connection
  readonly #side: Connection
  readonly #sql: Statements
  readonly #follower: Follower
  readonly #turns = new Turns()
  readonly #changes: PostgresChanges
  #tokens = 0
  #isClosed = false

  /** `whole`: the transaction that everything is a part of. */
  constructor(place: PostgresPlace, whole?: Connection) {
    this.#place = place
    this.#log = whole ?? new SqlConnection(place)
    this.#side = whole ?? new SqlConnection(place)
    this.#sql = statementsOf(namesIn(place.schema))
    const shared = { side: this.#side, sql: this.#sql }
    this.#follower = new Follower({ ...shared, place, self: this.id, tells: whole === undefined })
    const isOver = () => this.#isClosed
    this.#changes = new PostgresChanges({
      ...shared,
      log: this.#log,
      turns: this.#turns,
      follower: this.#follower,
      isOver,
    })
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
    const outcome = await this.#rooting(rooted, blobs, async (asking) => {
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
    this.#follower.changedWorlds()
    return made
  }

  deleteWorld(world: WorldNumber, at: Instant): Promise<void> {
    return this.#turns.take(world, async () => {
      await this.#certain(async (asking) => {
        await asking.query(this.#sql.deleteWorld, [world, at])
        await asking.query(this.#sql.deleteSnapshotsOf, [world])
        await asking.query(this.#sql.deleteOwedOf, [world])
        await asking.query(this.#sql.touchCatalog)
      })
      this.#follower.changedWorlds()
    })
  }

  append(...given: Parameters<Store["append"]>): Promise<Outcome> {
    return this.#changes.append(...given)
  }

  replace(world: WorldNumber, replacement: Replacement, blobs: readonly NamedBlob[]): Promise<Outcome> {
    return this.#changes.replace(world, replacement, blobs)
  }

  bodyAt(world: WorldNumber, sequence: number): Promise<string | undefined> {
    return this.#changes.bodyAt(world, sequence)
  }

  changesAfter(world: WorldNumber, version: number, limit: number): Promise<readonly ChangeRow[]> {
    return this.#changes.changesAfter(world, version, limit)
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
    return this.#turns.take(world, () =>
      this.#rooting(rooted, [], async (asking) => {
        const { count } = await asking.query(this.#sql.setRoot, [world, version, rooted.root])
        if (count === 0) await this.#requireThere(asking, world)
      }),
    )
  }

  snapshots(world: WorldNumber): Promise<readonly SnapshotRow[]> {
    return this.#turns.take(world, async () => {
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
    return this.#turns.take(world, async () => {
      const outcome = await this.#rooting(rooted, blobs, async (asking) => {
        await this.#requireThere(asking, world)
        await asking.query(this.#sql.deleteSnapshot, [world, row.name])
        await asking.query(this.#sql.putSnapshot, [world, row.name, row.version, rooted.root, row.at, row.hash])
        await asking.query(this.#sql.touchCatalog)
      })
      if (outcome === "done") this.#follower.changedWorlds()
      return outcome
    })
  }

  deleteSnapshot(world: WorldNumber, name: string): Promise<void> {
    return this.#turns.take(world, async () => {
      await this.#certain(async (asking) => {
        await asking.query(this.#sql.deleteSnapshot, [world, name])
        await asking.query(this.#sql.touchCatalog)
      })
      this.#follower.changedWorlds()
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

  async probe(): Promise<void> {
    const sequence = -randomInt(1, MOST_PROBES)
    const body = JSON.stringify(randomBytes(PROBED).toString("hex"))
    const probe = this.#log.transaction(async (asking) => {
      await asking.query(this.#sql.putProbe, [sequence, body])
      await asking.query(this.#sql.dropProbe, [sequence])
    })
    await probe.catch((error: unknown) => {
      throw troubleOf(error)
    })
  }

  drop(needless: Needless): Promise<void> {
    return dropNeedless(needless, { side: this.#side, sql: this.#sql, isOver: () => this.#isClosed })
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

  /**
   * Does work on a store whose writes are one transaction: all of them are there when it resolves, or, where it rejects or the process ends
   * before, none.
   */
  async atOnce<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const result = await this.#log
      .transaction(async (asking) => {
        const part = new PostgresStore(
          this.#place,
          Object.assign(new PartsOfTransaction(asking), { close: async () => {} }),
        )
        return await work(part).finally(() => part.close())
      })
      .catch((error: unknown) => {
        throw error instanceof BadPlace ? error : troubleOf(error)
      })
    this.#follower.changedWorlds()
    return result
  }

  async close(): Promise<void> {
    await this.#turns.settled()
    this.#isClosed = true
    await Promise.all([this.#follower.close(), this.#log.close(), this.#side.close()])
  }

  async #requireThere(asking: Asking, world: WorldNumber): Promise<void> {
    const { rows } = await asking.query(this.#sql.isThere, [world])
    if (rows.length === 0) throw new RolledBack("deleted")
  }

  /** A transaction that may be carried out twice. What became of it shows in the lists of worlds and snapshots. */
  #certain<T>(work: (asking: Asking) => Promise<T>): Promise<T> {
    return untilCertain(
      () => this.#side.transaction(work),
      () => this.#isClosed,
      LOOKED_UP_MS,
    )
  }

  #rooting(rooted: Rooted, blobs: readonly NamedBlob[], work: (asking: Asking) => Promise<void>): Promise<Outcome> {
    return rooting(this.#side, { sql: this.#sql, rooted, blobs, isOver: () => this.#isClosed }, work)
  }
}
