import { randomBytes } from "node:crypto"
import {
  type BlobRow,
  type ChangeRow,
  type Missing,
  type NamedBlob,
  type Needless,
  type NewWorldRow,
  type Outcome,
  type Page,
  type Replacement,
  type Rooted,
  type SnapshotRow,
  type StoreSizes,
  StoreTrouble,
  type WorldNumber,
  type WorldRow,
} from "../../../src/inside.ts"
import type { Answered } from "../../adapters/persistence/sqlite/answered.ts"
import type { SqliteConnection } from "../../adapters/persistence/sqlite/api.ts"
import { SqliteContents } from "../../adapters/persistence/sqlite/contents.ts"
import { insertChanges } from "./insert-changes.ts"
import { MOST_PACKED, PACKED_CHANGES, packedChanges, SIZE_OF_CHANGES } from "../../adapters/persistence/sqlite/packed-changes.ts"
import { sumOf, worldOfRow } from "./rows.ts"
import { SqliteSession } from "../../adapters/persistence/sqlite/session.ts"
import { RefusedPart } from "../../adapters/persistence/sqlite/trouble.ts"

/** Bytes by which it is tried whether there is room. */
const PROBED = 65_536

/** A store's calls on a connection of SQLite, each done when it returns. What they promise says the port `Store`. */
export class SqliteDatabase {
  readonly #session: SqliteSession
  readonly #contents: SqliteContents

  /** `note` begins to note what is answered; those who only read note nothing. `open` is asked again after a commit of which it is not known whether it is on the disk. */
  constructor(open: () => SqliteConnection, note?: (connection: SqliteConnection) => Answered) {
    this.#session = new SqliteSession(open, note)
    this.#contents = new SqliteContents(this.#session)
  }

  worlds(): WorldRow[] {
    return this.#session.all("SELECT * FROM worlds WHERE deleted_at IS NULL ORDER BY world").map(worldOfRow)
  }

