import { type Signal, signal } from "@preact/signals"
import { type AnswerTo, ask } from "../../api/control.ts"
import type { LiveEvent } from "../../api/live-event.ts"
import { onEvents } from "../../state/live.ts"

export type Entry = AnswerTo<"GET /worlds/:w/requests">["requests"][number]

export type Line = Omit<Entry, "request" | "response">

/** Limit of lines, so that a tab that stays open for days does not grow. */
const KEPT = 5000

/** The live log of a world, newest first. */
export class Log {
  readonly lines: Signal<readonly Line[]> = signal([])
  /** Lines that arrived while `isHeld`. */
  readonly waiting: Signal<readonly Line[]> = signal([])
  readonly isRead = signal(false)
  readonly error: Signal<unknown> = signal(undefined)
  /** While true, new lines wait, so that nothing moves under a pointer. */
  isHeld = false
  readonly #world: string
  readonly #record: string | undefined
  #newest = 0

  /** `record`: limits the log to changes of one record. */
  constructor(world: string, record: string | undefined) {
    this.#world = world
    this.#record = record
  }

  /** Reads the log and subscribes to new entries; returns an unsubscribe function. */
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
    this.lines.value = [...waiting, ...this.lines.peek()].slice(0, KEPT)
  }

  #take(events: readonly LiveEvent[]): void {
    // Events do not contain records, so the server is asked which lines changed this one.
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
    if (this.isHeld) this.waiting.value = [...come, ...this.waiting.peek()].slice(0, KEPT)
    else this.lines.value = [...come, ...this.lines.peek()].slice(0, KEPT)
  }
}

const isLine = (data: unknown): data is Line =>
  typeof data === "object" && data !== null && "id" in data && "status" in data && "effects" in data

function withoutBodies({ request: _, response: __, ...line }: Entry): Line {
  return line
}
