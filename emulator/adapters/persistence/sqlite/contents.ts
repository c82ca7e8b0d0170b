import { type BlobRow, type NamedBlob, namedPages, type Page, type Rooted } from "../../../../src/inside.ts"
import { reachedPages } from "./reached-pages.ts"
import type { SqliteSession } from "./session.ts"
import { RefusedPart } from "./trouble.ts"

/** Pages and blobs, which are known by what is in them: how they come in, are found, and go when nothing leads to them. */
export class SqliteContents {
  readonly #session: SqliteSession
  /** Whether pages were ever dropped since this was opened: until then, what was seen here is there. */
  #hasDropped = false
  /** Blobs that were named since others began to be dropped. */
  #namedBlobs: Set<string> | undefined

  constructor(session: SqliteSession) {
    this.#session = session
  }

  /** In a transaction: writes what leads to a state; refuses where a page that is expected is not there. */
  putRooted({ pages, references }: Rooted): void {
    if (this.#hasDropped) {
      const find = this.#session.statement("SELECT 1 FROM pages WHERE id = ?")
      for (const id of references) if (find.get(id) === undefined) throw new RefusedPart("pages_missing")
    } else if (references.length > 0 && !this.#areThere(references)) throw new RefusedPart("pages_missing")
    this.putPages(pages)
  }

  /** As long as nothing was dropped, the first of them stands for all that a caller has seen here. */
  #areThere([first = ""]: readonly string[]): boolean {
    return this.#session.get("SELECT 1 FROM pages WHERE id = ?", first) !== undefined
  }

  putPages(pages: readonly Page[]): void {
    for (const { id, body } of pages)
      this.#session.run("INSERT INTO pages (id, body) VALUES (?, ?) ON CONFLICT DO NOTHING", id, body)
  }

  pages(ids: readonly string[]): Page[] {
    const find = this.#session.statement("SELECT body FROM pages WHERE id = ?")
    return ids.flatMap((id) => {
      const row = find.get(id)
      return row === undefined ? [] : [{ id, body: String(row.body) }]
    })
  }

  /** In a transaction: drops the pages to which no world and no snapshot leads. */
  dropPages(which: "all" | "when_many"): void {
    const roots = this.#session.all(
      `SELECT root FROM worlds WHERE deleted_at IS NULL UNION SELECT origin_root FROM worlds WHERE deleted_at IS NULL
       UNION SELECT root FROM snapshots`,
    )
    const reached = reachedPages(
      roots.map(({ root }) => String(root)),
      (id) => this.pages([id])[0]?.body,
      namedPages,
    )
    const all = this.#session.all("SELECT rowid AS row, id FROM pages")
    if (which === "when_many" && reached.size * 2 >= all.length) return
    this.#hasDropped = true
    for (const { row, id } of all) {
      if (row !== null && row !== undefined && !reached.has(String(id)))
        this.#session.run("DELETE FROM pages WHERE rowid = ?", row)
    }
  }

  /** In a transaction; refuses where a blob that is expected is not there. */
  putBlobs(blobs: readonly NamedBlob[]): void {
    for (const blob of blobs) {
      this.#namedBlobs?.add(blob.sha256)
      if (blob.bytes === undefined) {
        if (!this.#session.get("SELECT 1 FROM blobs WHERE sha256 = ?", blob.sha256))
          throw new RefusedPart("blobs_missing")
        continue
      }
      this.#session.run(
        "INSERT INTO blobs (sha256, size, content_type, bytes) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        ...[blob.sha256, blob.bytes.length, blob.contentType, blob.bytes],
      )
    }
  }

  blobs(keys: readonly string[]): BlobRow[] {
    return keys.flatMap((key) => {
      const row = this.#session.get("SELECT content_type, bytes FROM blobs WHERE sha256 = ?", key)
      if (row === undefined) return []
      return [{ sha256: key, contentType: String(row.content_type), bytes: row.bytes as Uint8Array }]
    })
  }

  blobKeys(): string[] {
    return this.#session.all("SELECT sha256 FROM blobs").map(({ sha256 }) => String(sha256))
  }

  /** From now on it is noted what `dropBlobs` has to leave. */
  noteBlobs(): void {
    this.#namedBlobs = new Set()
  }

  /** In a transaction: drops the blobs that are not among these and were not named since `noteBlobs`. */
  dropBlobs(but: ReadonlySet<string>): void {
    for (const key of this.blobKeys())
      if (!but.has(key) && !this.#namedBlobs?.has(key)) this.#session.run("DELETE FROM blobs WHERE sha256 = ?", key)
  }
}
