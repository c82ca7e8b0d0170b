import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { StoreTrouble } from "../../../../src/inside.ts"
import { BadPlace } from "../../../persistence/bad-place.ts"
import { missingIn, noteAnswered, readAnswered } from "./answered.ts"
import { loadSqlite, type OpenConnection, type SqliteConnection } from "./api.ts"
import { SqliteDatabase } from "../../../persistence/sqlite/database.ts"
import { APPLICATION_ID, FORMAT, MIGRATIONS, type Migrations, requireStore, TABLES, tooNew } from "./format.ts"
import { findHolder, inUse, OWNER_ONLY, type StoreLock, takeLock } from "./lock.ts"
import { findLogDamage } from "./log/log-damage.ts"
import { makeFolder } from "./make-folder.ts"

export interface SqliteOptions {
  readonly file: string
  /** What made it, should it be made. */
  readonly madeBy: string
  /** `own`: to read and write, alone; made when it is not there. `beside`: to read, also while somebody has it. `alone`: to own what is there already. */
  readonly use?: "own" | "alone" | "beside"
  /** The most pages of 4 KiB that the file may have; for tests of a full disk. */
  readonly maxPages?: number
}

/** For tests: what stands between us and SQLite, and formats of the future. */
export interface SqliteSeams {
  readonly open?: OpenConnection
  readonly format?: number
  readonly migrations?: Migrations
}

/** An opened database, with the right to it. */
export interface OpenedDatabase {
  readonly database: SqliteDatabase
  /** Absent for those who only read. */
  readonly lock?: StoreLock
}

/** Opens a store. Throws a `BadPlace` that names the file and the way out; then nothing has changed. */
export function openDatabase(options: SqliteOptions, seams: SqliteSeams = {}): OpenedDatabase {
  const { use = "own" } = options
  const { format = FORMAT } = seams
  const file = resolve(options.file)
  const open = seams.open ?? loadSqlite()
  try {
    const found = requireStore(file, format)
    if (found === "new" && use !== "own") throw new BadPlace(`${file}: there is no store; start a server with it first`)
    if (use === "beside") {
      if (findHolder(file, open) === undefined) requireSoundLog(file)
      return { database: new SqliteDatabase(() => asOfNow(file, open, format)) }
    }
    return owned(file, open, options, seams)
  } catch (error) {
    throw asBadPlace(error, file)
  }
}

function owned(file: string, open: OpenConnection, options: SqliteOptions, seams: SqliteSeams): OpenedDatabase {
  makeFolder(dirname(file))
  const lock = takeLock(file, open)
  try {
    const { format = FORMAT, migrations = MIGRATIONS } = seams
    const found = requireStore(file, format)
    if (found === "new") {
      requireNoLog(file)
      make(file, open, options.madeBy)
    } else {
      requireSoundLog(file)
      // A connection that may write would, when it is closed, bring into the file what is left of the log.
      if (readAnswered(file) !== undefined) asOfNow(file, open, format).close()
      if (found < format) migrate(file, open, { format, migrations })
    }
    const reopen = () => connect(file, open, { maxPages: options.maxPages, format })
    const database = new SqliteDatabase(reopen, (connection) => noteAnswered(file, connection))
    return { database, lock }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Makes an empty store: beside, so that a file of that name is a whole one. */
function make(file: string, open: OpenConnection, madeBy: string): void {
  const beside = `${file}.new`
  removeDatabase(beside)
  closeSync(openSync(beside, "wx", OWNER_ONLY))
  const connection = open(beside)
  try {
    connection.exec(`PRAGMA synchronous = FULL; PRAGMA application_id = ${APPLICATION_ID}`)
    connection.exec("BEGIN IMMEDIATE")
    connection.exec(`${TABLES}; PRAGMA user_version = ${FORMAT}`)
    // Not prepared: what a statement holds on to, the package frees late.
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

/** Brings an older store to the present format, in one transaction, after a backup beside it. */
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
        throw new BadPlace(`${file} is a store of the format ${found}, from which nothing leads to ${format}`)
      connection.exec(statements)
    }
    connection.exec(`UPDATE meta SET value = '${format}' WHERE key = 'format'; PRAGMA user_version = ${format}`)
    connection.exec("COMMIT")
    // Into the header of the file, where it is looked for first.
    connection.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  } finally {
    connection.close()
  }
}

interface Connecting {
  readonly readOnly?: boolean
  readonly maxPages?: number | undefined
  /** The newest format that is known; whatever one there is when absent. */
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
    // Reads the header and the log, so that what is damaged shows now.
    connection.prepare("SELECT count(*) FROM meta").get()
    // What the log says of it is not in the header yet.
    const found = Number(connection.prepare("PRAGMA user_version").get()?.user_version)
    if (format !== undefined && found > format) throw tooNew(file, found, format)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** A connection that reads everything as it is now, whatever others write. Refuses a store that lacks what was answered. */
function asOfNow(file: string, open: OpenConnection, format: number): SqliteConnection {
  const note = readAnswered(file)
  const connection = connect(file, open, { readOnly: true, format })
  try {
    connection.exec("BEGIN; SELECT count(*) FROM worlds")
    const missing = missingIn(connection, note)
    if (missing > 0) throw damagedStore(file, `of the changes that were answered, the last ${missing} are missing`)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function requireSoundLog(file: string): void {
  const damage = findLogDamage(file)
  if (damage !== undefined) throw damagedStore(file, `of its log ${file}-wal, ${damage}`)
}

/** SQLite would take the log of a file that is gone for the log of a new one. */
function requireNoLog(file: string): void {
  const log = `${file}-wal`
  if (existsSync(log) && statSync(log).size > 0)
    throw new BadPlace(`${file} is not there, but its log ${log} is; bring the file back, or move the log away`)
}

const damagedStore = (file: string, what: string) =>
  new BadPlace(
    `${file} is damaged: ${what}; \`hexarium data recover --data ${file} -o FILE\` writes what can be had back into a new file`,
  )

/** Removes a database that was being made, with what belongs to it. */
export function removeDatabase(file: string): void {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(file + suffix, { force: true })
}

/** A rename is on the disk when its folder is. */
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

const BUSY = [5, 6]
const FULL = 13
const DAMAGED = [11, 26]
const READ_ONLY = [8, 14]

function asBadPlace(error: unknown, file: string): unknown {
  if (error instanceof BadPlace || error instanceof StoreTrouble) return error
  const { code, errcode, message } = error as {
    readonly code?: string
    readonly errcode?: number
    readonly message: string
  }
  const sqlite = errcode === undefined ? undefined : errcode & 0xff
  if (sqlite === undefined) {
    if (code === "ENOSPC") return new BadPlace(`${file} can't be made: the disk is full; free some space`)
    if (code === "EISDIR")
      return new BadPlace(`${file} is a folder; name a file in it, or the folder without its ending`)
    return code === undefined
      ? error
      : new BadPlace(`${file} can't be written (${message}); choose a place this user may write to`)
  }
  if (DAMAGED.includes(sqlite)) return damagedStore(file, message)
  if (BUSY.includes(sqlite)) return new BadPlace(inUse(file, undefined))
  if (sqlite === FULL) return new BadPlace(`${file} can't be made: the disk is full; free some space`)
  if (READ_ONLY.includes(sqlite))
    return new BadPlace(`${file} can't be written (${message}); choose a place this user may write to`)
  return new BadPlace(`${file} can't be opened: ${message}`)
}

/** Who has a store at present. */
export const holderOf = (file: string) => findHolder(resolve(file), loadSqlite())
