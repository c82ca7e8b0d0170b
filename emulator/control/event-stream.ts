import type { Context } from "hono"
import { emptyReply } from "../wire/reply.ts"
import type { KeptBody } from "../worlds/kept-bodies.ts"
import type { RequestEntry } from "../worlds/request-log.ts"
import type { NamedWorld } from "../worlds/worlds.ts"
import { answerControl, type ControlEnv, OWN_HEADERS } from "./control-env.ts"
import { presentRequest } from "./presenters/requests.ts"

/** Keeps proxies and clients from taking a quiet stream for a dead one. */
const HEARTBEAT_MS = 15_000
/** What may wait for a client that does not read: beyond it the stream ends, and is taken up again by `Last-Event-ID`. */
const WAITING_BYTES = 1_048_576
const WAITING_EVENTS = 1000
/** What an entry takes besides its bodies. */
const HEAD_BYTES = 512

const HEADERS = { "content-type": "text/event-stream" }

const encoder = new TextEncoder()
const HELLO = encoder.encode(": requests of the world as they are answered\n\n")
const BEAT = encoder.encode(":\n\n")

/** What was written last, for the other streams of the world that are going to write it, too. */
const latest = new WeakMap<NamedWorld, { readonly entry: RequestEntry; readonly event: Uint8Array }>()

function eventOf(named: NamedWorld, entry: RequestEntry): Uint8Array {
  const known = latest.get(named)
  if (known?.entry === entry) return known.event
  const data = JSON.stringify(presentRequest(named.world, entry))
  const event = encoder.encode(`data: ${data}\nid: ${entry.id}\n\n`)
  latest.set(named, { entry, event })
  return event
}

const keptOf = (body: KeptBody | null): number =>
  body === null || typeof body.content === "number" ? 0 : body.content.length

const sizeOf = ({ body, answer, input }: RequestEntry): number =>
  HEAD_BYTES + input.path.length + keptOf(body) + keptOf(answer)

/**
 * The requests of a world as server-sent events, each as it is answered: `id` and `data` (the request of the log). `since`:
 * begins with the logged ones after that id. Ends with the world, the server or the client, and when a client does not read.
 */
export function eventStream(context: Context<ControlEnv>, since: number | undefined): Response {
  if (context.req.method === "HEAD") return answerControl(context, emptyReply(200, HEADERS))
  const events = new Events(context.get("named"), since, context.req.raw.signal)
  return new Response(events.stream, { headers: { ...HEADERS, ...OWN_HEADERS } })
}

/** What one client is sent: nothing is written out before the client has room for it. */
class Events {
  readonly stream: ReadableStream<Uint8Array>
  readonly #named: NamedWorld
  readonly #ends: readonly AbortSignal[]
  /** Those of the log that are told first; the log has them anyway. */
  readonly #logged: RequestEntry[]
  readonly #waiting: RequestEntry[] = []
  readonly #unsubscribe: () => void
  readonly #heartbeat: ReturnType<typeof setInterval>
  #bytes = 0
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor(named: NamedWorld, since: number | undefined, gone: AbortSignal) {
    const { log } = named
    this.#named = named
    this.#ends = [log.closed, gone]
    this.#logged = since === undefined ? [] : log.entries().filter(({ id }) => id > since)
    this.stream = new ReadableStream({
      start: (controller) => {
        this.#controller = controller
        controller.enqueue(HELLO)
      },
      pull: () => this.#flow(),
      cancel: () => this.#stop(),
    })
    this.#unsubscribe = log.subscribe((entry) => this.#take(entry))
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS)
    this.#heartbeat.unref?.()
    for (const signal of this.#ends) signal.addEventListener("abort", this.#finish, { once: true })
    if (this.#ends.some(({ aborted }) => aborted)) this.#finish()
  }

  #take(entry: RequestEntry): void {
    this.#waiting.push(entry)
    this.#bytes += sizeOf(entry)
    this.#flow()
    if (this.#bytes > WAITING_BYTES || this.#waiting.length > WAITING_EVENTS) this.#close()
  }

  get #hasRoom(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0
  }

  #flow(): void {
    while (this.#hasRoom && this.#sendNext()) {}
  }

  #sendNext(): boolean {
    const logged = this.#logged.shift()
    const entry = logged ?? this.#waiting.shift()
    if (entry === undefined) return false
    if (logged === undefined) this.#bytes -= sizeOf(entry)
    this.#controller?.enqueue(eventOf(this.#named, entry))
    return true
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
    this.#unsubscribe()
    clearInterval(this.#heartbeat)
    this.#waiting.length = 0
    this.#logged.length = 0
    for (const signal of this.#ends) signal.removeEventListener("abort", this.#finish)
  }
}
