import { randomBytes } from "node:crypto"
import type {
  ChangeRow,
  Missing,
  NamedBlob,
  Needless,
  NewWorldRow,
  Outcome,
  Replacement,
  SnapshotPages,
  SnapshotRow,
  StoreSizes,
  WorldNumber,
  WorldRow,
} from "../../../../src/ports/index.ts"
import { requireSoundChange, sumOf } from "../change-sum.ts"
import { snapshotsByWorld, worldRow } from "../world-row.ts"
import type { SqliteConnection } from "./api.ts"
import { SqliteContents } from "./contents.ts"
import type { StoreLock } from "./lock.ts"
import { MAX_PACKED_BYTES, PACKED_CHANGES, packedChanges, SIZE_OF_CHANGES } from "./packed-changes.ts"
import type { SessionOptions } from "./session.ts"
import { RefusedPart } from "./trouble.ts"

const PROBE_BYTES = 65_536

/** Maximum number of changes per INSERT. One statement with several rows is faster than several statements. */
const MAX_CHANGES_PER_INSERT = 10
const ROW = "(?, ?, ?, ?, ?, ?, ?)"
const INSERTS = Array.from(
  { length: MAX_CHANGES_PER_INSERT + 1 },
  (_, rows) =>
    `INSERT INTO changes (world, sequence, at, actor, operation, body, sum) VALUES ${Array(rows).fill(ROW).join(", ")}`,
)

interface Owned extends SessionOptions {
  readonly lock?: StoreLock
}

/** A SQLite store: the port `Store` with synchronous calls. */
export class SqliteDatabase extends SqliteContents {
  readonly #lock: StoreLock | undefined

  /** `open` is called again after an uncertain commit. Readers omit `owned`. */
  constructor(open: () => SqliteConnection, owned: Owned = {}) {
    super(open, owned)
    this.#lock = owned.lock
  }

  worlds(): WorldRow[] {
    return this.all("SELECT * FROM worlds WHERE deleted_at IS NULL ORDER BY world").map(worldRow)
  }

