import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { StoreTrouble } from "../../../../src/ports/index.ts"
import { BadPlace } from "../bad-place.ts"
import { missingIn, noteAnswered, readAnswered } from "./answered.ts"
import { loadSqlite, type OpenConnection, type SqliteConnection } from "./api.ts"
import { SqliteDatabase } from "./database.ts"
import { realFile, requireOneName } from "./file-identity.ts"
import { APPLICATION_ID, FORMAT, MIGRATIONS, type Migrations, requireStore, TABLES, tooNew } from "./format.ts"
import { findHolder, inUse, OWNER_ONLY, takeLock } from "./lock.ts"
import { findLogDamage } from "./log/log-damage.ts"
import { makeFolder } from "./make-folder.ts"
import { StoreFiles } from "./store-files.ts"

export interface SqliteOptions {
  readonly file: string
  /** Name and version of this program, recorded in new files. */
  readonly madeBy: string
  /**
   * `own` reads and writes, and creates a missing file. `alone` reads and writes an existing file. `beside` only reads,
   * and works while another process has the file open.
   */
  readonly use?: "own" | "alone" | "beside"
  /** Maximum number of 4 KiB pages in the file; tests use it to simulate a full disk. */
  readonly maxPages?: number
}

/** Values that tests replace: SQLite's API, a clock in milliseconds, the test for a full disk, the newest format, and migrations to it. */
export interface SqliteSeams {
  readonly open?: OpenConnection
  readonly now?: () => number
  readonly hasRoom?: (folder: string) => boolean
  readonly format?: number
  readonly migrations?: Migrations
}

/** Opens a store. On failure, throws a `BadPlace` that names the file and the remedy; the store is unchanged. */
export function openDatabase(options: SqliteOptions, seams: SqliteSeams = {}): SqliteDatabase {
  const { use = "own" } = options
  const { format = FORMAT } = seams
  // The log and the lock belong to a path, so all links to the file must lead to the same path.
  const file = realFile(resolve(options.file))
  const open = seams.open ?? loadSqlite()
  try {
    requireOneName(file)
    const found = requireStore(file, format)
    if (found === "new" && use !== "own")
      throw new BadPlace(`${file}: no store found; start a server to create the store`)
    if (use === "beside") {
      const holder = findHolder(file, open)
      if (holder === undefined) requireSoundLog(file)
      else if (holder.file !== file) throw new BadPlace(inUse(file, holder))
      return new SqliteDatabase(() => asOfNow(file, open, format))
    }
    return openOwn(file, open, options, seams)
  } catch (error) {
    throw asBadPlace(error, file, seams.hasRoom ?? hasRoom)
  }
}

