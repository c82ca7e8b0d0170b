import { crc32 } from "node:zlib"
import type { ChangeRow, WorldNumber, WorldRow } from "../../../src/inside.ts"
import type { SqliteValue } from "../../adapters/persistence/sqlite/api.ts"

/** A row as SQLite gives it. */
export type SqliteRow = Readonly<Record<string, SqliteValue>>

/** A world as the store's port has it. */
export const worldOfRow = (row: SqliteRow): WorldRow => ({
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

/** The check sum that a change is stored with. */
export const sumOf = (world: WorldNumber, { sequence, at, actor, operation, body }: ChangeRow): number =>
  crc32(`${world} ${sequence} ${at} ${actor} ${operation} ${body}`)
