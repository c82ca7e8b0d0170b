import type { HonoRequest } from "hono"
import { invalidParams } from "../../../src/model/index.ts"
import { type AnsweredContext, emptyReply, nextTurn, respond } from "../../wire/index.ts"
import { OWN_HEADERS } from "../control-env.ts"
import { cancelWrite, writeSoon } from "./fan-out.ts"
import { whenAborted } from "./when-aborted.ts"

/** Interval of heartbeat comments, which keep proxies and clients from closing an idle stream. */
const HEARTBEAT_MS = 15_000
/** Buffer limits for a client that does not read. The stream is closed when a limit is exceeded. */
const WAITING_BYTES = 1_048_576
const WAITING_EVENTS = 1000
/** Maximum bytes of the log sent per event-loop turn. Sending a full log at once would block the loop for seconds. */
const TURN_BYTES = 65_536
/** Maximum bytes of an event that is joined with others into one chunk. Longer events are sent without a copy. */
const SHORT_BYTES = 4096

/** Headers of a stream. They keep compressing middleware and proxies between server and client from buffering events. */
const HEADERS = {
  ...OWN_HEADERS,
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
}

const encoder = new TextEncoder()
const BEAT = encoder.encode(":\n\n")

/** Fraction of the buffer limits above which events are written at once instead of together with later events. */
const DEFERRED_SHARE = 0.5

export interface EventSource<T> {
  /** First comment in the stream, which shows the client that the stream works. */
  readonly about: string
  /** Event to send before all others. */
  readonly greeting?: Uint8Array
  /** Entries of the log to send first. The buffer limits ignore them, because the log keeps them in memory anyway. */
  readonly logged: readonly T[]
  /** Signal that is aborted when the source ends. */
  readonly closed: AbortSignal
  /** Calls the listener with each new entry. Returns a function that unsubscribes it. */
  subscribe(listener: (entry: T) => void): () => void
  /** Returns the number of bytes by which an entry counts towards the buffer limit. */
  sizeOf(entry: T): number
  /** Formats an entry as an event, with `writeEvent`. */
  eventOf(entry: T): Uint8Array
}

/** Formats an event with JSON data, an ID from which clients can resume, and a name (default: `message`). */
export const writeEvent = (id: number, data: unknown, name?: string): Uint8Array =>
  encoder.encode(`${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\nid: ${id}\n\n`)

/** Formats an event without an ID. Clients can't resume from it. */
export const writeGreeting = (name: string, data: unknown): Uint8Array =>
  encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)

/** Returns the ID after which to resume: the Last-Event-ID header or else `given`; undefined if both are missing. */
export function lastEventId(req: Pick<HonoRequest, "header">, anEntry: string, given?: string): number | undefined {
  const last = req.header("last-event-id") ?? given
  if (last === undefined) return undefined
  if (!/^\d{1,15}$/.test(last)) throw invalidParams(`expected the ID of ${anEntry}, received ${JSON.stringify(last)}`)
  return Number(last)
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts
  if (first !== undefined && parts.length === 1) return first
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Responds with server-sent events until the source, the server or the client ends the stream. */
export function eventStream<T>(context: AnsweredContext, source: EventSource<T>): Response {
  if (context.req.method === "HEAD") return respond(context, emptyReply(200, HEADERS))
  const events = new Events(source, context.req.raw.signal)
  return new Response(events.stream, { headers: HEADERS })
}

/** An event stream to one client. It writes only as fast as the client reads. */
class Events<T> {
  readonly stream: ReadableStream<Uint8Array>
  readonly #source: EventSource<T>
  readonly #stops: readonly (() => void)[]
  readonly #logged: T[]
  readonly #waiting: T[] = []
  readonly #unsubscribe: () => void
  readonly #heartbeat: ReturnType<typeof setInterval>
  #bytes = 0
  /** Bytes sent in the current event-loop turn. */
  #sent = TURN_BYTES
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor(source: EventSource<T>, gone: AbortSignal) {
    this.#source = source
    this.#logged = [...source.logged]
    this.stream = new ReadableStream({
      start: (controller) => {
        this.#controller = controller
        controller.enqueue(encoder.encode(`: ${source.about}\n\n`))
        if (source.greeting !== undefined) controller.enqueue(source.greeting)
      },
      pull: () => this.#flowInTurn(),
      cancel: () => this.#stop(),
    })
    this.#unsubscribe = source.subscribe((entry) => this.#take(entry))
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS)
    this.#heartbeat.unref?.()
    const ends = [source.closed, gone]
    this.#stops = ends.map((signal) => whenAborted(signal, this.#finish))
    if (ends.some(({ aborted }) => aborted)) this.#finish()
  }

  #take(entry: T): void {
    this.#waiting.push(entry)
    this.#bytes += this.#source.sizeOf(entry)
    if (this.#bytes < DEFERRED_SHARE * WAITING_BYTES && this.#waiting.length < DEFERRED_SHARE * WAITING_EVENTS) {
      writeSoon(this.#flow)
      return
    }
    this.#flow()
    if (this.#bytes > WAITING_BYTES || this.#waiting.length > WAITING_EVENTS) this.#close()
  }

  async #flowInTurn(): Promise<void> {
    if (this.#logged.length > 0 && this.#sent >= TURN_BYTES) {
      await nextTurn()
      this.#sent = 0
    }
    this.#flow()
  }

  get #hasRoom(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0
  }

  readonly #flow = (): void => {
    while (this.#hasRoom && this.#sendNext()) {}
  }

  #sendNext(): boolean {
    let short: Uint8Array[] = []
    let length = 0
    const sendShort = () => {
      if (short.length > 0) this.#controller?.enqueue(concatenate(short))
      short = []
    }
    while (length < TURN_BYTES) {
      const event = this.#nextEvent()
      if (event === undefined) break
      length += event.length
      if (event.length <= SHORT_BYTES) short.push(event)
      else {
        sendShort()
        this.#controller?.enqueue(event)
      }
    }
    sendShort()
    this.#sent += length
    return length > 0
  }

  #nextEvent(): Uint8Array | undefined {
    const logged = this.#logged.shift()
    const entry = logged ?? this.#waiting.shift()
    if (entry === undefined) return undefined
    if (logged === undefined) this.#bytes -= this.#source.sizeOf(entry)
    return this.#source.eventOf(entry)
  }

  #beat(): void {
    if (this.#hasRoom) this.#controller?.enqueue(BEAT)
  }

  /** Sends the remaining events and closes the stream. */
  readonly #finish = (): void => {
    if (this.#logged.length === 0) while (this.#sendNext()) {}
    this.#close()
  }

  #close(): void {
    const controller = this.#controller
    this.#stop()
    controller?.close()
  }

  #stop(): void {
    this.#controller = undefined
    cancelWrite(this.#flow)
    this.#unsubscribe()
    clearInterval(this.#heartbeat)
    this.#waiting.length = 0
    this.#logged.length = 0
    for (const stop of this.#stops) stop()
  }
}
