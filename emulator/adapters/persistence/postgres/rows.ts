import type { BlobRow, ChangeRow, Instant, SnapshotRow, WorldRow } from "../../../../src/inside.ts"
import type { SqlRow } from "./connection.ts"

/** Rows as the store's port has them. `bigint` comes as text, since it may be beyond what a number holds; what we put there is not. */

export const worldRow = (row: SqlRow): WorldRow => ({
  world: Number(row.world),
  name: String(row.name),
  parent: row.parent === null ? null : String(row.parent),
  parentVersion: row.parent_version === null ? null : Number(row.parent_version),
  origin: {
    root: String(row.origin_root),
    at: String(row.origin_at) as Instant,
    madeOf: row.made_of === null ? null : String(row.made_of),
  },
  version: Number(row.version),
  root: String(row.root),
  rootVersion: Number(row.root_version),
  createdAt: String(row.created_at) as Instant,
})

export const changeRowOf = (row: SqlRow): ChangeRow => ({
  sequence: Number(row.sequence),
  at: String(row.at) as Instant,
  actor: row.actor === null ? null : String(row.actor),
  operation: String(row.operation),
  body: String(row.body),
})

export const snapshotRow = (row: SqlRow): SnapshotRow => ({
  name: String(row.name),
  version: Number(row.version),
  root: String(row.root),
  at: String(row.at) as Instant,
  hash: String(row.hash),
})

export const blobRow = (row: SqlRow): BlobRow => ({
  sha256: String(row.sha256),
  contentType: String(row.content_type),
  bytes: new Uint8Array(row.bytes as Buffer),
})
