import { type Context, Hono } from "hono"
import { basePath, baseRoutePath } from "hono/route"
import { Disconnect, type FaultedCall, faultsNeedBody, OutcomeUnknown, takeFault } from "../../../src/engine/index.ts"
import { DomainError, type UId } from "../../../src/model/index.ts"
import { holderOf } from "../../../src/people/index.ts"
import type { EngineWorld } from "../../../src/world/index.ts"
import {
  type AnswerPlace,
  answerRoom,
  bearer,
  type Form,
  type Reply,
  type RequestHeaders,
  withHeaders,
} from "../../wire/index.ts"
import { cutPath, RequestEntry } from "../../worlds/index.ts"
import type { DeclaredRow } from "../contract/declared-row.ts"
import type { Row } from "../contract/row.ts"
import { type OperationName, table } from "../contract/table.ts"
import type { AppEnv } from "../http/app-env.ts"
import { jsonOf, readBytes } from "../http/body.ts"
import { presentError } from "../http/errors.ts"
import type { Hosts } from "../http/hosts.ts"
import { MAX_JSON_BYTES } from "../http/limits.ts"
import { isForm, readForm } from "../http/multipart.ts"
import { notFoundReply } from "../http/not-found.ts"
import { type FoundOperation, matchOperation } from "../http/operation-routes.ts"
import { outcomeHeaders } from "../http/outcome-headers.ts"
import type { ApiOutcome, ApiRequest } from "./api-request.ts"
import { logOf, markDryRun, readDryRun, runDry } from "./dry-run.ts"
import { ignoresUnknownFields } from "./ignored-keys.ts"
import { type Observer, observerOf, readWithoutTrace } from "./observer.ts"
import { isRead, runOperation } from "./pipeline.ts"
import { readRefused } from "./refused-body.ts"
import { runWithFault } from "./run-with-fault.ts"

export interface ApiParts {
  readonly hosts: Hosts
  readonly answer: (context: Context<AppEnv>, reply: Reply) => Response
  readonly strict: boolean
  readonly onBug: ((error: unknown, operation: string) => void) | undefined
}

/** Path of the API below a world's base URL. */
export const API = "/api/v0"

/** Creates the Hono app that serves all API operations of the selected world. */
export const makeApi = (parts: ApiParts): Hono<AppEnv> =>
  new Hono<AppEnv>().all("*", (context) => serve(parts, context))

function serve(parts: ApiParts, context: Context<AppEnv>): Response | Promise<Response> {
  const { method, path } = context.req
  const inApi = path.slice(basePathOf(context).length)
  const match = matchOperation(method === "HEAD" ? "GET" : method, inApi)
  const observer = observerOf(context, parts)
  if (match.operation !== undefined) return run(parts, context, observer, match)
  const reply = notFoundReply(match, method, API + inApi)
  if (!observer.isObserving || method !== "GET") beginEntry(context, null, observer).answered(reply, null)
  return parts.answer(context, reply)
}

/** Returns the path under which the app is mounted. Avoids Hono's slower `basePath` unless the path has parameters. */
function basePathOf(context: Context<AppEnv>): string {
  const base = baseRoutePath(context)
  return base.includes(":") ? basePath(context) : base
}

