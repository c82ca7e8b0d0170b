import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { BadPlace } from "../bad-place.ts"
import type { OpenConnection, SqliteConnection } from "./api.ts"
import { identityOf } from "./file-identity.ts"
import { OwnFile } from "./own-file.ts"

export interface Holder {
  readonly pid: number
  /** URL of the server that has the store open; null if a tool has it open. */
  readonly url: string | null
  /** Path under which the process has opened the store. */
  readonly file: string
  /** Device and inode of the store's file. */
  readonly identity: string | undefined
}

/** Suffix of the file that describes the process that has the store open, for people and tools. */
const HOLDER = ".lock"
/** Suffix of an empty file that is locked. The operating system releases the lock when the process ends. */
const LOCK_SUFFIX = ".held"

export const OWNER_ONLY = 0o600

export interface StoreLock {
  /** Also locks the file by device and inode, so that no process uses it under another name. The file must exist. */
  lockFile(): void
  servedAt(url: string): void
  release(): void
}

export function takeLock(file: string, open: OpenConnection): StoreLock {
  const taken = [takeOne(file, file, open)]
  const describe = (url: string | null) => {
    for (const { note } of taken) {
      const holder: Holder = { pid: process.pid, url, file, identity: identityOf(file) }
      try {
        note.write(`${JSON.stringify(holder)}\n`)
      } catch {
        // The note is only a description. It is missing if the disk is full.
      }
    }
  }
  describe(null)
  return {
    lockFile() {
      const base = identityBase(file)
      if (base === undefined) return
      try {
        taken.push(takeOne(base, file, open))
      } catch (error) {
        // The folder for temporary files can't be written, for example. The lock on the path remains.
        if (error instanceof BadPlace) throw error
      }
      describe(null)
    },
    servedAt: describe,
    release() {
      const [byPath, byIdentity] = taken
      byPath?.note.remove()
      byIdentity?.note.remove()
      if (byIdentity !== undefined) removeUnused(byIdentity.lockFile)
      for (const { connection } of taken) connection.close()
    },
  }
}

interface Taken {
  readonly lockFile: string
  readonly connection: SqliteConnection
  readonly note: OwnFile
}

function takeOne(base: string, file: string, open: OpenConnection): Taken {
  const lockFile = base + LOCK_SUFFIX
  // Creates the file with permissions for its owner only; SQLite would use the umask's. An existing file is not opened
  // here, because closing it would release the locks that this process has on it.
  if (existsSync(lockFile)) accessSync(lockFile, constants.W_OK)
  else closeSync(openSync(lockFile, "a", OWNER_ONLY))
  const identity = identityOf(lockFile)
  const connection = open(lockFile)
  try {
    // Without a journal in memory, closing would remove the journal of a process that locked a new file of this name.
    connection.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE")
  } catch (error) {
    connection.close()
    if (isBusy(error)) throw new BadPlace(inUse(file, readHolder(base)))
    throw error
  }
  // The process that held the lock may have removed the file just before it was locked here.
  if (identityOf(lockFile) === identity) return { lockFile, connection, note: new OwnFile(base + HOLDER) }
  connection.close()
  return takeOne(base, file, open)
}

/** Removes a lock file while it is locked. Windows refuses this, and the empty file remains. */
function removeUnused(lockFile: string): void {
  try {
    rmSync(lockFile, { force: true })
  } catch {}
}

/** Returns the process that has the store open under this name or another one. */
export function findHolder(file: string, open: OpenConnection): Holder | undefined {
  const base = identityBase(file)
  return holderAt(file, open) ?? (base === undefined ? undefined : holderAt(base, open))
}

/** Returns a process that opened a store under this name, whose file was then deleted, moved or replaced. */
export function findDisplaced(file: string, open: OpenConnection): Holder | undefined {
  const folder = identityFolder()
  if (folder === undefined) return undefined
  const identity = identityOf(file)
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(HOLDER)) continue
    const base = join(folder, name.slice(0, -HOLDER.length))
    const holder = readHolder(base)
    if (holder?.file !== file || holder.identity === identity) continue
    if (holderAt(base, open) !== undefined) return holder
  }
  return undefined
}

function holderAt(base: string, open: OpenConnection): Holder | undefined {
  const lockFile = base + LOCK_SUFFIX
  if (!existsSync(lockFile)) return undefined
  try {
    const connection = open(lockFile, { readOnly: true })
    try {
      connection.exec("PRAGMA busy_timeout = 0; BEGIN; SELECT * FROM sqlite_schema; ROLLBACK")
      return undefined
    } finally {
      connection.close()
    }
  } catch (error) {
    return isBusy(error) ? (readHolder(base) ?? { pid: 0, url: null, file: base, identity: undefined }) : undefined
  }
}

export function inUse(file: string, holder: (Pick<Holder, "pid" | "url"> & Partial<Holder>) | undefined): string {
  if (holder === undefined || holder.pid === 0) return `${file} is in use by another process; stop that process first`
  const as = holder.file === undefined || holder.file === file ? "" : ` as ${holder.file}`
  const where = holder.url === null ? "" : `, which serves ${holder.url}`
  return `${file} is in use${as} by the process ${holder.pid}${where}; stop that process first, or name another store`
}

/** Returns the base of the names of the files that lock a store by device and inode; undefined if they can't be written. */
function identityBase(file: string): string | undefined {
  const identity = identityOf(file)
  const folder = identity === undefined ? undefined : identityFolder()
  return folder === undefined ? undefined : join(folder, String(identity))
}

/** Permission bits that let the group or others write. */
const WRITABLE_BY_OTHERS = 0o022

/** Returns a folder of this user for locks, outside of the store's folder. Undefined if there is none that only they can write. */
function identityFolder(): string | undefined {
  const uid = process.getuid?.()
  const folder = join(tmpdir(), uid === undefined ? "hexarium-stores" : `hexarium-stores-${uid}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = statSync(folder)
    return uid === undefined || (found.uid === uid && (found.mode & WRITABLE_BY_OTHERS) === 0) ? folder : undefined
  } catch {
    return undefined
  }
}

const BUSY_CODES = [5, 6]
const isBusy = (error: unknown): boolean => {
  const { errcode } = error as { readonly errcode?: number }
  return errcode !== undefined && BUSY_CODES.includes(errcode & 0xff)
}

function readHolder(base: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(base + HOLDER, "utf8")) as Holder
  } catch {
    return undefined
  }
}
