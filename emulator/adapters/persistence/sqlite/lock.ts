import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { BadPlace } from "../../../persistence/bad-place.ts"
import type { OpenConnection } from "./api.ts"

/** Who has a store, as its lock file says it. */
export interface Holder {
  readonly pid: number
  /** Where it serves; null when it serves nothing (a tool). */
  readonly url: string | null
}

/** Beside the store: who has it, for people and tools. */
const infoOf = (file: string): string => `${file}.lock`
/** Beside it, too, and always empty: the lock itself, which the system takes back when its process ends, however it ends. */
const heldOf = (file: string): string => `${file}.held`

export const OWNER_ONLY = 0o600

/** The exclusive right to write to a store. */
export interface StoreLock {
  servedAt(url: string): void
  release(): void
}

/** Takes a store for this process; refuses while another has it, naming that one. */
export function takeLock(file: string, open: OpenConnection): StoreLock {
  const held = heldOf(file)
  // SQLite would make it with the rights of the umask.
  closeSync(openSync(held, "a", OWNER_ONLY))
  const connection = open(held)
  try {
    connection.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE")
  } catch (error) {
    connection.close()
    if (isBusy(error)) throw new BadPlace(inUse(file, readHolder(file)))
    throw error
  }
  const tell = (url: string | null) => {
    const holder: Holder = { pid: process.pid, url }
    writeFileSync(infoOf(file), `${JSON.stringify(holder)}\n`, { mode: OWNER_ONLY })
  }
  tell(null)
  return {
    servedAt: tell,
    release() {
      rmSync(infoOf(file), { force: true })
      connection.close()
    },
  }
}

/** Who has a store at present; undefined when nobody has. */
export function findHolder(file: string, open: OpenConnection): Holder | undefined {
  try {
    const connection = open(heldOf(file), { readOnly: true })
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

/** The sentence for a store that somebody has. */
export function inUse(file: string, holder: Holder | undefined): string {
  if (holder === undefined || holder.pid === 0) return `${file} is in use by another process; stop that one first`
  const where = holder.url === null ? "" : `, which serves ${holder.url}`
  return `${file} is in use by the process ${holder.pid}${where}; stop that one first, or name another store`
}

const BUSY = [5, 6]
const isBusy = (error: unknown): boolean => {
  const { errcode } = error as { readonly errcode?: number }
  return errcode !== undefined && BUSY.includes(errcode & 0xff)
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(infoOf(file), "utf8")) as Holder
  } catch {
    return undefined
  }
}
