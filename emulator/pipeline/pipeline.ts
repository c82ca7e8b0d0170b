import {
  type Caller,
  check,
  Disconnect,
  DomainError,
  type Engine,
  invalidParams,
  OutcomeUnknown,
  refuseUnknown,
  type UId,
  type Visitor,
  withParts,
} from "../../src/inside.ts"
import { type DeclaredRow, isDeclared } from "../contract/declared-row.ts"
import type { Row } from "../contract/row.ts"
import { type AnswerTo, operationOf, table } from "../contract/table.ts"
import { assemble, placeOf } from "../contract/wire-input/locations.ts"
import { type BuiltName, handlers, isBuilt } from "../handlers/index.ts"
import { RefusedBody } from "../http/body.ts"
import { asDomainError, presentError } from "../http/errors.ts"
import { type Call, type CheckedCall, isCallOf, type RequestFacts } from "../http/handler.ts"
import type { ApiOutcome, ApiRequest, RequestHeaders } from "../wire/api-request.ts"
import { anyJsonReply, isReply, type Reply } from "../wire/reply.ts"
import { authenticate, bearer } from "./authenticate.ts"
import { settleReply } from "./long-answer.ts"
import { isRead } from "./looking.ts"
import { EMPTY_FORM, RequestBody } from "./request-body.ts"

/**
 * Runs an operation in the order of refusal that is part of the contract (architecture.md, "Running an operation", errors.md section 2):
 * token, place, privilege, parameters, then the use case. An operation that is not built answers 501 to everybody.
 */
export async function runOperation(engine: Engine, request: ApiRequest): Promise<ApiOutcome> {
  const { operation } = request
  const row: Row = table[operation]
  let uId: UId | null = null
  let bug: unknown
  const tellBug = (error: unknown): void => {
    bug ??= error
  }
  try {
    if (!isDeclared(row) && !isBuilt(operation)) {
      throw new DomainError("NOT_IMPLEMENTED", "planned", `${operationOf(operation)} is not implemented`)
    }
    uId = request.actAs ?? authenticate(engine, row, request.headers)
    const memo = row.repeatable ? request.memo : undefined
    const known = uId === null ? undefined : memo?.answers.find(uId, memo.target)
    if (known !== undefined) return { reply: known, uId }
    const { base } = engine.view()
    const { behalf, depth = 0, actIn: wId } = request
    const visitor: Visitor = { engine, depth, behalf, tellBug }
    // performance.md, "spread"
    const caller: Caller | null = uId === null ? null : { engine, depth, behalf, tellBug, uId, wId }
    const body = new RequestBody(row, request)
    const make = async (): Promise<Reply> => {
      const maker = { visitor, caller }
      const answer = isDeclared(row)
        ? await runDeclared(row, request, maker, body)
        : await carryOut(operation as BuiltName, request, maker, body)
      return isReply(answer) ? answer : anyJsonReply(200, answer)
    }
    const reply = await settleReply(make, isRead(operation), request.place)
    if (uId !== null) memo?.answers.keep(base, uId, memo.target, reply)
    return bug === undefined ? { reply, uId } : { reply, uId, bug }
  } catch (error) {
    if (error instanceof RefusedBody) return { reply: presentError(error, null), uId }
    // Nothing true can be answered, or nobody is left to be answered.
    if (error instanceof OutcomeUnknown || error instanceof Disconnect) throw error
    const refused = asDomainError(error)
    const names = { ...request.params, "current-workspace": request.actIn ?? workspaceOf(engine, uId) }
    return { reply: presentError(refused, row, names), uId, ...(refused === error ? {} : { bug: error }) }
  }
}

/** From the place to the use case. One name stands for row and handler, so that the compiler knows that they go together. */
async function carryOut<N extends BuiltName>(
  name: N,
  request: ApiRequest,
  maker: Maker,
  input: RequestBody,
): Promise<AnswerTo<N> | Reply> {
  const row = table[name]
  const handler = handlers[name]
  if (!("begin" in handler)) return handler.run(await checkCall(row, request, maker, input))
  const { caller } = maker
  if (caller === null) throw new Error(`${name} has no user to act as`)
  const { placeProperties } = handler
  const inBody = placeProperties === undefined ? null : await input.placeProperties(placeProperties)
  const run = handler.begin(caller, { params: request.params, inBody })
  return run(await checkCall(row, request, maker, input))
}

