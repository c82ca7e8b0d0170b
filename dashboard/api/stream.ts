import { surroundings } from "../surroundings.ts"
import type { AnswerTo } from "./control.ts"
import { type Connection, EVENT_KINDS, type LiveEvent, type Told } from "./live-event.ts"

/** Events are told together, so that hundreds a second are few tasks. */
const TOGETHER_MS = 100
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 5000
/** How often events are asked for where no stream can be had. */
const POLL_MS = 1500
/** Streams that break off before anything came, of a server that answers otherwise: something on the way lets none through. */
const HOPELESS = 2

/** One connection to the events of a world, taken up again where it broke off. */
export class Stream {
  readonly #url: string
  readonly #tell: (told: Told) => void
  #source: EventSource | undefined
  #waiting: LiveEvent[] = []
  #flush: ReturnType<typeof setTimeout> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #retryMs = FIRST_RETRY_MS
  #last: number | undefined
  #isClosed = false
  #failed = 0
  #stream: string | undefined
  state: Connection = "connecting"

  constructor(world: string, tell: (told: Told) => void) {
    this.#url = `/_hexarium/worlds/${encodeURIComponent(world)}/events`
    this.#tell = tell
    if (typeof EventSource === "undefined" || !surroundings.streams) void this.#poll()
    else this.#open()
  }

  close(): void {
    this.#isClosed = true
    this.#source?.close()
    clearTimeout(this.#flush)
    clearTimeout(this.#retry)
  }

  #open(): void {
    const source = new EventSource(this.#last === undefined ? this.#url : `${this.#url}?since=${this.#last}`)
    this.#source = source
    source.onopen = () => {
      this.#failed = 0
      this.#retryMs = FIRST_RETRY_MS
      this.#become("live")
    }
    for (const kind of EVENT_KINDS) source.addEventListener(kind, (event) => this.#take(kind, event))
    source.onerror = () => {
      source.close()
      void this.#broken()
    }
  }

  #take(kind: string, { data, lastEventId }: MessageEvent<string>): void {
    this.#hear({ kind, seq: Number(lastEventId), data: JSON.parse(data) })
  }

  #hear({ kind, seq, data }: LiveEvent): void {
    this.#last = seq
    this.#waiting.push({ kind, seq, data: withoutBodies(data) })
    this.#flush ??= setTimeout(() => {
      const events = this.#waiting
      this.#waiting = []
      this.#flush = undefined
      this.#tell({ type: "events", events })
    }, TOGETHER_MS)
  }

  /** The browser's own retry does not know a world that is gone from a server that is. */
  async #broken(): Promise<void> {
    const status = await fetch(this.#url.replace(/\/events$/, "")).then(
      (response) => response.status,
      () => 0,
    )
    if (this.#isClosed) return
    if (status === 200) this.#failed += 1
    if (this.#failed >= HOPELESS) return this.#poll()
    this.#become(status === 404 ? "gone" : "lost")
    this.#retry = setTimeout(() => this.#open(), this.#retryMs)
    this.#retryMs = Math.min(LONGEST_RETRY_MS, this.#retryMs * 2)
  }

  /** Asks for events now and then. Where some were missed, or the server is another one, everything is read anew. */
  async #poll(): Promise<void> {
    const since = this.#last === undefined ? "" : `?since=${this.#last}`
    const told = await fetch(`${this.#url.replace(/\/events$/, "/event-log")}${since}`).then(
      async (response) => (response.ok ? readEvents(await response.json()) : response.status),
      () => 0,
    )
    if (this.#isClosed) return
    if (typeof told === "number") this.#become(told === 404 ? "gone" : "lost")
    else {
      const isOther = this.#stream !== undefined && this.#stream !== told.stream
      this.#stream = told.stream
      if (isOther || told.isIncomplete) this.#become("lost")
      for (const event of told.events) this.#hear(event)
      this.#last = told.sequence
      this.#become("live")
    }
    this.#retry = setTimeout(() => void this.#poll(), POLL_MS)
  }

  #become(state: Connection): void {
    if (state === this.state) return
    this.state = state
    this.#tell({ type: "state", state })
  }
}

/** An answer of the log of events (control.md section 3, "event-log"). */
const readEvents = (answer: AnswerTo<"GET /worlds/:w/event-log">) => ({
  stream: answer.stream,
  sequence: answer.sequence,
  isIncomplete: answer.is_incomplete,
  events: answer.events.map(({ sequence, kind, data }): LiveEvent => ({ seq: sequence, kind, data })),
})

/** Bodies are asked for when somebody opens a request: thousands of lines are light without them. */
function withoutBodies(data: unknown): unknown {
  if (typeof data !== "object" || data === null || !("request" in data)) return data
  const { request: _, ...line } = data
  return "response" in line ? { ...line, response: undefined } : line
}
