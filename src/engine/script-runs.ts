import type { AId, FnId, Instant, UId } from "../model/ids.ts"

/** Which script it was: a function of an application, or the one before or after an action. */
export interface ScriptName {
  readonly kind: "function" | "pre_script" | "post_script"
  /** ID of the function, or of the action. */
  readonly id: FnId | AId
}

/** A run of a script that has ended. */
export interface EndedRun {
  readonly script: ScriptName
  /** When it began. */
  readonly at: Instant
  /** Who it ran as. */
  readonly uId: UId
  /** On whose behalf it ran: the request, where there is one. */
  readonly behalf?: unknown
  /** Why it did not resolve; null: it did. */
  readonly error: string | null
  /** What it wrote with its logger. */
  readonly lines: readonly string[]
}

/** Runs of one script that are kept, and how much of what one of them wrote, in characters. */
const KEPT_RUNS = 20
const KEPT_CHARACTERS = 4096

const keyOf = ({ kind, id }: ScriptName): string => `${kind} ${id}`

/** The latest runs of each script, oldest first. */
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
    if (runs.length > KEPT_RUNS) runs.shift()
  }

  forget(): void {
    this.#runs.clear()
  }
}

function beginningOf(lines: readonly string[]): readonly string[] {
  let room = KEPT_CHARACTERS
  const kept: string[] = []
  for (const line of lines) {
    if (line.length > room) return [...kept, `${line.slice(0, room)}…`]
    kept.push(line)
    room -= line.length + 1
  }
  return kept
}
