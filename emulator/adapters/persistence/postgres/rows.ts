import type { Instant } from "../../../../src/model/index.ts"
import type { BlobRow, ChangeRow, Head } from "../../../../src/ports/index.ts"
import type { SqlRow } from "./connection.ts"

export const changeRowOf = (row: SqlRow): ChangeRow => ({
  sequence: Number(row.sequence),
  at: String(row.at) as Instant,
  actor: row.actor === null ? null : String(row.actor),
  operation: String(row.operation),
  body: String(row.body),
})

/** A change's ID is its check sum. */
export const headRow = ({ version, sum }: SqlRow): Head => ({
  version: Number(version),
  id: sum === null ? undefined : String(sum),
})

export const blobRow = (row: SqlRow): BlobRow => ({
  sha256: String(row.sha256),
  contentType: String(row.content_type),
  bytes: new Uint8Array(row.bytes as Buffer),
})
