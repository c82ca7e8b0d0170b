import type { Instant } from "../../../src/model/index.ts"
import type { SnapshotRow, WorldNumber, WorldRow } from "../../../src/ports/index.ts"

/** Converts a database row. PostgreSQL's driver returns `bigint` as a string, but these values are small enough for numbers. */
export const worldRow = (row: Readonly<Record<string, unknown>>): WorldRow => ({
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

export const snapshotRow = (row: Readonly<Record<string, unknown>>): SnapshotRow => ({
  name: String(row.name),
  version: Number(row.version),
  root: String(row.root),
  at: String(row.at) as Instant,
  hash: String(row.hash),
})

/** Groups the rows of snapshots, which have the number of their world, by world. */
export function snapshotsByWorld(rows: readonly Readonly<Record<string, unknown>>[]): Map<WorldNumber, SnapshotRow[]> {
  const byWorld = new Map<WorldNumber, SnapshotRow[]>()
  for (const row of rows) {
    const world = Number(row.world)
    const snapshots = byWorld.get(world) ?? []
    byWorld.set(world, snapshots)
    snapshots.push(snapshotRow(row))
  }
  return byWorld
}