const workspaceOf = (engine: Engine, uId: UId | null): string =>
  (uId === null ? undefined : engine.view().get("users", uId)?.currentWId) ?? ""

/** Runs a declared operation, from its place to the presented answer. */
async function runDeclared(row: DeclaredRow, request: ApiRequest, maker: Maker, body: RequestBody): Promise<unknown> {
  const { operation, part } = row
  const caller = operation.isPublic ? maker.visitor : maker.caller
  if (caller === null) throw new Error(`${operation.name} has no user to act as`)
  const isPlacedByPath = operation.place.every((property) => isInPath(row, property, request.params))
  const sent = isPlacedByPath ? {} : await body.sent(part)
  const place = placeOf(operation, row.wireInput(), request.params, sent)
  const started = place === undefined ? undefined : operation.begin(caller, place)
  const call = await checkCall(row, request, maker, body)
  const parts = {
    ...(call.form as object | undefined),
    ...(call.body as object | undefined),
    ...(call.query as object),
  }
  const { engine } = maker.visitor
  const { headers } = request
  const known = {
    params: request.params,
    wire: parts as never,
    file: call.file as never,
    headers,
    token: bearer(headers),
  }
  const wireCall = { ...known, uId: maker.caller?.uId ?? null, engine }
  const input = assemble(row.wireInput(), request.params, parts as Readonly<Record<string, unknown>>)
  if (row.wholeBody !== undefined) input[row.wholeBody] = call.body
  const more = await withParts(() => row.toInput?.(wireCall))
  if (more !== undefined) Object.assign(input, more)
  if (started === undefined) throw new Error(`${operation.name}: an input without its place was taken`)
  const result = await started.run(input)
  return withParts(() => row.present(result as never, { ...wireCall, input: input as never }))
}

const isInPath = ({ wireInput }: DeclaredRow, property: string, params: ApiRequest["params"]): boolean =>
  wireInput().locations.some(
    ({ path, parameters }) => path[0] === property && parameters.some((name) => params[name] !== undefined),
  )

/** Who makes a request. */
interface Maker {
  readonly visitor: Visitor
  readonly caller: Caller | null
}

/** The request in its operation's words. Refuses what does not fit its row. */
async function checkCall<R extends Row>(
  row: R,
  request: ApiRequest,
  { visitor, caller }: Maker,
  input: RequestBody,
): Promise<Call<R>> {
  const query = row.query === undefined ? {} : check(row.query(), request.query(), "query")
  const { fields, files } = row.form === undefined ? EMPTY_FORM : await input.form()
  const form = row.form === undefined ? undefined : check(row.form(), fields, "form")
  const file = row.file === undefined ? undefined : files.find(({ name }) => name === row.file)
  if (row.file !== undefined && file === undefined) throw invalidParams(`${row.file} is required`)
  const body = row.body === undefined ? undefined : check(row.body(), await input.json(), "body")
  if (request.isStrict) {
    if (row.form !== undefined) refuseUnknown(row.form(), fields, "form")
    if (row.body !== undefined) refuseUnknown(row.body(), await input.json(), "body")
  }
  const { engine } = visitor
  const { params } = request
  const uId = caller?.uId ?? null
  const facts = new Facts(engine, request)
  const call: CheckedCall = { row, engine, visitor, params, query, body, form, files, file, facts, uId, caller }
  if (!isCallOf(row, call)) throw new Error(`${request.operation} has no user to act as`)
  return call
}

/** A class, as each object that is written with a getter in it leaves a description of its own behind. */
class Facts implements RequestFacts {
  readonly #engine: Engine
  readonly #request: ApiRequest

  constructor(engine: Engine, request: ApiRequest) {
    this.#engine = engine
    this.#request = request
  }

  get headers(): RequestHeaders {
    return this.#request.headers
  }

  get token(): string | null {
    return bearer(this.headers)
  }

  get depth(): number {
    return this.#request.depth ?? 0
  }

  rerun(inner: ApiRequest): Promise<ApiOutcome> {
    return runOperation(this.#engine, { ...inner, behalf: this.#request.behalf, place: this.#request.place })
  }
}
