import type { Change, Instant, UId } from "../../src/inside.ts"
import type { Form } from "../wire/form.ts"
import type { Reply } from "../wire/reply.ts"
import { type KeptBody, keepBody, keepForm, weightOf, withoutContent } from "./kept-bodies.ts"
import { LogRoom } from "./log-room.ts"

/** The most patches of one request that are kept, so that an import of many items doesn't hold them all. */
const KEPT_PATCHES = 500

/** What a patch that is kept is taken for: the record before and after it, of usual size. */
const PATCH_BYTES = 1000

/** The longest path that is kept whole. */
const KEPT_PATH = 2048

/** What a request brought, as it came; written out when somebody looks. */
export interface RequestHead {
  readonly method: string
  /** Below the world's base_url, with the query. */
  readonly path: string
  /** The path was longer than is kept; it ends before the part in which it was cut. */
  readonly isPathCut: boolean
  /** Operation name of the API, null where the path has none. */
  readonly operation: string | null
  /** The presented token. */
  readonly token: string | null
}

/** A path as the log keeps it. A long one ends between two parts, so that no secret is cut in two and shown. */
export function keptPath(path: string): Pick<RequestHead, "path" | "isPathCut"> {
  if (path.length <= KEPT_PATH) return { path, isPathCut: false }
  const kept = path.slice(0, KEPT_PATH)
  return { path: kept.slice(0, Math.max(...[..."/?&"].map((sign) => kept.lastIndexOf(sign))) + 1), isPathCut: true }
}

/** A request to /api/v0 in the log. */
export class RequestEntry {
  readonly log: RequestLog
  readonly at: Instant
  readonly input: RequestHead
  readonly #startedAt = performance.now()
  /** Set once answered; counts up in each world. */
  id = 0
  body: KeptBody | null = null
  answer: KeptBody | null = null
  uId: UId | null = null
  /** What the answer has no room for. */
  remarks: readonly string[] = []
  status = 0
  ms = 0
  readonly changes: Change[] = []
  /** Patches that were not kept. */
  droppedPatches = 0
  /** Patches that are kept. */
  #kept = 0

  constructor(log: RequestLog, at: Instant, input: RequestHead) {
    this.log = log
    this.at = at
    this.input = input
  }

  changed(change: Change): void {
    const room = KEPT_PATCHES - this.#kept
    this.#kept += Math.min(room, change.patches.length)
    if (change.patches.length <= room) {
      this.changes.push(change)
    } else {
      this.changes.push({ ...change, patches: change.patches.slice(0, room) })
      this.droppedPatches += change.patches.length - room
    }
  }

  receivedBody(bytes: Uint8Array): void {
    this.body = keepBody(bytes, null)
  }

  /** Of a form its texts are kept, and of its files what they are called. */
  receivedForm(form: Form): void {
    this.body = keepForm(form)
  }

  answered(reply: Reply, uId: UId | null): void {
    const { body, headers } = reply
    this.answer = body !== null ? keepBody(body, headers["content-type"] ?? null) : null
    this.remarks = reply.remarks
    this.status = reply.status
    this.uId = uId
    this.#end()
  }

  /** How much it holds beside its line, roughly. */
  get weight(): number {
    return weightOf(this.body) + weightOf(this.answer) + this.#kept * PATCH_BYTES
  }

  /** Forgets what it holds beside its line. */
  empty(): void {
    this.body = this.body && withoutContent(this.body)
    this.answer = this.answer && withoutContent(this.answer)
    this.droppedPatches += this.#kept
    this.#kept = 0
    this.changes.length = 0
  }

  /** There is no answer: a planned fault cut the connection. The status stays 0. */
  cut(): void {
    this.#end()
  }

  #end(): void {
    this.ms = Math.round((performance.now() - this.#startedAt) * 100) / 100
    this.log.append(this)
  }
}

/** The latest requests of a world, oldest first, and who wants to hear of new ones. */
export class RequestLog {
  readonly #size: number
  readonly #room: LogRoom
  readonly #ring: RequestEntry[] = []
  #first = 0
  #answered = 0
  readonly #listeners = new Set<(entry: RequestEntry) => void>()
  readonly #closing = new AbortController()

  /** `room`: what it may hold, together with the other logs of the server. */
  constructor(size: number, room: LogRoom = new LogRoom()) {
    this.#size = size
    this.#room = room
  }

  append(entry: RequestEntry): void {
    this.#answered += 1
    entry.id = this.#answered
    if (this.#ring.length < this.#size) {
      this.#ring.push(entry)
    } else if (this.#size > 0) {
      this.#room.release(this.#ring[this.#first] as RequestEntry)
      this.#ring[this.#first] = entry
      this.#first = (this.#first + 1) % this.#size
    }
    if (this.#size > 0 && !this.closed.aborted) this.#room.hold(entry)
    for (const listener of this.#listeners) listener(entry)
  }

  entries(): RequestEntry[] {
    return [...this.#ring.slice(this.#first), ...this.#ring.slice(0, this.#first)]
  }

  /** Forgets all entries; numbers go on. */
  clear(): void {
    for (const entry of this.#ring) this.#room.release(entry)
    this.#ring.length = 0
    this.#first = 0
  }

  /** Called with each request as it is answered. The answer ends the subscription. */
  subscribe(listener: (entry: RequestEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Aborted when the world goes away or the server stops: nothing is to be waited for any more. */
  get closed(): AbortSignal {
    return this.#closing.signal
  }

  close(): void {
    this.#closing.abort()
    for (const entry of this.#ring) this.#room.release(entry)
  }
}
