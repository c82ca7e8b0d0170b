import { sentMails } from "../../../src/insight/index.ts"
import { defined } from "../../../src/model/index.ts"
import type { DueEvent } from "../../../src/model/records/index.ts"
import { isItemsTable, type View } from "../../../src/state/index.ts"
import type { World } from "../../../src/world/index.ts"
import {
  type Cause,
  describeChanges,
  FORM_TYPE,
  type LoggedBody,
  mergePatches,
  type NamedWorld,
  nameUser,
  RequestEntry,
  type RequestHead,
  sizeOf,
} from "../../worlds/index.ts"
import type { WireRequest, WireRequestDetails } from "../shapes/requests.ts"
import { presentCauses } from "./causes.ts"
import { presentMail } from "./mails.ts"
import { presentPatch } from "./records.ts"
import { confirmationsIn, queryMembers, redactedPath, redactedValue, secretsIn } from "./secrets.ts"
import { presentWebhook } from "./webhooks.ts"

const SHOWN_EFFECTS = 200

/** Converts a log entry for a response, without passwords and tokens (control.md section 3). */
export function presentRequest(view: View, entry: RequestEntry): WireRequest {
  const { request, response, secrets, areAll } = bodiesOf(entry)
  const error = reasonOf(entry, areAll ? redactedValue(response, secrets) : undefined)
  const shown = (value: unknown, body: LoggedBody | null) =>
    areAll ? redactedValue(value, secrets) : presentSize(body)
  return {
    ...factsOf(view, entry, secrets),
    request: shown(request, entry.body),
    response: shown(response, entry.answer),
    effects: presentEffects(view, entry),
    ...(entry.isDryRun && { dry_run: true as const }),
    ...defined({ error, counts: countsOf(entry) }),
    ...(areAll ? presentCauses(entry.causes, secrets) : {}),
    ...presentTrace(entry, secrets),
  }
}

const factsOf = (view: View, { id, at, input, uId, status, ms }: RequestEntry, secrets: ReadonlySet<string>) => ({
  id: String(id),
  at,
  method: input.method,
  path: shownPath(input, secrets),
  operation: input.operation,
  user: uId === null ? null : nameUser(view, uId),
  status,
  ms,
})

/** Longest reason of a refused request, in characters. */
const MAX_REASON = 500

/** Returns the reason of a refused request; undefined for other requests and if the response has none. */
function reasonOf({ status }: RequestEntry, response: unknown): string | undefined {
  const reason = status >= 400 ? reasonIn(response) : undefined
  return reason !== undefined && reason.length > MAX_REASON ? `${reason.slice(0, MAX_REASON)}…` : reason
}

/** Returns the decoded bodies of an entry, and its secrets. */
export function bodiesOf({ input, body, answer }: RequestEntry) {
  const request = presentBody(body)
  const response = presentBody(answer)
  const confirmations = { token: confirmationsIn(input.path, request) }
  return { request, response, ...secretsIn(input.token, confirmations, queryMembers(input.path), request, response) }
}

/** A logged request, for running it again. */
export interface LoggedRequest {
  /** The body as JSON, or its bytes if it is no JSON. */
  readonly body: { readonly body: unknown; readonly raw?: Uint8Array }
  readonly response: unknown
  readonly secrets: ReadonlySet<string>
  /** Whether the log has the whole body. */
  readonly isWhole: boolean
}

export function readLogged(entry: RequestEntry): LoggedRequest {
  const { response, secrets } = bodiesOf(entry)
  const content = entry.body?.content
  const read = { response, secrets, isWhole: typeof content !== "number" }
  if (content === undefined || typeof content === "number") return { ...read, body: { body: undefined } }
  const raw = typeof content === "string" ? new TextEncoder().encode(content) : content
  try {
    return { ...read, body: { body: JSON.parse(new TextDecoder().decode(raw)) as unknown } }
  } catch {
    return { ...read, body: { body: undefined, raw } }
  }
}

/** Removes the request's secrets from log lines of scripts. */
export const presentLines = (entry: RequestEntry | undefined, lines: readonly string[]): string[] =>
  entry === undefined ? [...lines] : (redactedValue(lines, bodiesOf(entry).secrets) as string[])

const SHOWN_PATCHES = 200

/** Converts a log entry for a response, with the changed records and the entries that the request caused. */
export function presentRequestDetails(
  world: World,
  view: View,
  entry: RequestEntry,
  all: readonly RequestEntry[],
): WireRequestDetails {
  const patches = mergePatches(entry.changes)
  return {
    ...presentRequest(view, entry),
    changes: patches.slice(0, SHOWN_PATCHES).map((patch) => presentPatch(view, patch)),
    more_changes: Math.max(0, patches.length - SHOWN_PATCHES) + entry.droppedPatches,
    caused: all.filter(({ cause }) => cause === entry).map((one) => presentRequest(view, one)),
    ...(entry.isDryRun && { mails: sentMails(entry.changes).map(presentMail) }),
    webhooks: [
      ...entry.unsentWebhooks.map((delivery, at) => presentWebhook(delivery, at + 1)),
      ...world.webhookLog.entries
        .filter(({ cause }) => cause === entry)
        .map((delivery) => presentWebhook(delivery, world.webhookLog.numberOf(delivery))),
    ],
    ...defined({ plan: entry.plan }),
  }
}

