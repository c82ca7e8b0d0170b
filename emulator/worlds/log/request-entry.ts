import { type OutcomeHeaders, type RequestVersions, stepOf } from "../../../src/insight/index.ts"
import type { ExplainedStep, Instant, RefusalCause, UId } from "../../../src/model/index.ts"
import type { DueEvent, WebhookDelivery } from "../../../src/model/records/index.ts"
import type { Change } from "../../../src/state/index.ts"
import { type Form, LongText, type RefusedStep, type Reply } from "../../wire/index.ts"
import type { RequestLog } from "./request-log.ts"

/** Maximum number of patches per entry. The limit saves memory, because an import may write many items. */
const MAX_PATCHES = 500

/** Estimated memory use of a patch in bytes. A patch contains the record before and after the change. */
const PATCH_BYTES = 1000

const MAX_PATH = 2048

/** Maximum number of characters of script logs per entry. */
const MAX_LOGS = 8192

/** Maximum length of a logged body, in characters or bytes. If a body is longer, only its size is logged. */
const MAX_BODY = 65_536

/** A request as it arrived, without any decoding. */
export interface RequestHead {
  readonly method: string
  /** Path after the world's base URL, including the query. */
  readonly path: string
  /** Whether the path was longer than MAX_PATH, so that its end is missing. */
  readonly isPathCut: boolean
  /** Name of the API operation; null for an unknown path. */
  readonly operation: string | null
  readonly token: string | null
  /** Headers that can change the outcome; undefined for an ordinary request with a JSON body. */
  readonly headers?: OutcomeHeaders | undefined
  /** The client that sent the request, if known. */
  readonly via?: "dashboard" | undefined
  /** Whether the server refused the request before routing, because of its host, origin or machine. */
  readonly isBlocked?: boolean
}

/** Cuts a path that is too long. The cut is at a separator, so that no part of a secret remains. */
export function cutPath(path: string): Pick<RequestHead, "path" | "isPathCut"> {
  if (path.length <= MAX_PATH) return { path, isPathCut: false }
  const start = path.slice(0, MAX_PATH)
  return { path: start.slice(0, Math.max(...[..."/?&"].map((sign) => start.lastIndexOf(sign))) + 1), isPathCut: true }
}

/** Cause of a log entry: the request whose script made the call, or the scheduled work that ran. A client's request has none. */
export type Cause = RequestEntry | DueEvent

/** Keys that a request's writes ignored (api.md section 6.1, "ignored keys"). */
export interface IgnoredLines {
  /** `key` is the key's place in the request without list indexes. `text` says why the key was ignored. */
  readonly lines: readonly { readonly key: string; readonly text: string }[]
  /** Number of further keys. */
  readonly omitted: number
}

/** ok: status below 400 · refused: status 400 to 499 · failed: status from 500, or connection cut. */
export type RequestOutcome = "ok" | "refused" | "failed"

/** An entry of the request log: a request to /api/v0, a script's API call, or the changes by scheduled work. */
export class RequestEntry {
  readonly log: RequestLog
  readonly at: Instant
  readonly cause: Cause | null
  #input: RequestHead
  readonly #startedAt = performance.now()
  /** Number in the order in which the world's requests arrived, from 1. */
  readonly arrival: number
  /** Number in the world's request log, from 1. It is 0 until the request is complete. */
  id = 0
  body: LoggedBody | null = null
  answer: LoggedBody | null = null
  /** Headers of the response. */
  answerHeaders: Readonly<Record<string, string>> = {}
  uId: UId | null = null
  /** Remarks about the response that its body does not contain. */
  remarks: readonly string[] = []
  /** Causes of a refusal, if the text of the response covers several (errors.md section 1). */
  causes: readonly RefusalCause[] = []
  /** The step and code of a refusal; null for other requests and for responses of planned faults. */
  refused: RefusedStep | null = null
  /** The step of an explanation at which the request was refused (insight.md section 2). */
  explainedStep: ExplainedStep | null = null
  /** The GraphQL roots that ran, each with its refusal. */
  roots: readonly { readonly root: string; readonly refused: RefusedStep | null }[] = []
  /** How the items of a list were found. */
  plan: string | undefined
  /** Keys that the request's writes ignored. */
  ignored: IgnoredLines = { lines: [], omitted: 0 }
  status = 0
  ms = 0
  readonly changes: Change[] = []
  /** Number of patches that were omitted or deleted to save memory. */
  droppedPatches = 0
  /** Trace number, which this entry shares with entries that it caused; 0 if it caused none. */
  #trace = 0
  /** Lines logged by this entry's scripts; null if there are none. */
  #logged: string[] | null = null
  #loggedSize = 0
  #isHidden = false
  /** The webhooks that a dry run would have sent. */
  unsentWebhooks: readonly WebhookDelivery[] = []
  #isDryRun = false
  /** Whether a dry run ran at a version of the past. */
  isOfPast = false
  /** Number of patches in `changes`. */
  #patchCount = 0
  #before: number | undefined
  #after: number | undefined

