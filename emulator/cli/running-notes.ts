import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { cacheFolder, type Environment, isOwn } from "./user-folder.ts"

/** What a running server notes down about itself, so that `status`, `stop` and the like find it. No token is in it. */
export interface RunningNote {
  /** As the control plane tells it among its replicas: no two starts have the same. */
  readonly id: string
  readonly pid: number
  readonly url: string
  /** The folder that it was started in. */
  readonly folder: string
  readonly since: string
  readonly version: string
}

/** Notes of servers that were killed are swept away when a start is long over. */
const SWEEP_MS = 5000

/** In the user's folder for such things: nobody else may say there where a server runs. */
function noteFolder(env: Environment): string | undefined {
  const { HEXARIUM_CACHE, XDG_RUNTIME_DIR } = env
  if (HEXARIUM_CACHE === undefined && XDG_RUNTIME_DIR) return join(XDG_RUNTIME_DIR, "hexarium")
  const folder = cacheFolder(env)
  return folder === undefined ? undefined : join(folder, "running")
}

/** Writes the note of this process; the answer takes it away. Where that is not possible, the server runs without one. */
export function noteRunning(env: Environment, note: RunningNote): () => void {
  const folder = noteFolder(env)
  if (folder === undefined) return () => {}
  const file = join(folder, `${note.pid}.json`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!isOwn(folder)) return () => {}
    writeFileSync(`${file}.new`, JSON.stringify(note), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch {
    return () => {}
  }
  setTimeout(() => listRunning(env), SWEEP_MS).unref()
  return () => rmSync(file, { force: true })
}

/** The servers that this user has running, the latest first. Notes of those that were killed are swept away. */
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

/** Also true of another process that has the number now; whoever acts on it asks the server who it is. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