/** Returns the cause and the script logs of an entry, for a response. */
function presentTrace(entry: RequestEntry, secrets: ReadonlySet<string>): Partial<WireRequest> {
  const { trace, cause, input, scriptLogs } = entry
  return defined({
    trace: trace === 0 ? undefined : String(trace),
    cause: cause === null ? undefined : presentCause(cause),
    via: input.via,
    script_logs: scriptLogs.length === 0 ? undefined : (redactedValue(scriptLogs, secrets) as string[]),
  })
}

const presentCause = (cause: Cause): NonNullable<WireRequest["cause"]> =>
  cause instanceof RequestEntry
    ? { kind: "script", id: cause.id === 0 ? null : String(cause.id), name: cause.input.operation ?? cause.input.path }
    : presentDueCause(cause)

const presentDueCause = ({ kind, id, name }: DueEvent) => ({ kind, id, name })

/** Converts a log entry for the server's output: effects and the error message, without bodies. */
export function presentRequestLine({ name, world }: NamedWorld, entry: RequestEntry) {
  const { input, status } = entry
  const view = world.view()
  const { response, why } = presentRequest(view, entry)
  const error = status >= 400 ? reasonIn(response) : undefined
  const confirmations = { token: confirmationsIn(input.path, null) }
  const { secrets } = secretsIn(input.token, confirmations, queryMembers(input.path))
  return {
    world: name,
    ...factsOf(view, entry, secrets),
    effects: presentEffects(view, entry),
    ...(entry.isDryRun && { dry_run: true as const }),
    ...defined({ error, why }),
  }
}

/** Returns the error message in a response; undefined if the response has none. */
export function reasonIn(response: unknown): string | undefined {
  if (typeof response !== "object" || response === null) return undefined
  const findings = [response].flatMap(
    (body) => Object.entries(body).find(([name]) => name === "error" || name === "errors")?.[1],
  )
  const error = findings[0]
  if (typeof error === "object" && error !== null && "error_code" in error) return findingText(error)
  // In responses of the route `call`, the error is an object instead of a string.
  if (typeof error === "object" && error !== null && "message" in error) return String(error.message)
  if (typeof error !== "string") return undefined
  return "description" in response && typeof response.description === "string"
    ? `${error}: ${response.description}`
    : error
}

/** Returns the text of an element of a list of errors: the faulty part of the request and the message. */
function findingText(finding: object): string | undefined {
  const { description, error } = finding as Readonly<Record<string, unknown>>
  const parts = [description, error].filter((part) => typeof part === "string" && part !== "")
  return parts.length === 0 ? undefined : parts.join(": ")
}

function presentEffects(view: View, entry: RequestEntry): string[] {
  const effects = entry.changes.length === 0 ? [] : describeChanges(view, entry.changes)
  const hidden = Math.max(0, effects.length - SHOWN_EFFECTS) + entry.droppedPatches
  const { lines, omitted } = entry.ignored
  return [
    ...lines.map(({ text }) => text),
    ...(omitted > 0 ? [`… and ${omitted} more ignored keys`] : []),
    ...effects.slice(0, SHOWN_EFFECTS),
    ...(hidden > 0 ? [`… and ${hidden} more effects`] : []),
    ...entry.remarks,
  ]
}

/** Counts the items and mails that an entry wrote. Undefined if there are none. */
function countsOf({ changes }: RequestEntry): WireRequest["counts"] {
  if (changes.length === 0) return undefined
  const patches = mergePatches(changes)
  const items = patches.filter(({ table }) => isItemsTable(table)).length
  const mails = patches.filter(({ table, before }) => table === "mails" && before === undefined).length
  return items === 0 && mails === 0 ? undefined : { items, mails }
}

/** Returns the path of a request without secrets. */
export const shownPath = ({ path, isPathCut }: RequestHead, secrets: ReadonlySet<string>): string =>
  redactedPath(path, secrets) + (isPathCut ? "…" : "")

/** Converts a body for a response: JSON as data, and for other or too large bodies only the size. */
function presentBody(body: LoggedBody | null): unknown {
  if (body === null) return null
  const { content, contentType } = body
  const isJson = contentType === null || contentType === FORM_TYPE || contentType.startsWith("application/json")
  if (typeof content === "number" || !isJson) return presentSize(body)
  try {
    return JSON.parse(typeof content === "string" ? content : new TextDecoder().decode(content))
  } catch {
    return presentSize(body)
  }
}

const presentSize = (body: LoggedBody | null) =>
  body && { bytes: sizeOf(body.content), ...defined({ content_type: body.contentType ?? undefined }) }

const contentLength = (body: LoggedBody | null): number =>
  body === null || typeof body.content === "number" ? 0 : body.content.length

/** Returns the number of bytes by which an entry counts towards a stream's buffer limit. */
export const weightOfEntry = ({ body, answer, input }: RequestEntry): number =>
  input.path.length + contentLength(body) + contentLength(answer)