  constructor(log: RequestLog, at: Instant, input: RequestHead, cause: Cause | null = null) {
    this.log = log
    this.arrival = log.nextArrival()
    this.at = at
    this.#input = input
    this.cause = cause
    if (cause instanceof RequestEntry) this.#trace = cause.#lead()
    else if (cause !== null) {
      const first = log.firstOf(cause, this)
      if (first !== this) this.#trace = first.#lead()
    }
  }

  get input(): RequestHead {
    return this.#input
  }

  /** Sets the name of the operation, for a request whose body contains it. */
  runs(operation: string): void {
    this.#input = { ...this.#input, operation }
  }

  /** Trace number, which this entry shares with its cause and with entries that it caused; 0 if there are no others. */
  get trace(): number {
    return this.#trace
  }

  #lead(): number {
    if (this.#trace === 0) this.#trace = this.log.nextTrace()
    return this.#trace
  }

  /** Whether the request, or the request whose script made this call, ran on a copy of the world (insight.md section 3). */
  get isDryRun(): boolean {
    return this.#isDryRun || (this.cause instanceof RequestEntry && this.cause.isDryRun)
  }

  set isDryRun(isDryRun: boolean) {
    this.#isDryRun = isDryRun
  }

  get outcome(): RequestOutcome {
    if (this.status === 0 || this.status >= 500) return "failed"
    return this.status >= 400 ? "refused" : "ok"
  }

  get scriptLogs(): readonly string[] {
    return this.#logged ?? []
  }

