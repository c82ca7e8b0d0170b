import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Io } from "./io.ts"
import { printable } from "./printable.ts"
import { cacheFolder, type Environment, isOwn } from "./user-folder.ts"

/** A file in which a running server describes itself, for `status`, `stop` and other commands. It contains no token. */
export interface RunningNote {
  /** ID of the server, as in the control plane's list of replicas. Each start creates a new ID. */
  readonly id: string
  readonly pid: number
  readonly url: string
  readonly folder: string
  readonly since: string
  readonly version: string
}

/** Delay after which a server removes the notes of killed servers, so that this work does not slow its start. */
const SWEEP_MS = 5000

/** Returns a folder that only this user can write, because commands call the servers that its notes describe. */
function noteFolder(env: Environment): string | undefined {
  const { HEXARIUM_CACHE, XDG_RUNTIME_DIR } = env
  if (HEXARIUM_CACHE === undefined && XDG_RUNTIME_DIR) return join(XDG_RUNTIME_DIR, "hexarium")
  const folder = cacheFolder(env)
  return folder === undefined ? undefined : join(folder, "running")
}

/** Writes the note of this server. Returns a function that removes it. Warns if the folder that HEXARIUM_CACHE names can't be used. */
export function noteRunning({ env, err }: Pick<Io, "env" | "err">, note: RunningNote): () => void {
  const folder = noteFolder(env)
  if (folder === undefined) return () => {}
  const file = join(folder, `${note.pid}.json`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!isOwn(folder)) return () => {}
    writeFileSync(`${file}.new`, JSON.stringify(note), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch {
    if (env.HEXARIUM_CACHE !== undefined) {
      err(`hexarium: warning: HEXARIUM_CACHE: the folder ${printable(folder)} can't be written; commands need --url\n`)
    }
    return () => {}
  }
  setTimeout(() => listRunning(env), SWEEP_MS).unref()
  return () => rmSync(file, { force: true })
}

export function listRunning(env: Environment): readonly RunningNote[] {
  const folder = noteFolder(env)
  if (folder === undefined) return []
  const notes = filesIn(folder).flatMap((file) => {
    const note = readNote(file)
    if (note !== undefined && isAlive(note.pid)) return [note]
    rmSync(file, { force: true })
    return []
  })
  return notes.sort((left, right) => Number(left.since < right.since) - Number(left.since > right.since))
}

function filesIn(folder: string): string[] {
  try {
    return isOwn(folder)
      ? readdirSync(folder).flatMap((name) => (/^\d+\.json$/.test(name) ? [join(folder, name)] : []))
      : []
  } catch {
    return []
  }
}

function readNote(file: string): RunningNote | undefined {
  try {
    if (!isOwn(file)) return undefined
    const note: unknown = JSON.parse(readFileSync(file, "utf8"))
    return isNote(note) ? note : undefined
  } catch {
    return undefined
  }
}

const isNote = (value: unknown): value is RunningNote =>
  typeof value === "object" &&
  value !== null &&
  "pid" in value &&
  Number.isInteger(value.pid) &&
  ["id", "url", "folder", "since", "version"].every((name) => typeof Reflect.get(value, name) === "string")

/** Returns whether a process has this PID. The system reuses PIDs, so callers also compare the server's ID. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
