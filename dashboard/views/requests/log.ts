import { type Signal, signal } from "@preact/signals"
import { type AnswerTo, ask } from "../../api/control.ts"
import type { LiveEvent } from "../../api/live-event.ts"
import { onEvents } from "../../state/live.ts"

export type Entry = AnswerTo<"GET /worlds/:w/requests">["requests"][number]

export type Line = Omit<Entry, "request" | "response">

/** Maximum number of log lines in memory, for tabs that stay open for days. */
const MAX_LINES = 5000

/** The request log of a world, newest first. Updated by events. */
export class Log {
  readonly lines: Signal<readonly Line[]> = signal([])
  /** Lines that arrived while `isHeld` was true. */
  readonly waiting: Signal<readonly Line[]> = signal([])
  readonly isRead = signal(false)
  readonly error: Signal<unknown> = signal(undefined)
  /** If true, new lines are not shown yet, so that no line moves while the pointer is above the list. */
  isHeld = false
  readonly #world: string
  readonly #record: string | undefined
  #newest = 0

  /** If `record` is given, the log contains only requests that changed this record. */
  constructor(world: string, record: string | undefined) {
    this.#world = world
    this.#record = record
  }

  /** Reads the log and adds new lines as they arrive. Returns an unsubscribe function. */
  follow(): () => void {
    void this.read()
    return onEvents((events) => this.#take(events))
  }

  async read(): Promise<void> {
    try {
      const { requests } = await ask("GET /worlds/:w/requests", {
        params: { w: this.#world },
        query: { origin: "any", ...(this.#record === undefined ? {} : { record: this.#record }) },
      })
      const newest = Number(requests.at(-1)?.id ?? 0)
      const later = [...this.waiting.peek(), ...this.lines.peek()].filter(({ id }) => Number(id) > newest)
      this.#newest = Math.max(newest, Number(later[0]?.id ?? 0))
      this.waiting.value = []
      this.lines.value = [...later, ...requests.map(withoutBodies).reverse()]
      this.isRead.value = true
      this.error.value = undefined
    } catch (error) {
      this.error.value = error
    }
  }

  release(): void {
    const waiting = this.waiting.peek()
    if (waiting.length === 0) return
    this.waiting.value = []
    this.lines.value = [...waiting, ...this.lines.peek()].slice(0, MAX_LINES)
  }

  #take(events: readonly LiveEvent[]): void {
    // Events do not say which records changed. The log is therefore read again.
    if (this.#record !== undefined) {
      if (events.some(({ kind }) => kind === "request")) void this.read()
      return
    }
    const come: Line[] = []
    for (const { kind, data } of events) {
      if (kind !== "request" || !isLine(data) || Number(data.id) <= this.#newest) continue
      this.#newest = Number(data.id)
      come.unshift(data)
    }
    if (come.length === 0) return
    if (this.isHeld) this.waiting.value = [...come, ...this.waiting.peek()].slice(0, MAX_LINES)
    else this.lines.value = [...come, ...this.lines.peek()].slice(0, MAX_LINES)
  }
}

const isLine = (data: unknown): data is Line =>
  typeof data === "object" && data !== null && "id" in data && "status" in data && "effects" in data

function withoutBodies({ request: _, response: __, ...line }: Entry): Line {
  return line
}