  /** Adds lines that a script logged, up to MAX_LOGS characters. */
  logged(lines: readonly string[]): void {
    this.#logged ??= []
    for (const line of lines) {
      if (this.#loggedSize > MAX_LOGS) return
      const isLast = this.#loggedSize + line.length > MAX_LOGS
      this.#logged.push(isLast ? `${line.slice(0, MAX_LOGS - this.#loggedSize)}…` : line)
      this.#loggedSize += line.length + 1
    }
  }

  /** Sets the version of the copy on which a dry run runs. */
  meets(version: number): void {
    this.#before = version
    this.isOfPast = version !== this.log.version()
  }

  /** Adds a change that was made by this request or by API calls of its scripts. */
  changed(change: Change): void {
    this.#before ??= change.sequence - 1
    if (this.id === 0) this.#after = change.sequence
    const room = MAX_PATCHES - this.#patchCount
    this.#patchCount += Math.min(room, change.patches.length)
    if (change.patches.length <= room) {
      this.changes.push(change)
    } else {
      this.changes.push({ ...change, patches: change.patches.slice(0, room) })
      this.droppedPatches += change.patches.length - room
    }
    if (this.cause instanceof RequestEntry) this.cause.changed(change)
  }

  receivedBody(bytes: Uint8Array): void {
    this.#isHidden = false
    this.body = keepBody(bytes, null)
  }

  /** Keeps only the sizes of the request's and the response's body, until `receivedBody` is called. */
  hideContent(): void {
    this.#isHidden = true
    this.body = this.body && withoutContent(this.body)
  }

  receivedForm(form: Form): void {
    this.body = keepForm(form)
  }

  answered(reply: Reply, uId: UId | null): void {
    const { body, headers } = reply
    const answer = body === null ? null : keepBody(body, headers["content-type"] ?? null)
    this.answer = answer !== null && this.#isHidden ? withoutContent(answer) : answer
    this.answerHeaders = headers
    this.remarks = reply.remarks
    this.causes = reply.causes
    const { refused } = reply
    this.refused = refused && { step: refused.step, code: refused.code }
    this.explainedStep = refused && stepOf(refused.error)
    this.status = reply.status
    this.uId = uId
    this.#end()
  }

  /** Completes an entry of scheduled work. No client waits for a response. */
  happened(): void {
    this.status = 200
    this.#end()
  }

  /** Estimated memory use in bytes of the bodies, changes and script logs. */
  get weight(): number {
    const webhooks = this.unsentWebhooks.reduce((sum, { body }) => sum + JSON.stringify(body).length, 0)
    return weightOf(this.body) + weightOf(this.answer) + this.#patchCount * PATCH_BYTES + this.#loggedSize + webhooks
  }

  /** Deletes bodies, changes and script logs, but keeps their sizes and counts. */
  empty(): void {
    this.body = this.body && withoutContent(this.body)
    this.answer = this.answer && withoutContent(this.answer)
    this.droppedPatches += this.#patchCount
    this.#patchCount = 0
    this.#logged = null
    this.unsentWebhooks = []
    this.changes.length = 0
  }

  /** Frees the content of an entry that was removed from the log. Other entries may still refer to it as their cause. */
  leave(): void {
    this.body = null
    this.answer = null
    this.#logged = null
    this.unsentWebhooks = []
    this.changes.length = 0
  }

  /** Completes a request whose connection a planned fault has cut. `status` stays 0. */
  cut(): void {
    this.#end()
  }

  /** The version that the request met, and the version after all that it caused before its response. */
  get versions(): RequestVersions {
    const before = this.#before ?? 0
    return { before, after: this.isDryRun ? before : (this.#after ?? before) }
  }

  #end(): void {
    this.#before ??= this.log.version()
    this.ms = Math.round((performance.now() - this.#startedAt) * 100) / 100
    this.log.append(this)
  }
}

/** A request or response body in the log. It is decoded only when the log is read. */
export interface LoggedBody {
  readonly contentType: string | null
  /** The body as sent; only its size in bytes if it is longer than MAX_BODY. */
  readonly content: string | Uint8Array | number
}

function keepBody(body: string | Uint8Array | LongText, contentType: string | null): LoggedBody | null {
  if (body instanceof LongText) return { contentType, content: body.byteLength }
  if (body.length === 0) return null
  return { contentType, content: body.length > MAX_BODY ? sizeOf(body) : body }
}

/** Content type of a logged form. Its content is JSON. */
export const FORM_TYPE = "multipart/form-data"

/** Converts a form to JSON: its text fields, and the name, type and size of each file. */
function keepForm({ fields, files }: Form): LoggedBody | null {
  const descriptions = files.map(({ name, filename, contentType, bytes }) => ({
    name,
    filename,
    content_type: contentType,
    bytes: bytes.byteLength,
  }))
  const texts = [...Object.entries(fields).flat(), ...descriptions.flatMap(({ name, filename }) => [name, filename])]
  const size = texts.reduce((sum, text) => sum + text.length, 0)
  if (size > MAX_BODY) return { contentType: FORM_TYPE, content: size }
  return keepBody(JSON.stringify({ ...fields, files: descriptions }), FORM_TYPE)
}

/** Returns the size in bytes of a logged body. */
export const sizeOf = (content: LoggedBody["content"]): number =>
  typeof content === "number"
    ? content
    : typeof content === "string"
      ? new TextEncoder().encode(content).length
      : content.length

/** Estimates the memory that a logged body uses, as its number of characters or bytes. */
const weightOf = (body: LoggedBody | null): number =>
  body === null || typeof body.content === "number" ? 0 : body.content.length

const withoutContent = ({ contentType, content }: LoggedBody): LoggedBody => ({
  contentType,
  content: sizeOf(content),
})
