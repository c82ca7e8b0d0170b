import { randomBytes, randomInt } from "node:crypto"
import type { Instant } from "../../../../src/model/index.ts"
import type {
  BlobRow,
  Head,
  Missing,
  NamedBlob,
  Needless,
  News,
  NewWorldRow,
  Outcome,
  Page,
  SnapshotPages,
  SnapshotRow,
  Store,
  StoreSizes,
  WorldNumber,
  WorldRow,
} from "../../../../src/ports/index.ts"
import type { SharedStore, Sharing } from "../../../worlds/index.ts"
import { BadPlace } from "../bad-place.ts"
import { pageIdOf, requireSound } from "../page-id.ts"
import { snapshotRow, snapshotsByWorld, worldRow } from "../world-row.ts"
import { LOOKUP_MS, troubleOf, twice } from "./attempts.ts"
import type { Asking } from "./connection.ts"
import { dropNeedless } from "./drop-needless.ts"
import type { PostgresPlace } from "./place.ts"
import { type ClosableConnection, PostgresLog } from "./postgres-log.ts"
import { putPages, putSnapshotPages, RolledBack } from "./put-snapshot-pages.ts"
import { blobRow, headRow } from "./rows.ts"
import { sharingBy } from "./sharing.ts"
import { inTransaction, PartsOfTransaction } from "./transactions.ts"

/** Size in bytes of a temporary row that tests whether the disk is full, and number of random keys for such rows. */
const PROBE_BYTES = 4096
const MAX_PROBES = 2 ** 40

/** A store with three connections: one for the change logs, one for notifications and one for everything else. */
export class PostgresStore extends PostgresLog implements SharedStore {
  readonly sharing: Sharing
  readonly #place: PostgresPlace
  #tokens = 0

  constructor(place: PostgresPlace, whole?: ClosableConnection) {
    super(place, whole)
    this.#place = place
    this.sharing = sharingBy(this.side, this.sql)
  }

  pageId(body: string): string {
    return pageIdOf(body)
  }

  async worlds(): Promise<readonly WorldRow[]> {
    const { rows } = await twice(() => this.side.query(this.sql.worlds))
    return rows.map(worldRow)
  }

