import type { PId, UId } from "../model/ids.ts"

/** What one run of a script wrote with its logger (model.md section 9). */
export interface LoggedRun {
  /** Number of its first line among all that were written in the world. */
  readonly first: number
  /** Who it ran as. */
  readonly uId: UId
  /** ID of the application whose script it is. */
  readonly pId: PId
  /** On whose behalf it ran: the request, where there is one. */
  readonly behalf?: unknown
  /** The lines, in order. */
  readonly lines: readonly string[]
}

const KEPT_RUNS = 100
/** The latest run is kept whatever it wrote; the sandbox bounds that. */
const KEPT_CHARACTERS = 1_048_576

const sizeOf = ({ lines }: LoggedRun): number => lines.reduce((sum, line) => sum + line.length, 0)

/** What scripts wrote with their loggers: of the latest runs that wrote anything, oldest first. Lines are numbered, from 1. */
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
    while (this.#runs.length > KEPT_RUNS || this.#characters > KEPT_CHARACTERS) {
      const oldest = this.#runs.length > 1 ? this.#runs.shift() : undefined
      if (oldest === undefined) break
      this.#characters -= sizeOf(oldest)
    }
    for (const listener of this.#listeners) listener(run)
  }

  /** Called with each run as it ends. The answer ends the subscription. */
  onAdd(listener: (run: LoggedRun) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Forgets all runs; numbers go on. */
  forget(): void {
    this.#runs.length = 0
    this.#characters = 0
  }
}