  makeWorld(row: NewWorldRow, rooted: Rooted, blobs: readonly NamedBlob[]): WorldRow | "taken" | Missing {
    let world = 0
    const outcome = this.#session.transaction(() => {
      if (this.#session.get("SELECT 1 FROM worlds WHERE name = ? AND deleted_at IS NULL", row.name))
        throw new RefusedPart("taken")
      this.#contents.putRooted(rooted)
      this.#contents.putBlobs(blobs)
      const { name, parent, parentVersion, origin, version, rootVersion, createdAt } = row
      const made = this.#session.run(
        `INSERT INTO worlds (name, parent, parent_version, origin_root, origin_at, made_of, version, root, root_version, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[name, parent, parentVersion, origin.root, origin.at, origin.madeOf, version, rooted.root, rootVersion],
        createdAt,
      )
      world = Number(made.lastInsertRowid)
      this.#session.answers(1 + version)
    })
    if (outcome === "done") return { ...row, world, root: rooted.root }
    return outcome === "taken" || outcome === "blobs_missing" ? outcome : "pages_missing"
  }

  deleteWorld(world: WorldNumber, at: string): void {
    this.#session.transaction(() => {
      const gone = [
        this.#session.run("UPDATE worlds SET deleted_at = ? WHERE world = ? AND deleted_at IS NULL", at, world),
        this.#session.run("DELETE FROM snapshots WHERE world = ?", world),
      ]
      for (const { changes } of gone) this.#session.answers(Number(changes))
    })
  }

  append(world: WorldNumber, changes: readonly ChangeRow[], blobs: readonly NamedBlob[]): Outcome {
    return this.#commit(world, changes, blobs, () => {})
  }

  replace(world: WorldNumber, { change, rooted, origin }: Replacement, blobs: readonly NamedBlob[]): Outcome {
    return this.#commit(world, [change], blobs, () => {
      this.#contents.putRooted(rooted)
      const { root } = rooted
      this.#session.run("UPDATE worlds SET root = ?, root_version = ? WHERE world = ?", root, change.sequence, world)
      if (origin === undefined) return
      this.#session.run(
        "UPDATE worlds SET origin_root = ?, origin_at = ?, made_of = ? WHERE world = ?",
        ...[root, origin.at, origin.madeOf, world],
      )
    })
  }

  bodyAt(world: WorldNumber, sequence: number): string | undefined {
    // What the disk has after a commit that failed is known when the log is read again.
    this.#session.reopen()
    return this.#session.get("SELECT body FROM changes WHERE world = ? AND sequence = ?", world, sequence)?.body as
      | string
      | undefined
  }

  /** Many changes as one text, to be read by `unpackChanges`: it takes a tenth of the time of rows, here and between threads. */
  changesAfter(world: WorldNumber, version: number, limit: number): string {
    let rows = limit
    while (rows > 1 && Number(this.#session.get(SIZE_OF_CHANGES, world, version, rows)?.size) > MOST_PACKED) rows >>= 1
    const packed = String(this.#session.get(PACKED_CHANGES, world, version, rows)?.packed ?? "")
    for (const [change, sum] of packedChanges(packed)) {
      if (sumOf(world, change) !== sum)
        throw new StoreTrouble("other", `the store is damaged: the change ${change.sequence} of the world ${world}`)
    }
    return packed
  }

  versions(): Map<WorldNumber, number> {
    const rows = this.#session.all("SELECT world, version FROM worlds WHERE deleted_at IS NULL")
    return new Map(rows.map(({ world, version }) => [Number(world), Number(version)]))
  }

  secret(): string {
    this.#session.transaction(() =>
      this.#session.run(
        "INSERT INTO meta VALUES ('secret', ?) ON CONFLICT DO NOTHING",
        randomBytes(32).toString("base64url"),
      ),
    )
    return this.meta("secret") ?? ""
  }

  lastWorld(): WorldNumber {
    return Number(this.#session.get("SELECT coalesce(max(world), 0) AS n FROM worlds")?.n)
  }

  putPages(pages: readonly Page[]): void {
    this.#session.transaction(() => this.#contents.putPages(pages))
  }

  pages(ids: readonly string[]): Page[] {
    return this.#contents.pages(ids)
  }

  setRoot(world: WorldNumber, version: number, rooted: Rooted): Outcome {
    return this.#world(world, () => {
      this.#contents.putRooted(rooted)
      this.#session.run(
        "UPDATE worlds SET root = ?2, root_version = ?3, version = max(version, ?3) WHERE world = ?1 AND root_version <= ?3",
        ...[world, rooted.root, version],
      )
    })
  }

  snapshots(world: WorldNumber): SnapshotRow[] {
    const rows = this.#session.all(
      "SELECT name, version, root, at, hash FROM snapshots WHERE world = ? ORDER BY made",
      world,
    )
    return rows.map((row) => ({ ...row }) as unknown as SnapshotRow)
  }

  putSnapshot(
    world: WorldNumber,
    { name, version, at, hash }: Omit<SnapshotRow, "root">,
    rooted: Rooted,
    blobs: readonly NamedBlob[],
  ): Outcome {
    return this.#world(world, () => {
      this.#contents.putRooted(rooted)
      this.#contents.putBlobs(blobs)
      this.#dropSnapshot(world, name)
      this.#session.run(
        "INSERT INTO snapshots (world, name, version, root, at, hash) VALUES (?, ?, ?, ?, ?, ?)",
        ...[world, name, version, rooted.root, at, hash],
      )
      this.#session.answers(1)
    })
  }

  deleteSnapshot(world: WorldNumber, name: string): void {
    this.#session.transaction(() => this.#dropSnapshot(world, name))
  }

  blobs(keys: readonly string[]): BlobRow[] {
    return this.#contents.blobs(keys)
  }

  blobKeys(): string[] {
    return this.#contents.blobKeys()
  }

  drop({ changesUpTo = new Map(), pages }: Omit<Needless, "blobsBut">): void {
    this.#session.transaction(() => {
      for (const [world, version] of changesUpTo)
        this.#session.run("DELETE FROM changes WHERE world = ? AND sequence <= ?", world, version)
      this.#session.run("DELETE FROM changes WHERE world IN (SELECT world FROM worlds WHERE deleted_at IS NOT NULL)")
    })
    if (pages !== undefined) this.#session.transaction(() => this.#contents.dropPages(pages))
  }

  /** Writes as much as a change with some content needs, and takes it away again. */
  probe(): void {
    this.#session.transaction(() =>
      this.#session.run("INSERT OR REPLACE INTO meta VALUES ('probe', ?)", "-".repeat(PROBED)),
    )
    this.#session.transaction(() => this.#session.run("DELETE FROM meta WHERE key = 'probe'"))
  }

  /** From now on it is noted what `dropBlobs` has to leave. */
  noteBlobs(): void {
    this.#contents.noteBlobs()
  }

  dropBlobs(but: ReadonlySet<string>): void {
    this.#session.transaction(() => this.#contents.dropBlobs(but))
  }

  /** From here to `endAtOnce` all that is asked for is one transaction. */
  beginAtOnce(): void {
    this.#session.beginAtOnce()
  }

  /** Stores everything since `beginAtOnce`, or nothing of it. */
  endAtOnce(isWhole: boolean): void {
    this.#session.endAtOnce(isWhole)
  }

  sizes(): StoreSizes {
    const count = (table: string) => Number(this.#session.get(`SELECT count(*) AS n FROM ${table}`)?.n)
    const bytes = this.#session.get("SELECT page_count * page_size AS n FROM pragma_page_count(), pragma_page_size()")
    return {
      bytes: Number(bytes?.n),
      changes: count("changes"),
      pages: count("pages"),
      blobs: count("blobs"),
      blobBytes: Number(this.#session.get("SELECT coalesce(sum(size), 0) AS n FROM blobs")?.n),
    }
  }

  /** Gives back to the disk what is free in the file. */
  shrink(): void {
    this.#session.exec("VACUUM")
    this.#session.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /** Makes it one file, with nothing beside it while it is read. */
  seal(): void {
    this.#session.exec("PRAGMA journal_mode = DELETE")
  }

  /** What SQLite itself finds wrong with the file. */
  faults(): string[] {
    const rows = this.#session.all("PRAGMA integrity_check(20)").map((row) => String(row.integrity_check))
    return rows.filter((row) => row !== "ok")
  }

  meta(key: string): string | undefined {
    return this.#session.get("SELECT value FROM meta WHERE key = ?", key)?.value as string | undefined
  }

  close(): void {
    this.#session.close()
  }

  #commit(world: WorldNumber, changes: readonly ChangeRow[], blobs: readonly NamedBlob[], work: () => void): Outcome {
    const [first, last] = [changes[0], changes.at(-1)]
    if (first === undefined || last === undefined) return "done"
    const outcome = this.#session.transaction(() => {
      const { changes: count } = this.#session.run(
        "UPDATE worlds SET version = ? WHERE world = ? AND version = ? AND deleted_at IS NULL",
        ...[last.sequence, world, first.sequence - 1],
      )
      if (Number(count) === 0) throw new RefusedPart(this.#isThere(world) ? "outpaced" : "deleted")
      work()
      insertChanges(this.#session, world, changes)
      this.#contents.putBlobs(blobs)
      this.#session.answers(changes.length)
    })
    return outcome === "taken" ? "deleted" : outcome
  }

  /** In a transaction. */
  #dropSnapshot(world: WorldNumber, name: string): void {
    const { changes } = this.#session.run("DELETE FROM snapshots WHERE world = ? AND name = ?", world, name)
    this.#session.answers(Number(changes))
  }

  #isThere(world: WorldNumber): boolean {
    return this.#session.get("SELECT 1 FROM worlds WHERE world = ? AND deleted_at IS NULL", world) !== undefined
  }

  /** A transaction on a world that there is. */
  #world(world: WorldNumber, work: () => void): Outcome {
    const outcome = this.#session.transaction(() => {
      if (!this.#isThere(world)) throw new RefusedPart("deleted")
      work()
    })
    return outcome === "taken" ? "deleted" : outcome
  }
}
