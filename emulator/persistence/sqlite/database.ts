import { randomBytes } from "node:crypto"
import { crc32 } from "node:zlib"
import {
  type BlobRow,
  type ChangeRow,
  type Missing,
  type NamedBlob,
  type Needless,
  type NewWorldRow,
  namedPages,
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
import type { SqliteConnection, SqliteStatement, SqliteValue } from "./api.ts"
import { MOST_PACKED, PACKED_CHANGES, packedChanges, SIZE_OF_CHANGES } from "./packed-changes.ts"
import { reachedPages } from "./reached-pages.ts"

type Row = Readonly<Record<string, SqliteValue>>

/** Leaves a transaction, which is rolled back, with an outcome. */
class Refused extends Error {
  readonly outcome: Exclude<Outcome, "done"> | "taken"

  constructor(outcome: Refused["outcome"]) {
    super(outcome)
    this.outcome = outcome
  }
}

/** SQLITE_FULL. */
const FULL = 13

/** A store's calls on a connection of SQLite, each done when it returns. What they promise says the port `Store`. */
export class SqliteDatabase {
  #connection: SqliteConnection
  readonly #reopen: () => SqliteConnection
  readonly #prepared = new Map<string, SqliteStatement>()
  /** Whether pages were ever dropped since this was opened: until then, what was seen here is there. */
  #hasDropped = false
  /** Blobs that were named since others began to be dropped. */
  #namedBlobs: Set<string> | undefined

  /** `open` is asked again after a commit of which it is not known whether it is on the disk. */
  constructor(open: () => SqliteConnection) {
    this.#reopen = open
    this.#connection = open()
  }

  worlds(): WorldRow[] {
    return this.#all("SELECT * FROM worlds WHERE deleted_at IS NULL ORDER BY world").map(worldRow)
  }

  makeWorld(row: NewWorldRow, rooted: Rooted, blobs: readonly NamedBlob[]): WorldRow | "taken" | Missing {
    let world = 0
    const outcome = this.#transaction(() => {
      if (this.#get("SELECT 1 FROM worlds WHERE name = ? AND deleted_at IS NULL", row.name)) throw new Refused("taken")
      this.#putRooted(rooted)
      this.#putBlobs(blobs)
      const { name, parent, parentVersion, origin, version, rootVersion, createdAt } = row
      const made = this.#run(
        `INSERT INTO worlds (name, parent, parent_version, origin_root, origin_at, made_of, version, root, root_version, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[name, parent, parentVersion, origin.root, origin.at, origin.madeOf, version, rooted.root, rootVersion],
        createdAt,
      )
      world = Number(made.lastInsertRowid)
    })
    if (outcome === "done") return { ...row, world, root: rooted.root }
    return outcome === "taken" || outcome === "blobs_missing" ? outcome : "pages_missing"
  }

  deleteWorld(world: WorldNumber, at: string): void {
    this.#transaction(() => {
      this.#run("UPDATE worlds SET deleted_at = ? WHERE world = ? AND deleted_at IS NULL", at, world)
      this.#run("DELETE FROM snapshots WHERE world = ?", world)
    })
  }

  append(world: WorldNumber, changes: readonly ChangeRow[], blobs: readonly NamedBlob[]): Outcome {
    return this.#commit(world, changes, blobs, () => {})
  }

  replace(world: WorldNumber, { change, rooted, origin }: Replacement, blobs: readonly NamedBlob[]): Outcome {
    return this.#commit(world, [change], blobs, () => {
      this.#putRooted(rooted)
      const { root } = rooted
      this.#run("UPDATE worlds SET root = ?, root_version = ? WHERE world = ?", root, change.sequence, world)
      if (origin === undefined) return
      this.#run(
        "UPDATE worlds SET origin_root = ?, origin_at = ?, made_of = ? WHERE world = ?",
        ...[root, origin.at, origin.madeOf, world],
      )
    })
  }

  bodyAt(world: WorldNumber, sequence: number): string | undefined {
    // What the disk has after a commit that failed is known when the log is read again.
    this.#prepared.clear()
    this.#connection.close()
    this.#connection = this.#reopen()
    return this.#get("SELECT body FROM changes WHERE world = ? AND sequence = ?", world, sequence)?.body as
      | string
      | undefined
  }

  /** Many changes as one text, to be read by `unpackChanges`: it takes a tenth of the time of rows, here and between threads. */
  changesAfter(world: WorldNumber, version: number, limit: number): string {
    let rows = limit
    while (rows > 1 && Number(this.#get(SIZE_OF_CHANGES, world, version, rows)?.size) > MOST_PACKED) rows >>= 1
    const packed = String(this.#get(PACKED_CHANGES, world, version, rows)?.packed ?? "")
    for (const [change, sum] of packedChanges(packed)) {
      if (sumOf(world, change) !== sum)
        throw new StoreTrouble("other", `the store is damaged: the change ${change.sequence} of the world ${world}`)
    }
    return packed
  }

  versions(): Map<WorldNumber, number> {
    const rows = this.#all("SELECT world, version FROM worlds WHERE deleted_at IS NULL")
    return new Map(rows.map(({ world, version }) => [Number(world), Number(version)]))
  }

  secret(): string {
    this.#transaction(() =>
      this.#run("INSERT INTO meta VALUES ('secret', ?) ON CONFLICT DO NOTHING", randomBytes(32).toString("base64url")),
    )
    return this.meta("secret") ?? ""
  }

  lastWorld(): WorldNumber {
    return Number(this.#get("SELECT coalesce(max(world), 0) AS n FROM worlds")?.n)
  }

  putPages(pages: readonly Page[]): void {
    this.#transaction(() => this.#putPages(pages))
  }

  pages(ids: readonly string[]): Page[] {
    const find = this.#statement("SELECT body FROM pages WHERE id = ?")
    return ids.flatMap((id) => {
      const row = find.get(id)
      return row === undefined ? [] : [{ id, body: String(row.body) }]
    })
  }

  setRoot(world: WorldNumber, version: number, rooted: Rooted): Outcome {
    return this.#world(world, () => {
      this.#putRooted(rooted)
      this.#run(
        "UPDATE worlds SET root = ?2, root_version = ?3, version = max(version, ?3) WHERE world = ?1 AND root_version <= ?3",
        ...[world, rooted.root, version],
      )
    })
  }

  snapshots(world: WorldNumber): SnapshotRow[] {
    const rows = this.#all("SELECT name, version, root, at, hash FROM snapshots WHERE world = ? ORDER BY made", world)
    return rows.map((row) => ({ ...row }) as unknown as SnapshotRow)
  }

  putSnapshot(
    world: WorldNumber,
    { name, version, at, hash }: Omit<SnapshotRow, "root">,
    rooted: Rooted,
    blobs: readonly NamedBlob[],
  ): Outcome {
    return this.#world(world, () => {
      this.#putRooted(rooted)
      this.#putBlobs(blobs)
      this.#run("DELETE FROM snapshots WHERE world = ? AND name = ?", world, name)
      this.#run(
        "INSERT INTO snapshots (world, name, version, root, at, hash) VALUES (?, ?, ?, ?, ?, ?)",
        ...[world, name, version, rooted.root, at, hash],
      )
    })
  }

  deleteSnapshot(world: WorldNumber, name: string): void {
    this.#transaction(() => this.#run("DELETE FROM snapshots WHERE world = ? AND name = ?", world, name))
  }

  blobs(keys: readonly string[]): BlobRow[] {
    return keys.flatMap((key) => {
      const row = this.#get("SELECT content_type, bytes FROM blobs WHERE sha256 = ?", key)
      if (row === undefined) return []
      return [{ sha256: key, contentType: String(row.content_type), bytes: row.bytes as Uint8Array }]
    })
  }

  blobKeys(): string[] {
    return this.#all("SELECT sha256 FROM blobs").map(({ sha256 }) => String(sha256))
  }

  drop({ changesUpTo = new Map(), pages }: Omit<Needless, "blobsBut">): void {
    this.#transaction(() => {
      for (const [world, version] of changesUpTo)
        this.#run("DELETE FROM changes WHERE world = ? AND sequence <= ?", world, version)
      this.#run("DELETE FROM changes WHERE world IN (SELECT world FROM worlds WHERE deleted_at IS NOT NULL)")
    })
    if (pages !== undefined) this.#transaction(() => this.#dropPages(pages))
  }

  /** From now on it is noted what `dropBlobs` has to leave. */
  noteBlobs(): void {
    this.#namedBlobs = new Set()
  }

  dropBlobs(but: ReadonlySet<string>): void {
    this.#transaction(() => {
      for (const key of this.blobKeys())
        if (!but.has(key) && !this.#namedBlobs?.has(key)) this.#run("DELETE FROM blobs WHERE sha256 = ?", key)
    })
  }

  sizes(): StoreSizes {
    const count = (table: string) => Number(this.#get(`SELECT count(*) AS n FROM ${table}`)?.n)
    const bytes = this.#get("SELECT page_count * page_size AS n FROM pragma_page_count(), pragma_page_size()")
    return {
      bytes: Number(bytes?.n),
      changes: count("changes"),
      pages: count("pages"),
      blobs: count("blobs"),
      blobBytes: Number(this.#get("SELECT coalesce(sum(size), 0) AS n FROM blobs")?.n),
    }
  }

  /** Gives back to the disk what is free in the file. */
  shrink(): void {
    this.#connection.exec("VACUUM")
    this.#connection.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /** Makes it one file, with nothing beside it while it is read. */
  seal(): void {
    this.#connection.exec("PRAGMA journal_mode = DELETE")
  }

  /** What SQLite itself finds wrong with the file. */
  faults(): string[] {
    const rows = this.#all("PRAGMA integrity_check(20)").map((row) => String(row.integrity_check))
    return rows.filter((row) => row !== "ok")
  }

  meta(key: string): string | undefined {
    return this.#get("SELECT value FROM meta WHERE key = ?", key)?.value as string | undefined
  }

  close(): void {
    this.#connection.close()
  }

  #commit(world: WorldNumber, changes: readonly ChangeRow[], blobs: readonly NamedBlob[], work: () => void): Outcome {
    const [first, last] = [changes[0], changes.at(-1)]
    if (first === undefined || last === undefined) return "done"
    const outcome = this.#transaction(() => {
      const { changes: count } = this.#run(
        "UPDATE worlds SET version = ? WHERE world = ? AND version = ? AND deleted_at IS NULL",
        ...[last.sequence, world, first.sequence - 1],
      )
      if (Number(count) === 0) throw new Refused(this.#isThere(world) ? "outpaced" : "deleted")
      work()
      for (const change of changes) {
        const { sequence, at, actor, operation, body } = change
        this.#run(
          "INSERT INTO changes (world, sequence, at, actor, operation, body, sum) VALUES (?, ?, ?, ?, ?, ?, ?)",
          ...[world, sequence, at, actor, operation, body, sumOf(world, change)],
        )
      }
      this.#putBlobs(blobs)
    })
    return outcome === "taken" ? "deleted" : outcome
  }

  #isThere(world: WorldNumber): boolean {
    return this.#get("SELECT 1 FROM worlds WHERE world = ? AND deleted_at IS NULL", world) !== undefined
  }

  /** A transaction on a world that there is. */
  #world(world: WorldNumber, work: () => void): Outcome {
    const outcome = this.#transaction(() => {
      if (!this.#isThere(world)) throw new Refused("deleted")
      work()
    })
    return outcome === "taken" ? "deleted" : outcome
  }

  #transaction(work: () => unknown): Outcome | "taken" {
    let isCommitting = false
    try {
      this.#run("BEGIN IMMEDIATE")
      work()
      isCommitting = true
      this.#run("COMMIT")
      return "done"
    } catch (error) {
      this.#rollback()
      if (error instanceof Refused) return error.outcome
      throw sqliteTrouble(error, isCommitting)
    }
  }

  #rollback(): void {
    try {
      this.#connection.exec("ROLLBACK")
    } catch {
      // SQLite has done it already, or there was nothing to roll back.
    }
  }

  #putRooted({ pages, references }: Rooted): void {
    if (this.#hasDropped) {
      const find = this.#statement("SELECT 1 FROM pages WHERE id = ?")
      for (const id of references) if (find.get(id) === undefined) throw new Refused("pages_missing")
    } else if (references.length > 0 && !this.#areThere(references)) throw new Refused("pages_missing")
    this.#putPages(pages)
  }

  /** As long as nothing was dropped, the first of them stands for all that a caller has seen here. */
  #areThere([first = ""]: readonly string[]): boolean {
    return this.#get("SELECT 1 FROM pages WHERE id = ?", first) !== undefined
  }

  #putPages(pages: readonly Page[]): void {
    for (const { id, body } of pages)
      this.#run("INSERT INTO pages (id, body) VALUES (?, ?) ON CONFLICT DO NOTHING", id, body)
  }

  #putBlobs(blobs: readonly NamedBlob[]): void {
    for (const blob of blobs) {
      this.#namedBlobs?.add(blob.sha256)
      if (blob.bytes === undefined) {
        if (!this.#get("SELECT 1 FROM blobs WHERE sha256 = ?", blob.sha256)) throw new Refused("blobs_missing")
        continue
      }
      this.#run(
        "INSERT INTO blobs (sha256, size, content_type, bytes) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        ...[blob.sha256, blob.bytes.length, blob.contentType, blob.bytes],
      )
    }
  }

  #dropPages(which: "all" | "when_many"): void {
    const roots = this.#all(
      `SELECT root FROM worlds WHERE deleted_at IS NULL UNION SELECT origin_root FROM worlds WHERE deleted_at IS NULL
       UNION SELECT root FROM snapshots`,
    )
    const reached = reachedPages(
      roots.map(({ root }) => String(root)),
      (id) => this.pages([id])[0]?.body,
      namedPages,
    )
    const all = this.#all("SELECT rowid AS row, id FROM pages")
    if (which === "when_many" && reached.size * 2 >= all.length) return
    this.#hasDropped = true
    for (const { row, id } of all) {
      if (row !== null && row !== undefined && !reached.has(String(id)))
        this.#run("DELETE FROM pages WHERE rowid = ?", row)
    }
  }

  #statement(sql: string): SqliteStatement {
    let statement = this.#prepared.get(sql)
    if (statement === undefined) {
      statement = this.#connection.prepare(sql)
      this.#prepared.set(sql, statement)
    }
    return statement
  }

  #all(sql: string, ...values: readonly SqliteValue[]): readonly Row[] {
    return this.#statement(sql).all(...values)
  }

  #get(sql: string, ...values: readonly SqliteValue[]): Row | undefined {
    return this.#statement(sql).get(...values)
  }

  #run(sql: string, ...values: readonly SqliteValue[]) {
    return this.#statement(sql).run(...values)
  }
}

const worldRow = (row: Row): WorldRow => ({
  world: Number(row.world),
  name: String(row.name),
  parent: row.parent as string | null,
  parentVersion: row.parent_version as number | null,
  origin: {
    root: String(row.origin_root),
    at: row.origin_at as WorldRow["createdAt"],
    madeOf: row.made_of as string | null,
  },
  version: Number(row.version),
  root: String(row.root),
  rootVersion: Number(row.root_version),
  createdAt: row.created_at as WorldRow["createdAt"],
})

const sumOf = (world: WorldNumber, { sequence, at, actor, operation, body }: ChangeRow): number =>
  crc32(`${world} ${sequence} ${at} ${actor} ${operation} ${body}`)

/** What a failure of SQLite is to those who use the store. */
export function sqliteTrouble(error: unknown, isCommitting = false): StoreTrouble {
  if (error instanceof StoreTrouble) return error
  const { message, errcode } = error as { readonly message: string; readonly errcode?: number }
  const isFull = ((errcode ?? 0) & 0xff) === FULL
  return new StoreTrouble(isFull ? "full" : "other", isFull ? "the disk is full" : `SQLite refused: ${message}`, {
    isUncertain: isCommitting && !isFull,
    cause: error,
  })
}
