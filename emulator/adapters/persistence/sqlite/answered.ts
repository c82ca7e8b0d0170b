import { readFileSync } from "node:fs"
import { crc32 } from "node:zlib"
import type { SqliteConnection } from "./api.ts"
import { OwnFile } from "./own-file.ts"

/** Path of a note beside the store with the number of acknowledged writes. It exists while a process has the store open. */
const noteOf = (file: string): string => `${file}.answered`

/**
 * Query for a counter that never decreases: all versions of all worlds, plus the numbers of created and deleted worlds
 * and snapshots. A write must call `Answered.add` with the number by which it raises the counter.
 */
const COUNT = `SELECT (SELECT coalesce(sum(version), 0) FROM worlds) + (SELECT count(deleted_at) FROM worlds)
  + (SELECT coalesce(sum(CASE name WHEN 'worlds' THEN seq WHEN 'snapshots' THEN 2 * seq END), 0) FROM sqlite_sequence)
  - (SELECT count(*) FROM snapshots) AS count, (SELECT value FROM meta WHERE key = 'made_at') AS made_at`

interface Note {
  readonly count: number
  /** Creation time of the store. If it differs, the note belongs to an older file of the same name. */
  readonly madeAt: string
}

const countIn = (connection: SqliteConnection): Note => {
  const row = connection.prepare(COUNT).get()
  return { count: Number(row?.count), madeAt: String(row?.made_at) }
}

const LENGTH = 80
const textOf = ({ count, madeAt }: Note): string => {
  const text = `${count} ${madeAt}`
  return `${`${text} ${crc32(text)}`.padEnd(LENGTH - 1)}\n`
}

/** Returns the note that a process left behind when it ended without closing the store. Otherwise returns undefined. */
export function readAnswered(file: string): Note | undefined {
  let text: string
  try {
    text = readFileSync(noteOf(file), "utf8")
  } catch {
    return undefined
  }
  const [count, madeAt = ""] = text.split(" ")
  const note = { count: Number(count), madeAt }
  return text === textOf(note) ? note : undefined
}

/** Counts the acknowledged writes that are missing from a store. Call `readAnswered` before the connection first reads the store. */
export function missingIn(connection: SqliteConnection, note: Note | undefined): number {
  if (note === undefined) return 0
  const found = countIn(connection)
  return found.madeAt === note.madeAt ? Math.max(0, note.count - found.count) : 0
}

/** Counts acknowledged writes: those whose success is reported to the caller. The count is written to the note after each commit. */
export interface Answered {
  /** Raises the count. Must be called within a transaction. */
  add(count: number): void
  committed(): void
  rolledBack(): void
  close(): void
}

export const NOTHING_ANSWERED: Answered = { add() {}, committed() {}, rolledBack() {}, close() {} }

/**
 * Starts to count the acknowledged writes of an intact store. The note is not synced to the disk: it survives the end of
 * the process. After a power failure, it may be older than the store, but never newer.
 */
export function noteAnswered(file: string, connection: SqliteConnection): Answered {
  const { madeAt, ...found } = countIn(connection)
  let count = found.count
  let pending = 0
  const own = new OwnFile(noteOf(file))
  const write = () => {
    try {
      own.write(textOf({ count, madeAt }))
    } catch {
      // If nothing was written, the older note remains valid; a partly written note is ignored.
    }
  }
  write()
  return {
    add(more) {
      pending += more
    },
    committed() {
      if (pending === 0) return
      count += pending
      pending = 0
      write()
    },
    rolledBack() {
      pending = 0
    },
    close() {
      own.remove()
    },
  }
}
