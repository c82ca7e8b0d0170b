import type { SqliteSeams } from "../../../emulator/adapters/persistence/sqlite/open-database.ts"

/** A later format, as a later release of Hexarium may have. */
export const NEXT_FORMAT = {
  format: 2,
  migrations: { 2: "ALTER TABLE worlds ADD COLUMN note TEXT; UPDATE worlds SET note = 'migrated'" },
} satisfies SqliteSeams
