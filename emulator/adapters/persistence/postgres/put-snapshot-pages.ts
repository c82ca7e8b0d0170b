import type { NamedBlob, Outcome, Page, SnapshotPages } from "../../../../src/ports/index.ts"
import type { Asking } from "./connection.ts"
import type { Statements } from "./statements.ts"

export class RolledBack extends Error {
  readonly outcome: Exclude<Outcome, "done">

  constructor(outcome: Exclude<Outcome, "done">) {
    super(outcome)
    this.outcome = outcome
  }
}

/** Writes a state's new pages and blobs. Rolls back if a page or blob that the state refers to is missing. */
export async function putSnapshotPages(
  asking: Asking,
  sql: Statements,
  { pages, references }: SnapshotPages,
  blobs: readonly NamedBlob[],
): Promise<void> {
  await asking.query(sql.holdPages)
  const expected = [...new Set(references)]
  if (expected.length > 0) {
    const { rows } = await asking.query(sql.countPages, [expected])
    if (Number(rows[0]?.n) < expected.length) throw new RolledBack("pages_missing")
  }
  await putPages(asking, sql, pages)
  await putBlobs(asking, sql, blobs)
}

export async function putPages(asking: Asking, sql: Statements, pages: readonly Page[]): Promise<void> {
  if (pages.length === 0) return
  // All writers insert rows in the same order, which prevents deadlocks.
  const sorted = [...pages].sort((left, right) => (left.id < right.id ? -1 : 1))
  await asking.query(sql.putPages, [sorted.map(({ id }) => id), sorted.map(({ body }) => body)])
}

/** Writes blobs and updates the timestamps of existing ones. Must be called within a transaction. */
export async function putBlobs(asking: Asking, sql: Statements, blobs: readonly NamedBlob[]): Promise<void> {
  if (blobs.length === 0) return
  await asking.query(sql.holdPages)
  const expected: string[] = []
  for (const blob of blobs) {
    if (blob.bytes === undefined) expected.push(blob.sha256)
    else await asking.query(sql.putBlob, [blob.sha256, blob.bytes.length, blob.contentType, blob.bytes])
  }
  if (expected.length === 0) return
  const { count } = await asking.query(sql.touchBlobs, [expected])
  if (count < expected.length) throw new RolledBack("blobs_missing")
}
