import type { Change, DueEvent, Instant, UId } from "../../src/inside.ts"
import type { Form } from "../wire/form.ts"
import type { Reply } from "../wire/reply.ts"
import { type KeptBody, keepBody, keepForm, weightOf, withoutContent } from "./kept-bodies.ts"
import type { RequestLog } from "./request-log.ts"

/** The most patches of one request that are kept, so that an import of many items doesn't hold them all. */
const KEPT_PATCHES = 500

/** What a patch that is kept is taken for: the record before and after it, of usual size. */
const PATCH_BYTES = 1000

/** The longest path that is kept whole. */
const KEPT_PATH = 2048

/** How much is kept of what the scripts of a request log, in characters. */
const KEPT_LOGS = 8192

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
  /** Who sent it, where that is known. */
  readonly via?: "dashboard" | undefined
}

/** A path as the log keeps it. A long one ends between two parts, so that no secret is cut in two and shown. */
export function keptPath(path: string): Pick<RequestHead, "path" | "isPathCut"> {
  if (path.length <= KEPT_PATH) return { path, isPathCut: false }
  const kept = path.slice(0, KEPT_PATH)
  return { path: kept.slice(0, Math.max(...[..."/?&"].map((sign) => kept.lastIndexOf(sign))) + 1), isPathCut: true }
}

/** What an entry follows from: a script of another one, or something that was due. A request follows from nothing. */
export type Cause = RequestEntry | DueEvent

/** A request to /api/v0 in the log, a call that a script made, or the writes of something that was due. */
export class RequestEntry {
  readonly log: RequestLog
  readonly at: Instant
  readonly input: RequestHead
  readonly cause: Cause | null
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
  /** Names this entry and all that follow from it; 0 until something does. */
  #trace = 0
  /** Lines that its scripts logged; null: none. */
  #logged: string[] | null = null
  #loggedSize = 0
  /** Patches that are kept. */
  #kept = 0

  constructor(log: RequestLog, at: Instant, input: RequestHead, cause: Cause | null = null) {
    this.log = log
    this.at = at
    this.input = input
    this.cause = cause
    if (cause instanceof RequestEntry) this.#trace = cause.#lead()
    else if (cause !== null) {
      const first = log.firstOf(cause, this)
      if (first !== this) this.#trace = first.#lead()
    }
  }

  /** The number that this entry shares with what it follows from and what follows from it; 0 where it stands alone. */
  get trace(): number {
    return this.#trace
  }

  #lead(): number {
    if (this.#trace === 0) this.#trace = this.log.nextTrace()
    return this.#trace
  }

  get scriptLogs(): readonly string[] {
    return this.#logged ?? []
  }

  /** A script that ran for it has ended. */
  logged(lines: readonly string[]): void {
    this.#logged ??= []
    for (const line of lines) {
      if (this.#loggedSize > KEPT_LOGS) return
      const isLast = this.#loggedSize + line.length > KEPT_LOGS
      this.#logged.push(isLast ? `${line.slice(0, KEPT_LOGS - this.#loggedSize)}…` : line)
      this.#loggedSize += line.length + 1
    }
  }

  /** A change of its own, or of what it caused. */
  changed(change: Change): void {
    const room = KEPT_PATCHES - this.#kept
    this.#kept += Math.min(room, change.patches.length)
    if (change.patches.length <= room) {
      this.changes.push(change)
    } else {
      this.changes.push({ ...change, patches: change.patches.slice(0, room) })
      this.droppedPatches += change.patches.length - room
    }
    if (this.cause instanceof RequestEntry) this.cause.changed(change)
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

  /** Nobody is answered: it happened by itself. */
  happened(): void {
    this.status = 200
    this.#end()
  }

  /** How much it holds beside its line, roughly. */
  get weight(): number {
    return weightOf(this.body) + weightOf(this.answer) + this.#kept * PATCH_BYTES + this.#loggedSize
  }

  /** Forgets what it holds beside its line. */
  empty(): void {
    this.body = this.body && withoutContent(this.body)
    this.answer = this.answer && withoutContent(this.answer)
    this.droppedPatches += this.#kept
    this.#kept = 0
    this.#logged = null
    this.changes.length = 0
  }

  /** The log has dropped it: what still names it as a cause must not keep its bodies. */
  leave(): void {
    this.body = null
    this.answer = null
    this.#logged = null
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
