import { closeSync, openSync, readSync } from "node:fs"
import { BadPlace } from "../bad-place.ts"

/** "Hexr" in the header of each store's file, which distinguishes stores from other SQLite databases. */
export const APPLICATION_ID = 0x48_65_78_72
export const FORMAT = 1

export type Migrations = Readonly<Record<number, string>>

export const MIGRATIONS: Migrations = {}

/** SQL that creates the tables. Bodies are JSON. `changes.sum` is the row's check sum; pages and blobs are keyed by hashes. */
export const TABLES = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE worlds (
  world INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  parent TEXT,
  parent_version INTEGER,
  origin_root TEXT NOT NULL,
  origin_at TEXT NOT NULL,
  made_of TEXT,
  version INTEGER NOT NULL,
  root TEXT NOT NULL,
  root_version INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  deleted_at TEXT
);
CREATE UNIQUE INDEX worlds_by_name ON worlds (name) WHERE deleted_at IS NULL;
CREATE TABLE changes (
  world INTEGER NOT NULL REFERENCES worlds,
  sequence INTEGER NOT NULL,
  at TEXT NOT NULL,
  actor TEXT,
  operation TEXT NOT NULL,
  body TEXT NOT NULL,
  sum INTEGER NOT NULL,
  PRIMARY KEY (world, sequence)
);
CREATE TABLE pages (id TEXT NOT NULL UNIQUE, body TEXT NOT NULL);
CREATE TABLE snapshots (
  made INTEGER PRIMARY KEY AUTOINCREMENT,
  world INTEGER NOT NULL REFERENCES worlds,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  root TEXT NOT NULL,
  at TEXT NOT NULL,
  hash TEXT NOT NULL,
  UNIQUE (world, name)
);
CREATE TABLE blobs (
  sha256 TEXT NOT NULL UNIQUE,
  size INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  bytes BLOB NOT NULL
);
`

const MAGIC = "SQLite format 3\0"
const FORMAT_AT = 60
const APPLICATION_ID_AT = 68
const HEADER = 100

/** Classifies a file by its header, without opening it as a database. For a store, returns the number of its format. */
export function lookAtFile(file: string): "absent" | "empty" | "other" | number {
  let handle: number
  try {
    handle = openSync(file, "r")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "absent"
    throw new BadPlace(
      `${file} can't be read (${(error as Error).message}); choose a place this user may read and write`,
    )
  }
  try {
    const header = Buffer.alloc(HEADER)
    const length = readSync(handle, header, 0, HEADER, 0)
    if (length === 0) return "empty"
    const isOurs =
      length === HEADER &&
      header.toString("latin1", 0, MAGIC.length) === MAGIC &&
      header.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID
    return isOurs ? header.readUInt32BE(FORMAT_AT) : "other"
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EISDIR") throw new BadPlace(`${file} is a folder; pass a file`)
    throw new BadPlace(
      `${file} can't be read (${(error as Error).message}); choose a place this user may read and write`,
    )
  } finally {
    closeSync(handle)
  }
}

/** Returns the store's format, or "new" if the file is missing or empty. Throws a `BadPlace` for any other file or a later format. */
export function requireStore(file: string, format = FORMAT): number | "new" {
  const found = lookAtFile(file)
  if (found === "absent" || found === "empty") return "new"
  if (found === "other") {
    throw new BadPlace(`${file} is not a store of Hexarium; name another file, or a folder in which to create one`)
  }
  if (found > format) throw tooNew(file, found, format)
  return found
}

export const tooNew = (file: string, found: number, format: number) =>
  new BadPlace(
    `${file} has the store format ${found}, and this Hexarium supports formats up to ${format}; use a newer Hexarium`,
  )
