import { type BlobRow, type NamedBlob, namedPages, type Page, type SnapshotPages } from "../../../../src/ports/index.ts"
import { reachedPages } from "./reached-pages.ts"
import { SqliteSession } from "./session.ts"
import { RefusedPart } from "./trouble.ts"

/** Stores and finds pages and blobs by the hash of their content, and deletes those that are not needed. */
export class SqliteContents extends SqliteSession {
  /** Whether this process has deleted pages. Until then, every page that the caller has seen still exists. */
  #hasDropped = false
  /** Keys of blobs that were written or referred to since the last `noteBlobs`; undefined if there was no such call. */
  #namedBlobs: Set<string> | undefined

  /** Writes new pages of a state. Throws if a page that they refer to is missing. Must be called within a transaction. */
  protected putSnapshotPages({ pages, references }: SnapshotPages): void {
    if (this.#hasDropped) {
      const find = this.statement("SELECT 1 FROM pages WHERE id = ?")
      for (const id of references) if (find.get(id) === undefined) throw new RefusedPart("pages_missing")
    } else if (references.length > 0 && !this.#areThere(references)) throw new RefusedPart("pages_missing")
    this.#writePages(pages)
  }

  /** Checks only the first of several pages. The caller has seen the others, and no pages were deleted since. */
  #areThere([first = ""]: readonly string[]): boolean {
    return this.get("SELECT 1 FROM pages WHERE id = ?", [first]) !== undefined
  }

  putPages(pages: readonly Page[]): void {
    this.transaction(() => this.#writePages(pages))
  }

  #writePages(pages: readonly Page[]): void {
    for (const { id, body } of pages)
      this.run("INSERT INTO pages (id, body) VALUES (?, ?) ON CONFLICT DO NOTHING", [id, body])
  }

  pages(ids: readonly string[]): Page[] {
    const find = this.statement("SELECT body FROM pages WHERE id = ?")
    return ids.flatMap((id) => {
      const row = find.get(id)
      return row === undefined ? [] : [{ id, body: String(row.body) }]
    })
  }

  /** Deletes pages that no world or snapshot needs. Must be called within a transaction. */
  protected dropUnreachedPages(which: "all" | "when_many"): void {
    const roots = this.all(
      `SELECT root FROM worlds WHERE deleted_at IS NULL UNION SELECT origin_root FROM worlds WHERE deleted_at IS NULL
       UNION SELECT root FROM snapshots`,
    )
    const reached = reachedPages(
      roots.map(({ root }) => String(root)),
      (id) => this.pages([id])[0]?.body,
      namedPages,
    )
    const all = this.all("SELECT rowid AS row, id FROM pages")
    if (which === "when_many" && reached.size * 2 >= all.length) return
    this.#hasDropped = true
    for (const { row, id } of all) {
      if (row !== null && row !== undefined && !reached.has(String(id)))
        this.run("DELETE FROM pages WHERE rowid = ?", [row])
    }
  }

  /** Writes blobs. A blob without bytes must already be stored; otherwise throws. Must be called within a transaction. */
  protected putBlobs(blobs: readonly NamedBlob[]): void {
    for (const blob of blobs) {
      this.#namedBlobs?.add(blob.sha256)
      if (blob.bytes === undefined) {
        if (!this.get("SELECT 1 FROM blobs WHERE sha256 = ?", [blob.sha256])) throw new RefusedPart("blobs_missing")
        continue
      }
      this.run("INSERT INTO blobs (sha256, size, content_type, bytes) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", [
        blob.sha256,
        blob.bytes.length,
        blob.contentType,
        blob.bytes,
      ])
    }
  }

  blobs(keys: readonly string[]): BlobRow[] {
    return keys.flatMap((key) => {
      const row = this.get("SELECT content_type, bytes FROM blobs WHERE sha256 = ?", [key])
      if (row === undefined) return []
      return [{ sha256: key, contentType: String(row.content_type), bytes: row.bytes as Uint8Array }]
    })
  }

  blobKeys(): string[] {
    return this.all("SELECT sha256 FROM blobs").map(({ sha256 }) => String(sha256))
  }

  /** Starts to record the blobs that are written or referred to, so that `dropBlobs` does not delete them. */
  noteBlobs(): void {
    this.#namedBlobs = new Set()
  }

  /** Deletes blobs that are neither listed in `but` nor recorded since `noteBlobs`. */
  dropBlobs(but: ReadonlySet<string>): void {
    this.transaction(() => {
      for (const key of this.blobKeys())
        if (!but.has(key) && !this.#namedBlobs?.has(key)) this.run("DELETE FROM blobs WHERE sha256 = ?", [key])
    })
  }
}
