import type { AId, FnId, Instant, PId, UId } from "../../model/index.ts"

/** The lines logged by one script run (model.md section 9). */
export interface LoggedRun {
  /** Number of the run's first line among all lines of the world; the world's first line is number 1. */
  readonly first: number
  readonly uId: UId
  readonly pId: PId
  readonly cause?: unknown
  readonly lines: readonly string[]
}

const MAX_RUNS = 100
/** Size limit of the log in characters. The latest run is kept even if it is longer, because the sandbox limits a run's output. */
const MAX_CHARACTERS = 1_048_576

const sizeOf = ({ lines }: LoggedRun): number => lines.reduce((sum, line) => sum + line.length, 0)

/** Logged lines of the latest script runs, oldest first. Runs that logged nothing are omitted. */
export class ScriptLog {
  readonly #runs: LoggedRun[] = []
  readonly #listeners = new Set<(run: LoggedRun) => void>()
  #written = 0
  #characters = 0

  get runs(): readonly LoggedRun[] {
    return this.#runs
  }

  add(ended: Omit<LoggedRun, "first">): void {
    if (ended.lines.length === 0) return
    const run = { first: this.#written + 1, ...ended }
    this.#written += run.lines.length
    this.#runs.push(run)
    this.#characters += sizeOf(run)
    while (this.#runs.length > MAX_RUNS || this.#characters > MAX_CHARACTERS) {
      const oldest = this.#runs.length > 1 ? this.#runs.shift() : undefined
      if (oldest === undefined) break
      this.#characters -= sizeOf(oldest)
    }
    for (const listener of this.#listeners) listener(run)
  }

  /** Calls `listener` after each added run. Returns a function that unsubscribes. */
  onAdd(listener: (run: LoggedRun) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Removes all runs. The numbers of later lines continue as before. */
  forget(): void {
    this.#runs.length = 0
    this.#characters = 0
  }
}

/** Identifies a script: an application's function, or an action's pre or post script. */
export interface ScriptName {
  readonly kind: "function" | "pre_script" | "post_script"
  readonly id: FnId | AId
}

export interface EndedRun {
  readonly script: ScriptName
  readonly at: Instant
  readonly uId: UId
  readonly cause?: unknown
  /** Error text, or null if the run succeeded. */
  readonly error: string | null
  readonly lines: readonly string[]
}

const RUNS_PER_SCRIPT = 20
const CHARACTERS_PER_RUN = 4096

const keyOf = ({ kind, id }: ScriptName): string => `${kind} ${id}`

export class ScriptRuns {
  readonly #runs = new Map<string, EndedRun[]>()

  of(script: ScriptName): readonly EndedRun[] {
    return this.#runs.get(keyOf(script)) ?? []
  }

  add(ended: EndedRun): void {
    const key = keyOf(ended.script)
    const runs = this.#runs.get(key) ?? []
    this.#runs.set(key, runs)
    runs.push({ ...ended, lines: beginningOf(ended.lines) })
    if (runs.length > RUNS_PER_SCRIPT) runs.shift()
  }

  forget(): void {
    this.#runs.clear()
  }
}

function beginningOf(lines: readonly string[]): readonly string[] {
  let room = CHARACTERS_PER_RUN
  const beginning: string[] = []
  for (const line of lines) {
    if (line.length > room) return [...beginning, `${line.slice(0, room)}…`]
    beginning.push(line)
    room -= line.length + 1
  }
  return beginning
}
