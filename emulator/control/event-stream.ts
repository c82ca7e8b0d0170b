import type { HonoRequest } from "hono"
import { invalidParams } from "../../src/inside.ts"
import type { AnsweredContext } from "../http/respond.ts"
import { nextTurn } from "../wire/next-turn.ts"
import { emptyReply } from "../wire/reply.ts"
import { answerControl, OWN_HEADERS } from "./control-env.ts"
import { writeNoMore, writeSoon } from "./fan-out.ts"
import { whenAborted } from "./when-aborted.ts"

/** Keeps proxies and clients from taking a quiet stream for a dead one. */
const HEARTBEAT_MS = 15_000
/** What may wait for a client that does not read: beyond it the stream ends, and is taken up again by `Last-Event-ID`. */
const WAITING_BYTES = 1_048_576
const WAITING_EVENTS = 1000
/**
 * How much of a log one stream sends before everything else has its turn. Twenty that read full logs at once kept everybody waiting
 * for 2 s.
 */
const TURN_BYTES = 65_536
/**
 * A longer event is sent as it is, the same bytes to everyone; shorter ones are put together for each client. Copies of long ones for twenty
 * clients took the process 50 MiB that the C library then kept.
 */
const SHORT_BYTES = 4096

const HEADERS = { "content-type": "text/event-stream" }

const encoder = new TextEncoder()
const BEAT = encoder.encode(":\n\n")

/** What may wait until it is the client's turn, so that a burst of events closes no stream that is read. */
const ALMOST = 0.5

/** What a stream tells, and where it has it from. */
export interface EventSource<T> {
  /** Told at once, so that a client sees the stream begun. */
  readonly about: string
  /** An event that is told before all others. */
  readonly greeting?: Uint8Array
  /** What is told first; it is kept anyway, so it does not count as waiting. */
  readonly logged: readonly T[]
  /** Aborted when there is nothing to wait for any more. */
  readonly closed: AbortSignal
  /** Called back with each entry as it comes. The answer ends the subscription. */
  subscribe(listener: (entry: T) => void): () => void
  /** Bytes that an entry takes while it waits. */
  sizeOf(entry: T): number
  /** An entry as it is sent, by `writeEvent`. */
  eventOf(entry: T): Uint8Array
}

/** An event as it is sent: its data as JSON, its ID, which a client goes on from, and its name, `message` when absent. */
export const writeEvent = (id: number, data: unknown, name?: string): Uint8Array =>
  encoder.encode(`${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\nid: ${id}\n\n`)

/** An event that has no number, and so is not what a client goes on from. */
export const writeGreeting = (name: string, data: unknown): Uint8Array =>
  encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)

/** The ID of the last event that a client has read which asks to go on, by header or as it is given otherwise. */
export function lastEventId(req: Pick<HonoRequest, "header">, anEntry: string, given?: string): number | undefined {
  const last = req.header("last-event-id") ?? given
  if (last === undefined) return undefined
  if (!/^\d{1,15}$/.test(last)) throw invalidParams(`not the id of ${anEntry}: ${JSON.stringify(last)}`)
  return Number(last)
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
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

/** Server-sent events. They end with their source, the server or the client, and when a client does not read. */
export function eventStream<T>(context: AnsweredContext, source: EventSource<T>): Response {
  if (context.req.method === "HEAD") return answerControl(context, emptyReply(200, HEADERS))
  const events = new Events(source, context.req.raw.signal)
  return new Response(events.stream, { headers: { ...HEADERS, ...OWN_HEADERS } })
}

/** What one client is sent: nothing is written out before the client has room for it. */
class Events<T> {
  readonly stream: ReadableStream<Uint8Array>
  readonly #source: EventSource<T>
  readonly #stops: readonly (() => void)[]
  readonly #logged: T[]
  readonly #waiting: T[] = []
  readonly #unsubscribe: () => void
  readonly #heartbeat: ReturnType<typeof setInterval>
  #bytes = 0
  /** Bytes sent since its last turn. */
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
    if (this.#bytes < ALMOST * WAITING_BYTES && this.#waiting.length < ALMOST * WAITING_EVENTS) {
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

  /** Sends the next events, as many as fit into a turn. */
  #sendNext(): boolean {
    let short: Uint8Array[] = []
    let length = 0
    const sendShort = () => {
      if (short.length > 0) this.#controller?.enqueue(joined(short))
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

  /** Tells what has happened until the end. */
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
    writeNoMore(this.#flow)
    this.#unsubscribe()
    clearInterval(this.#heartbeat)
    this.#waiting.length = 0
    this.#logged.length = 0
    for (const stop of this.#stops) stop()
  }
}