  makeWorld(row: NewWorldRow, snapshotPages: SnapshotPages, blobs: readonly NamedBlob[]): WorldRow | "taken" | Missing {
    let world = 0
    const outcome = this.transaction(() => {
      if (this.get("SELECT 1 FROM worlds WHERE name = ? AND deleted_at IS NULL", [row.name]))
        throw new RefusedPart("taken")
      this.putSnapshotPages(snapshotPages)
      this.putBlobs(blobs)
      const { origin, version, rootVersion, createdAt } = row
      const place = [row.name, row.parent, row.parentVersion]
      const made = this.run(
        `INSERT INTO worlds (name, parent, parent_version, origin_root, origin_at, made_of, version, root, root_version, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [...place, origin.root, origin.at, origin.madeOf, version, snapshotPages.root, rootVersion, createdAt],
      )
      world = Number(made.lastInsertRowid)
      this.answers(1 + version)
    })
    if (outcome === "done") return { ...row, world, root: snapshotPages.root }
    return outcome === "taken" || outcome === "blobs_missing" ? outcome : "pages_missing"
  }

  deleteWorld(world: WorldNumber, at: string): void {
    this.transaction(() => {
      const gone = [
        this.run("UPDATE worlds SET deleted_at = ? WHERE world = ? AND deleted_at IS NULL", [at, world]),
        this.run("DELETE FROM snapshots WHERE world = ?", [world]),
      ]
      for (const { changes } of gone) this.answers(Number(changes))
    })
  }

  append(world: WorldNumber, changes: readonly ChangeRow[], blobs: readonly NamedBlob[]): Outcome {
    return this.#commit(world, changes, blobs, () => {})
  }

  replace(world: WorldNumber, { change, snapshotPages, origin }: Replacement, blobs: readonly NamedBlob[]): Outcome {
    return this.#commit(world, [change], blobs, () => {
      this.putSnapshotPages(snapshotPages)
      const { root } = snapshotPages
      this.run("UPDATE worlds SET root = ?, root_version = ? WHERE world = ?", [root, change.sequence, world])
      if (origin === undefined) return
      this.run("UPDATE worlds SET origin_root = ?, origin_at = ?, made_of = ? WHERE world = ?", [
        root,
        origin.at,
        origin.madeOf,
        world,
      ])
    })
  }

  bodyAt(world: WorldNumber, sequence: number): string | undefined {
    // Reopens the file and reads its log again, which shows whether the failed commit reached the disk.
    this.reopen()
    return this.get("SELECT body FROM changes WHERE world = ? AND sequence = ?", [world, sequence])?.body as
      | string
      | undefined
  }

  /** Returns changes as one string for `unpackChanges`; this is ten times as fast as reading rows. */
  changesAfter(world: WorldNumber, version: number, limit: number): string {
    let rows = limit
    while (rows > 1 && Number(this.get(SIZE_OF_CHANGES, [world, version, rows])?.size) > MAX_PACKED_BYTES) rows >>= 1
    const packed = String(this.get(PACKED_CHANGES, [world, version, rows])?.packed ?? "")
    for (const [change, sum] of packedChanges(packed)) requireSoundChange(world, change, sum)
    return packed
  }

  versions(): Map<WorldNumber, number> {
    const rows = this.all("SELECT world, version FROM worlds WHERE deleted_at IS NULL")
    return new Map(rows.map(({ world, version }) => [Number(world), Number(version)]))
  }

  secret(): string {
    this.transaction(() =>
      this.run("INSERT INTO meta VALUES ('secret', ?) ON CONFLICT DO NOTHING", [randomBytes(32).toString("base64url")]),
    )
    return this.meta("secret") ?? ""
  }

  lastWorld(): WorldNumber {
    return Number(this.get("SELECT coalesce(max(world), 0) AS n FROM worlds")?.n)
  }

  setRoot(world: WorldNumber, version: number, snapshotPages: SnapshotPages): Outcome {
    return this.#world(world, () => {
      this.putSnapshotPages(snapshotPages)
      this.run(
        "UPDATE worlds SET root = ?2, root_version = ?3, version = max(version, ?3) WHERE world = ?1 AND root_version <= ?3",
        [world, snapshotPages.root, version],
      )
    })
  }

  snapshots(world: WorldNumber): SnapshotRow[] {
    const rows = this.all("SELECT name, version, root, at, hash FROM snapshots WHERE world = ? ORDER BY made", [world])
    return rows.map((row) => ({ ...row }) as unknown as SnapshotRow)
  }

  allSnapshots(): Map<WorldNumber, SnapshotRow[]> {
    return snapshotsByWorld(this.all("SELECT world, name, version, root, at, hash FROM snapshots ORDER BY world, made"))
  }

  putSnapshot(
    world: WorldNumber,
    { name, version, at, hash }: Omit<SnapshotRow, "root">,
    snapshotPages: SnapshotPages,
    blobs: readonly NamedBlob[],
  ): Outcome {
    return this.#world(world, () => {
      this.putSnapshotPages(snapshotPages)
      this.putBlobs(blobs)
      this.#dropSnapshot(world, name)
      this.run("INSERT INTO snapshots (world, name, version, root, at, hash) VALUES (?, ?, ?, ?, ?, ?)", [
        world,
        name,
        version,
        snapshotPages.root,
        at,
        hash,
      ])
      this.answers(1)
    })
  }

  deleteSnapshot(world: WorldNumber, name: string): void {
    this.transaction(() => this.#dropSnapshot(world, name))
  }

  drop({ changesUpTo = new Map(), pages }: Omit<Needless, "blobsBut">): void {
    this.transaction(() => {
      for (const [world, version] of changesUpTo)
        this.run("DELETE FROM changes WHERE world = ? AND sequence <= ?", [world, version])
      this.run("DELETE FROM changes WHERE world IN (SELECT world FROM worlds WHERE deleted_at IS NOT NULL)")
    })
    if (pages !== undefined) this.transaction(() => this.dropUnreachedPages(pages))
  }

  /** Writes and deletes a row that is as large as a change may be, to test whether the disk has room for changes. */
  probe(): void {
    this.look()
    this.transaction(() => this.run("INSERT OR REPLACE INTO meta VALUES ('probe', ?)", ["-".repeat(PROBE_BYTES)]))
    this.transaction(() => this.run("DELETE FROM meta WHERE key = 'probe'"))
  }

  sizes(): StoreSizes {
    const count = (table: string) => Number(this.get(`SELECT count(*) AS n FROM ${table}`)?.n)
    const bytes = this.get("SELECT page_count * page_size AS n FROM pragma_page_count(), pragma_page_size()")
    return {
      bytes: Number(bytes?.n),
      changes: count("changes"),
      pages: count("pages"),
      blobs: count("blobs"),
      blobBytes: Number(this.get("SELECT coalesce(sum(size), 0) AS n FROM blobs")?.n),
    }
  }

  shrink(): void {
    this.exec("VACUUM")
    this.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  seal(): void {
    this.exec("PRAGMA journal_mode = DELETE")
    this.rememberFiles()
  }

  faults(): string[] {
    const rows = this.all("PRAGMA integrity_check(20)").map((row) => String(row.integrity_check))
    return rows.filter((row) => row !== "ok")
  }

  meta(key: string): string | undefined {
    return this.get("SELECT value FROM meta WHERE key = ?", [key])?.value as string | undefined
  }

  servedAt(url: string): void {
    this.#lock?.servedAt(url)
  }

  override close(): void {
    super.close()
    this.#lock?.release()
  }

  #commit(world: WorldNumber, changes: readonly ChangeRow[], blobs: readonly NamedBlob[], work: () => void): Outcome {
    const [first, last] = [changes[0], changes.at(-1)]
    if (first === undefined || last === undefined) return "done"
    const outcome = this.transaction(() => {
      const { changes: count } = this.run(
        "UPDATE worlds SET version = ? WHERE world = ? AND version = ? AND deleted_at IS NULL",
        [last.sequence, world, first.sequence - 1],
      )
      if (Number(count) === 0) throw new RefusedPart(this.#isThere(world) ? "outpaced" : "deleted")
      work()
      this.#insertChanges(world, changes)
      this.putBlobs(blobs)
      this.answers(changes.length)
    })
    return outcome === "taken" ? "deleted" : outcome
  }

  #insertChanges(world: WorldNumber, changes: readonly ChangeRow[]): void {
    for (let from = 0; from < changes.length; from += MAX_CHANGES_PER_INSERT) {
      const some = changes.slice(from, from + MAX_CHANGES_PER_INSERT)
      const values = some.flatMap((change) => {
        const { sequence, at, actor, operation, body } = change
        return [world, sequence, at, actor, operation, body, sumOf(world, change)]
      })
      this.run(INSERTS[some.length] ?? "", values)
    }
  }

  /** Deletes a snapshot. Must be called within a transaction. */
  #dropSnapshot(world: WorldNumber, name: string): void {
    const { changes } = this.run("DELETE FROM snapshots WHERE world = ? AND name = ?", [world, name])
    this.answers(Number(changes))
  }

  #isThere(world: WorldNumber): boolean {
    return this.get("SELECT 1 FROM worlds WHERE world = ? AND deleted_at IS NULL", [world]) !== undefined
  }

  #world(world: WorldNumber, work: () => void): Outcome {
    const outcome = this.transaction(() => {
      if (!this.#isThere(world)) throw new RefusedPart("deleted")
      work()
    })
    return outcome === "taken" ? "deleted" : outcome
  }
}
