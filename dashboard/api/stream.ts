import { type Connection, EVENT_KINDS, type LiveEvent, type Told } from "./live-event.ts"

/** Events are told together, so that hundreds a second are few tasks. */
const TOGETHER_MS = 100
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 5000

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
  state: Connection = "connecting"

  constructor(world: string, tell: (told: Told) => void) {
    this.#url = `/_hexarium/worlds/${encodeURIComponent(world)}/events`
    this.#tell = tell
    this.#open()
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
    const seq = Number(lastEventId)
    this.#last = seq
    const told = withoutBodies(JSON.parse(data))
    this.#waiting.push({ kind, seq, data: told })
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
    this.#become(status === 404 ? "gone" : "lost")
    this.#retry = setTimeout(() => this.#open(), this.#retryMs)
    this.#retryMs = Math.min(LONGEST_RETRY_MS, this.#retryMs * 2)
  }

  #become(state: Connection): void {
    if (state === this.state) return
    this.state = state
    this.#tell({ type: "state", state })
  }
}

/** Bodies are asked for when somebody opens a request: thousands of lines are light without them. */
function withoutBodies(data: unknown): unknown {
  if (typeof data !== "object" || data === null || !("request" in data)) return data
  const { request: _, ...line } = data
  return "response" in line ? { ...line, response: undefined } : line
}