function beginEntry(context: Context<AppEnv>, operation: string | null, { via }: Observer): RequestEntry {
  const named = context.get("named")
  const { method, url, raw } = context.req
  const target = url.slice(url.indexOf(API))
  const { path, isPathCut } = cutPath(/#|\?$/.test(target) ? target.replace(/\??(?:#.*)?$/s, "") : target)
  return new RequestEntry(logOf(named, raw.headers), named.world.now, {
    method,
    path,
    isPathCut,
    operation,
    token: raw.headers.get("authorization"),
    headers: outcomeHeaders(raw, operation),
    via,
  })
}

async function run(
  parts: ApiParts,
  context: Context<AppEnv>,
  observer: Observer,
  found: FoundOperation,
): Promise<Response> {
  const { operation, name } = found
  const { world } = context.get("named")
  const entry = beginEntry(context, name, observer)
  const request = new HttpRequest(context, found, entry, observer, parts.strict)
  const dryRun = readDryRun(request.headers, [targetOf(found)], entry)
  if (observer.isObserving && isRead(operation) && dryRun === false) {
    const look = (seen: EngineWorld) => runOperation(seen, request)
    const { reply, bug } = await readWithoutTrace([name], request.headers, world, look)
    if (bug !== undefined) parts.onBug?.(bug, name)
    return parts.answer(context, reply)
  }
  let outcome: ApiOutcome
  try {
    const perform = (seen: EngineWorld) => runFaulted(seen, name, request, inApiPath(context))
    if (dryRun instanceof DomainError) outcome = { reply: presentError(dryRun, null), uId: null }
    else outcome = await (dryRun ? runDry(world, entry, perform) : perform(world))
  } catch (error) {
    if (error instanceof Disconnect || error instanceof OutcomeUnknown) entry.cut()
    throw error
  }
  if (outcome.bug !== undefined) parts.onBug?.(outcome.bug, name)
  if (outcome.reply.status >= 400 && !request.isBodyRead) await readRefused(context, entry)
  entry.answered(outcome.reply, outcome.uId)
  const reply = markDryRun(outcome.reply, entry)
  return parts.answer(context, isObserved(observer, reply) ? withRequestId(reply, entry) : reply)
}

const targetOf = ({ operation, name }: FoundOperation) => {
  const row: Row & Partial<DeclaredRow> = table[operation]
  return { name, isPublic: row.auth !== "token", operation: row.operation }
}

/** Runs an operation with the planned fault that matches it, if there is one. */
async function runFaulted(world: EngineWorld, name: string, request: HttpRequest, path: string): Promise<ApiOutcome> {
  const perform = () => runOperation(world, request)
  if ((world.state.tables.get("faults")?.size ?? 0) === 0) return perform()
  const fault = await takeFault(world, await callOf(world, name, request, path), request.cause)
  return fault === undefined ? perform() : runWithFault(fault, world, name, perform, request.place)
}

/** Returns whether a refusal goes to a client with an observe token, which may read the request log (control.md section 3, "observing"). */
const isObserved = ({ uId }: Observer, { status }: Reply): boolean => uId !== undefined && status >= 400

const withRequestId = (reply: Reply, { id }: RequestEntry): Reply =>
  withHeaders(reply, { "x-hexarium-request": String(id) })

/** Returns the request's path below the world's base URL. */
const inApiPath = (context: Context<AppEnv>): string => API + context.req.path.slice(basePathOf(context).length)

/** Returns a request as planned faults match it. Reads the body only if a fault needs it. */
async function callOf(world: EngineWorld, name: string, request: HttpRequest, path: string): Promise<FaultedCall> {
  const uId = request.actAs ?? holderOf(world.view(), bearer(request.headers, request.isStrict))
  const body = faultsNeedBody(world) ? await request.bodyForFaults() : undefined
  return { operations: [name], uId, path, query: request.query(), body }
}

/** A request over HTTP. Copies the request's body to the request log when an operation reads the body. */
class HttpRequest implements ApiRequest {
  readonly operation: OperationName
  readonly params: Readonly<Record<string, string>>
  readonly headers: RequestHeaders
  readonly actAs: UId | undefined
  readonly isStrict: boolean
  readonly ignoresUnknownFields: boolean
  readonly cause: RequestEntry
  readonly #context: Context<AppEnv>
  isBodyRead = false
  #bytes: Promise<Uint8Array> | undefined
  #form: Promise<Form> | undefined

  constructor(
    context: Context<AppEnv>,
    { operation, params }: FoundOperation,
    entry: RequestEntry,
    { uId }: Observer,
    isStrict: boolean,
  ) {
    this.operation = operation
    this.params = params
    this.headers = context.req.raw.headers
    // Public operations ignore observe tokens.
    this.actAs = uId === undefined || table[operation].auth === "public" ? undefined : uId
    this.isStrict = isStrict
    this.ignoresUnknownFields = ignoresUnknownFields(this.headers, isStrict)
    this.cause = entry
    this.#context = context
  }

  get place(): AnswerPlace {
    const { req, env } = this.#context
    return { room: answerRoom, gone: () => req.raw.signal, outgoing: env?.outgoing }
  }

  query(): Readonly<Record<string, string>> {
    return this.#context.req.query()
  }

  body(): Promise<Uint8Array> {
    this.#bytes ??= this.#readBytes()
    return this.#bytes
  }

  form(): Promise<Form> {
    this.#form ??= this.#readForm()
    return this.#form
  }

  async #readBytes(): Promise<Uint8Array> {
    this.isBodyRead = true
    const bytes = await readBytes(this.#context, MAX_JSON_BYTES)
    this.cause.receivedBody(bytes)
    return bytes
  }

  async #readForm(): Promise<Form> {
    this.isBodyRead = true
    const form = await readForm(this.#context)
    this.cause.receivedForm(form)
    return form
  }

  /** Returns the JSON body or the fields of the form, for planned faults. Returns undefined if the body can't be read. */
  async bodyForFaults(): Promise<unknown> {
    const contentType = this.headers.get("content-type")
    const isInForm = isForm(contentType ?? "")
    const read = isInForm
      ? this.form().then(({ fields }) => fields)
      : this.body().then((bytes) => jsonOf(bytes, contentType))
    // The operation reads the same body again and refuses it with the reason.
    return read.catch(() => undefined)
  }
}