  async makeWorld(
    row: NewWorldRow,
    snapshotPages: SnapshotPages,
    blobs: readonly NamedBlob[],
  ): Promise<WorldRow | "taken" | Missing> {
    this.#tokens += 1
    const token = `${this.id}.${this.#tokens}`
    const { name, parent, parentVersion, origin, version, rootVersion, createdAt } = row
    const values = [name, parent, parentVersion, origin.root, origin.at, origin.madeOf, version, snapshotPages.root]
    let made: WorldRow | "taken" = "taken"
    const outcome = await this.#withSnapshotPages(snapshotPages, blobs, async (asking) => {
      const { rows } = await asking.query(this.sql.makeWorld, [...values, rootVersion, createdAt, token])
      const found = rows.length > 0 ? await asking.query(this.sql.worldByToken, [token]) : undefined
      made = found?.rows[0] === undefined ? "taken" : worldRow(found.rows[0])
      await asking.query(this.sql.touchCatalog)
    })
    if (outcome === "pages_missing" || outcome === "blobs_missing") return outcome
    if (made === "taken") {
      // An earlier attempt with the same token may have created the world, although its response was lost.
      const { rows } = await twice(() => this.side.query(this.sql.worldByToken, [token]))
      if (rows[0] === undefined) return made
      made = worldRow(rows[0])
    }
    this.follower.changedWorlds()
    return made
  }

  deleteWorld(world: WorldNumber, at: Instant): Promise<void> {
    return this.turns.take(world, async () => {
      await this.#certain(async (asking) => {
        await asking.query(this.sql.deleteWorld, [world, at])
        await asking.query(this.sql.deleteSnapshotsOf, [world])
        await asking.query(this.sql.deleteJobsOf, [world])
        await asking.query(this.sql.touchCatalog)
      })
      this.follower.changedWorlds()
    })
  }

  async versions(): Promise<ReadonlyMap<WorldNumber, number>> {
    const { rows } = await twice(() => this.side.query(this.sql.versions))
    return new Map(rows.map(({ world, version }) => [Number(world), Number(version)]))
  }

  async heads(): Promise<ReadonlyMap<WorldNumber, Head>> {
    const { rows } = await twice(() => this.side.query(this.sql.heads))
    return new Map(rows.map((row) => [Number(row.world), headRow(row)]))
  }

  async secret(): Promise<string> {
    await twice(() => this.side.query(this.sql.makeSecret, [randomBytes(32).toString("base64url")]))
    return (await this.meta("secret")) ?? ""
  }

  async lastWorld(): Promise<WorldNumber> {
    const { rows } = await twice(() => this.side.query(this.sql.lastWorld))
    return Number(rows[0]?.n)
  }

  async putPages(pages: readonly Page[]): Promise<void> {
    await twice(() => putPages(this.side, this.sql, pages))
  }

  async pages(ids: readonly string[]): Promise<readonly Page[]> {
    const { rows } = await twice(() => this.side.query(this.sql.pages, [ids]))
    const pages = rows.map(({ id, body }) => ({ id: String(id), body: String(body) }))
    pages.forEach(requireSound)
    return pages
  }

  setRoot(world: WorldNumber, version: number, snapshotPages: SnapshotPages): Promise<Outcome> {
    return this.turns.take(world, () =>
      this.#withSnapshotPages(snapshotPages, [], async (asking) => {
        const { count } = await asking.query(this.sql.setRoot, [world, version, snapshotPages.root])
        if (count === 0) await this.#requireThere(asking, world)
      }),
    )
  }

  snapshots(world: WorldNumber): Promise<readonly SnapshotRow[]> {
    return this.turns.take(world, async () => {
      const { rows } = await twice(() => this.side.query(this.sql.snapshots, [world]))
      return rows.map(snapshotRow)
    })
  }

  async allSnapshots(): Promise<ReadonlyMap<WorldNumber, readonly SnapshotRow[]>> {
    const { rows } = await twice(() => this.side.query(this.sql.allSnapshots))
    return snapshotsByWorld(rows)
  }

  putSnapshot(
    world: WorldNumber,
    row: Omit<SnapshotRow, "root">,
    snapshotPages: SnapshotPages,
    blobs: readonly NamedBlob[],
  ): Promise<Outcome> {
    return this.turns.take(world, async () => {
      const outcome = await this.#withSnapshotPages(snapshotPages, blobs, async (asking) => {
        await this.#requireThere(asking, world)
        await asking.query(this.sql.deleteSnapshot, [world, row.name])
        await asking.query(this.sql.putSnapshot, [world, row.name, row.version, snapshotPages.root, row.at, row.hash])
        await asking.query(this.sql.touchCatalog)
      })
      if (outcome === "done") this.follower.changedWorlds()
      return outcome
    })
  }

  deleteSnapshot(world: WorldNumber, name: string): Promise<void> {
    return this.turns.take(world, async () => {
      await this.#certain(async (asking) => {
        await asking.query(this.sql.deleteSnapshot, [world, name])
        await asking.query(this.sql.touchCatalog)
      })
      this.follower.changedWorlds()
    })
  }

  async blobs(keys: readonly string[]): Promise<readonly BlobRow[]> {
    const { rows } = await twice(() => this.side.query(this.sql.blobs, [keys]))
    return rows.map(blobRow)
  }

  async blobKeys(): Promise<readonly string[]> {
    const { rows } = await twice(() => this.side.query(this.sql.blobKeys))
    return rows.map(({ sha256 }) => String(sha256))
  }

  async probe(): Promise<void> {
    const sequence = -randomInt(1, MAX_PROBES)
    const body = JSON.stringify(randomBytes(PROBE_BYTES).toString("hex"))
    const probe = this.log.transaction(async (asking) => {
      await asking.query(this.sql.putProbe, [sequence, body])
      await asking.query(this.sql.dropProbe, [sequence])
    })
    await probe.catch((error: unknown) => {
      throw troubleOf(error)
    })
  }

  drop(needless: Needless): Promise<void> {
    return dropNeedless(needless, { side: this.side, sql: this.sql, isOver: () => this.isClosed })
  }

  async meta(key: string): Promise<string | undefined> {
    const { rows } = await twice(() => this.side.query(this.sql.meta, [key]))
    return rows[0] === undefined ? undefined : String(rows[0].value)
  }

  async sizes(): Promise<StoreSizes> {
    const [counted, measured] = await Promise.all([
      twice(() => this.side.query(this.sql.sizes)),
      // Some databases that speak PostgreSQL's protocol do not support this query.
      twice(() => this.side.query(this.sql.bytes)).catch(() => ({ rows: [{ bytes: 0 }] })),
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
    return this.follower.follow(hear)
  }

  /** Runs `work` in one transaction. If `work` rejects or the process ends, none of its writes are stored. */
  async atOnce<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const result = await this.log
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
    this.follower.changedWorlds()
    return result
  }

  async close(): Promise<void> {
    await this.turns.idle()
    this.isClosed = true
    await Promise.all([this.follower.close(), this.log.close(), this.side.close()])
  }

  async #requireThere(asking: Asking, world: WorldNumber): Promise<void> {
    const { rows } = await asking.query(this.sql.isThere, [world])
    if (rows.length === 0) throw new RolledBack("deleted")
  }

  /** Runs an idempotent transaction. If its response is lost, retries it for at most LOOKUP_MS. */
  #certain<T>(work: (asking: Asking) => Promise<T>): Promise<T> {
    return this.certainly(() => this.side.transaction(work), LOOKUP_MS)
  }

  /** Runs an idempotent transaction that first writes a state's pages and blobs, then calls `work`. */
  #withSnapshotPages(
    snapshotPages: SnapshotPages,
    blobs: readonly NamedBlob[],
    work: (asking: Asking) => Promise<void>,
  ): Promise<Outcome> {
    const write = async (asking: Asking) => {
      await putSnapshotPages(asking, this.sql, snapshotPages, blobs)
      await work(asking)
    }
    return this.certainly(() => inTransaction(this.side, write), LOOKUP_MS)
  }
}
