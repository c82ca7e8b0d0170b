import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { BadPlace } from "../bad-place.ts"
import type { OpenConnection } from "./api.ts"

export interface Holder {
  readonly pid: number
  /** URL of the server that has the store open; null if a tool has it open. */
  readonly url: string | null
}

/** Path of a file beside the store that describes the process that has the store open, for people and tools. */
const holderFileOf = (file: string): string => `${file}.lock`
/** Path of an empty file beside the store, which is locked. The operating system releases the lock when the process ends. */
const lockFileOf = (file: string): string => `${file}.held`

export const OWNER_ONLY = 0o600

export interface StoreLock {
  servedAt(url: string): void
  release(): void
}

export function takeLock(file: string, open: OpenConnection): StoreLock {
  const lockFile = lockFileOf(file)
  // Creates the file with permissions for its owner only; SQLite would use the umask's.
  closeSync(openSync(lockFile, "a", OWNER_ONLY))
  const connection = open(lockFile)
  try {
    connection.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE")
  } catch (error) {
    connection.close()
    if (isBusy(error)) throw new BadPlace(inUse(file, readHolder(file)))
    throw error
  }
  const writeHolder = (url: string | null) => {
    const holder: Holder = { pid: process.pid, url }
    writeFileSync(holderFileOf(file), `${JSON.stringify(holder)}\n`, { mode: OWNER_ONLY })
  }
  writeHolder(null)
  return {
    servedAt: writeHolder,
    release() {
      rmSync(holderFileOf(file), { force: true })
      connection.close()
    },
  }
}

export function findHolder(file: string, open: OpenConnection): Holder | undefined {
  try {
    const connection = open(lockFileOf(file), { readOnly: true })
    try {
      connection.exec("PRAGMA busy_timeout = 0; BEGIN; SELECT * FROM sqlite_schema; ROLLBACK")
      return undefined
    } finally {
      connection.close()
    }
  } catch (error) {
    return isBusy(error) ? (readHolder(file) ?? { pid: 0, url: null }) : undefined
  }
}

export function inUse(file: string, holder: Holder | undefined): string {
  if (holder === undefined || holder.pid === 0) return `${file} is in use by another process; stop that process first`
  const where = holder.url === null ? "" : `, which serves ${holder.url}`
  return `${file} is in use by the process ${holder.pid}${where}; stop that process first, or name another store`
}

const BUSY = [5, 6]
const isBusy = (error: unknown): boolean => {
  const { errcode } = error as { readonly errcode?: number }
  return errcode !== undefined && BUSY.includes(errcode & 0xff)
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(holderFileOf(file), "utf8")) as Holder
  } catch {
    return undefined
  }
}
