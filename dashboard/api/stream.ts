import { surroundings } from "../surroundings.ts"
import type { AnswerTo } from "./control.ts"
import { type Connection, EVENT_KINDS, type Followed, type LiveEvent, type StreamMessage } from "./live-event.ts"

/** Interval in milliseconds at which collected events are posted. Posting each event separately is slow at hundreds of events a second. */
const TOGETHER_MS = 100
const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 5000
/** Interval in milliseconds at which events are polled if the browser cannot receive a stream. */
const POLL_MS = 1500
/** Number of streams that end without an event before polling starts. A proxy that blocks streams is the usual reason. */
const MAX_SILENT_STREAMS = 2

/** Connection to the events of a world. Reconnects after it breaks. */
export class Stream {
  readonly #world: string
  readonly #lang: string
  readonly #post: (message: StreamMessage) => void
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

  constructor({ world, lang }: Followed, post: (message: StreamMessage) => void) {
    this.#world = `/_hexarium/worlds/${encodeURIComponent(world)}`
    this.#lang = lang
    this.#post = post
    if (typeof EventSource === "undefined" || !surroundings.streams) void this.#poll()
    else this.#open()
  }

  close(): void {
    this.#isClosed = true
    this.#source?.close()
    clearTimeout(this.#flush)
    clearTimeout(this.#retry)
  }

  /** Returns the URL of a route for the events after the last known one. */
  #urlOf(route: string): string {
    const since = this.#last === undefined ? "" : `&since=${this.#last}`
    return `${this.#world}/${route}?lang=${this.#lang}${since}`
  }

  #open(): void {
    const source = new EventSource(this.#urlOf("events"))
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
      this.#post({ type: "events", events })
    }, TOGETHER_MS)
  }

  /** Reconnects after checking whether the world still exists, since `EventSource` cannot report the response's status. */
  async #broken(): Promise<void> {
    const status = await fetch(this.#world).then(
      (response) => response.status,
      () => 0,
    )
    if (this.#isClosed) return
    if (status === 200) this.#failed += 1
    if (this.#failed >= MAX_SILENT_STREAMS) return this.#poll()
    this.#become(status === 404 ? "gone" : "lost")
    this.#retry = setTimeout(() => this.#open(), this.#retryMs)
    this.#retryMs = Math.min(MAX_RETRY_MS, this.#retryMs * 2)
  }

  /** Polls for events. If events were missed or the server restarted, reports "lost", so that views read their data again. */
  async #poll(): Promise<void> {
    const answer = await fetch(this.#urlOf("event-log")).then(
      async (response) => (response.ok ? readEvents(await response.json()) : response.status),
      () => 0,
    )
    if (this.#isClosed) return
    if (typeof answer === "number") this.#become(answer === 404 ? "gone" : "lost")
    else {
      const isOther = this.#stream !== undefined && this.#stream !== answer.stream
      this.#stream = answer.stream
      if (isOther || answer.isIncomplete) this.#become("lost")
      for (const event of answer.events) this.#hear(event)
      this.#last = answer.sequence
      this.#become("live")
    }
    this.#retry = setTimeout(() => void this.#poll(), POLL_MS)
  }

  #become(state: Connection): void {
    if (state === this.state) return
    this.state = state
    this.#post({ type: "state", state })
  }
}

/** Converts a response of the event log (control.md section 3, "event-log"). */
const readEvents = (answer: AnswerTo<"GET /worlds/:w/event-log">) => ({
  stream: answer.stream,
  sequence: answer.sequence,
  isIncomplete: answer.is_incomplete,
  events: answer.events.map(({ sequence, kind, data }): LiveEvent => ({ seq: sequence, kind, data })),
})

/** Removes the bodies of requests from an event. This saves memory, and a view reads the body when a request is opened. */
function withoutBodies(data: unknown): unknown {
  if (typeof data !== "object" || data === null || !("request" in data)) return data
  const { request: _, ...line } = data
  return "response" in line ? { ...line, response: undefined } : line
}