function openOwn(file: string, open: OpenConnection, options: SqliteOptions, seams: SqliteSeams): SqliteDatabase {
  makeFolder(dirname(file))
  const lock = takeLock(file, open)
  try {
    const { format = FORMAT, migrations = MIGRATIONS } = seams
    const found = requireStore(file, format)
    if (found === "new") {
      requireNoLog(file)
      make(file, open, options.madeBy)
      lock.lockFile()
    } else {
      lock.lockFile()
      requireSoundLog(file)
      // Throws if writes are missing, before closing a writable connection merges the log into the file.
      if (readAnswered(file) !== undefined) asOfNow(file, open, format).close()
      if (found < format) migrate(file, open, { format, migrations })
    }
    const files = new StoreFiles(file, seams.now ?? (() => performance.now()))
    const reopen = () => {
      const connection = connect(file, open, { maxPages: options.maxPages, format })
      files.remember()
      return connection
    }
    return new SqliteDatabase(reopen, { note: (connection) => noteAnswered(file, connection), lock, files })
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Creates an empty store under a temporary name and then renames it, so that no incomplete file has the final name. */
function make(file: string, open: OpenConnection, madeBy: string): void {
  const beside = `${file}.new`
  removeDatabase(beside)
  closeSync(openSync(beside, "wx", OWNER_ONLY))
  const connection = open(beside)
  try {
    connection.exec(`PRAGMA synchronous = FULL; PRAGMA application_id = ${APPLICATION_ID}`)
    connection.exec("BEGIN IMMEDIATE")
    connection.exec(`${TABLES}; PRAGMA user_version = ${FORMAT}`)
    // These statements are not prepared, because the SQLite package releases prepared statements late.
    for (const [key, value] of Object.entries({ format: FORMAT, made_by: madeBy, made_at: new Date().toISOString() }))
      connection.exec(`INSERT INTO meta VALUES ('${key}', '${String(value).replaceAll("'", "''")}')`)
    connection.exec("COMMIT")
    connection.exec("PRAGMA journal_mode = WAL")
  } finally {
    connection.close()
  }
  renameSync(beside, file)
  syncFolder(dirname(file))
}

/** Migrates a store of an older format in one transaction. First saves a backup beside the original. */
function migrate(
  file: string,
  open: OpenConnection,
  { format, migrations }: { readonly format: number; readonly migrations: Migrations },
): void {
  const connection = connect(file, open)
  try {
    const found = Number(connection.prepare("PRAGMA user_version").get()?.user_version)
    if (found > format) throw tooNew(file, found, format)
    if (found === format) return
    const backup = `${file}.format-${found}`
    removeDatabase(`${backup}.new`)
    connection.exec(`VACUUM INTO '${`${backup}.new`.replaceAll("'", "''")}'`)
    chmodSync(`${backup}.new`, OWNER_ONLY)
    renameSync(`${backup}.new`, backup)
    syncFolder(dirname(file))
    connection.exec("BEGIN IMMEDIATE")
    for (let next = found + 1; next <= format; next += 1) {
      const statements = migrations[next]
      if (statements === undefined)
        throw new BadPlace(`${file} is a store of the format ${found}, which can't be migrated to ${format}`)
      connection.exec(statements)
    }
    connection.exec(`UPDATE meta SET value = '${format}' WHERE key = 'format'; PRAGMA user_version = ${format}`)
    connection.exec("COMMIT")
    // The checkpoint writes the format version to the file's header, which is read first on opening.
    connection.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  } finally {
    connection.close()
  }
}

interface Connecting {
  readonly readOnly?: boolean
  readonly maxPages?: number | undefined
  /** Newest accepted format. Default: any. */
  readonly format?: number
}

function connect(
  file: string,
  open: OpenConnection,
  { readOnly = false, maxPages, format }: Connecting = {},
): SqliteConnection {
  const connection = open(file, readOnly ? { readOnly } : {})
  try {
    connection.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -65536")
    if (!readOnly) connection.exec("PRAGMA journal_mode = WAL")
    if (maxPages !== undefined) connection.exec(`PRAGMA max_page_count = ${maxPages}`)
    // Reads the header and the log, so that damage is detected when the file is opened.
    connection.prepare("SELECT count(*) FROM meta").get()
    // The format is read through the connection, because the log may be newer than the header.
    const found = Number(connection.prepare("PRAGMA user_version").get()?.user_version)
    if (format !== undefined && found > format) throw tooNew(file, found, format)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Opens a read-only connection to the current data. Throws if acknowledged writes are missing from the store. */
function asOfNow(file: string, open: OpenConnection, format: number): SqliteConnection {
  const note = readAnswered(file)
  const connection = connect(file, open, { readOnly: true, format })
  try {
    connection.exec("BEGIN; SELECT count(*) FROM worlds")
    const missing = missingIn(connection, note)
    if (missing > 0) throw damagedStore(file, `the last ${missing} committed changes are missing`)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Throws a `BadPlace` if the file's log is damaged. */
export function requireSoundLog(file: string): void {
  const damage = findLogDamage(file)
  if (damage !== undefined) throw damagedStore(file, `${damage} in the log ${file}-wal`)
}

/** Throws if the file's log exists without the database. SQLite would apply such a log to the new file. */
function requireNoLog(file: string): void {
  const log = `${file}-wal`
  if (existsSync(log) && statSync(log).size > 0)
    throw new BadPlace(`${file} is missing, but its log ${log} exists; restore the file, or move the log away`)
}

export const damagedStore = (file: string, what: string) =>
  new BadPlace(
    `${file} is damaged: ${what}; \`hexarium data recover --data ${file} -o FILE\` writes the readable part to a new file`,
  )

export function removeDatabase(file: string): void {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(file + suffix, { force: true })
}

/** Syncs a folder to the disk. Without this, a rename might be lost after a power failure. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return
  const { fsyncSync } = process.getBuiltinModule("node:fs")
  const handle = openSync(folder, "r")
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const BUSY_CODES = [5, 6]
const FULL_DISK_CODE = 13
const DAMAGE_CODES = [11, 26]
const READ_ONLY = [8, 14]
/** Codes for files that can't be written, also because the disk is full: a failed write, and a file that can't be made. */
const UNWRITABLE_CODES = [10, 14]

const ROOM_BYTES = 65_536
const NO_ROOM = ["ENOSPC", "EDQUOT"]

/** Returns whether the disk has room for a small file. SQLite does not say that the disk is full if it can't make a file. */
function hasRoom(folder: string): boolean {
  const file = join(folder, `.hexarium-${process.pid}.tmp`)
  try {
    writeFileSync(file, "-".repeat(ROOM_BYTES), { mode: OWNER_ONLY })
    return true
  } catch (error) {
    return !NO_ROOM.includes((error as NodeJS.ErrnoException).code ?? "")
  } finally {
    rmSync(file, { force: true })
  }
}

function asBadPlace(error: unknown, file: string, hasRoomIn: (folder: string) => boolean): unknown {
  if (error instanceof BadPlace || error instanceof StoreTrouble) return error
  const { code, errcode, message } = error as {
    readonly code?: string
    readonly errcode?: number
    readonly message: string
  }
  const sqlite = errcode === undefined ? undefined : errcode & 0xff
  const full = () =>
    new BadPlace(`${file} can't be ${existsSync(file) ? "opened" : "created"}: the disk is full; free some space`)
  if (sqlite === undefined) {
    if (NO_ROOM.includes(code ?? "")) return full()
    if (code === "EISDIR")
      return new BadPlace(`${file} is a folder; name a file in the folder, or a folder without this extension`)
    return code === undefined
      ? error
      : new BadPlace(`${file} can't be written (${message}); choose a place this user may write to`)
  }
  if (DAMAGE_CODES.includes(sqlite)) return damagedStore(file, message)
  if (BUSY_CODES.includes(sqlite)) return new BadPlace(inUse(file, undefined))
  if (sqlite === FULL_DISK_CODE || (UNWRITABLE_CODES.includes(sqlite) && !hasRoomIn(dirname(file)))) return full()
  if (READ_ONLY.includes(sqlite))
    return new BadPlace(`${file} can't be written (${message}); choose a place this user may write to`)
  return new BadPlace(`${file} can't be opened: ${message}`)
}
