import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs"
import { crc32 } from "node:zlib"
import type { SqliteConnection } from "./api.ts"
import { OWNER_ONLY } from "./lock.ts"

/** Beside the store while a process has it: how much it had answered last. */
const noteOf = (file: string): string => `${file}.answered`

/**
 * A number that each answered write makes larger by what `Answered.add` says, and that nothing makes smaller: versions of all worlds ever,
 * worlds made and deleted, and snapshots made and deleted.
 */
const COUNT = `SELECT (SELECT coalesce(sum(version), 0) FROM worlds) + (SELECT count(deleted_at) FROM worlds)
  + (SELECT coalesce(sum(CASE name WHEN 'worlds' THEN seq WHEN 'snapshots' THEN 2 * seq END), 0) FROM sqlite_sequence)
  - (SELECT count(*) FROM snapshots) AS count, (SELECT value FROM meta WHERE key = 'made_at') AS made_at`

interface Note {
  readonly count: number
  /** When the store was made: tells a note about another file of the same name. */
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

/** What the last process that had the store had answered; undefined where it has closed it, or the note can't be read. */
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

/** How much of what was answered a store lacks. The note has to be read before the connection sees the store. */
export function missingIn(connection: SqliteConnection, note: Note | undefined): number {
  if (note === undefined) return 0
  const found = countIn(connection)
  return found.madeAt === note.madeAt ? Math.max(0, note.count - found.count) : 0
}

/** Notes after each commit, and before it is answered, what the file has to hold from then on. */
export interface Answered {
  /** In a transaction: it makes the number so much larger. */
  add(count: number): void
  committed(): void
  rolledBack(): void
  close(): void
}

export const NOTHING_ANSWERED: Answered = { add() {}, committed() {}, rolledBack() {}, close() {} }

/**
 * Begins to note for a store that was found whole. The note is not synced: it outlives the process, and after a pulled plug it may be
 * older than the store, but never newer.
 */
export function noteAnswered(file: string, connection: SqliteConnection): Answered {
  const { madeAt, ...found } = countIn(connection)
  let count = found.count
  let pending = 0
  let handle: number | undefined
  const write = () => {
    try {
      handle ??= openSync(noteOf(file), "w", OWNER_ONLY)
      writeSync(handle, textOf({ count, madeAt }), 0)
    } catch {
      // An older note still says what is true, but half of one says nothing.
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
      if (handle !== undefined) closeSync(handle)
      rmSync(noteOf(file), { force: true })
    },
  }
}
