import {
  type Caller,
  check,
  Disconnect,
  type Engine,
  invalidParams,
  OutcomeUnknown,
  refuseUnknown,
  type UId,
  type Visitor,
  withParts,
} from "../../src/inside.ts"
import { type DeclaredRow, isDeclared } from "../api/contract/declared-row.ts"
import type { Row } from "../api/contract/row.ts"
import { table } from "../api/contract/table.ts"
import { assemble, placeOf, type WireInput } from "../api/contract/wire-input/wire-input.ts"
import { RefusedBody } from "../api/http/body.ts"
import { asDomainError, presentError } from "../api/http/errors.ts"
import type { ApiOutcome, ApiRequest } from "../wire/api-request.ts"
import type { FilePart } from "../wire/form.ts"
import { anyJsonReply, isReply, type Reply } from "../wire/reply.ts"
import { authenticate, bearer } from "./authenticate.ts"
import { settleReply } from "./long-answer.ts"
import { isRead } from "./looking.ts"
import { EMPTY_FORM, RequestBody } from "./request-body.ts"
import { unauthorizedCall } from "../api/pipeline/unauthorized-call.ts"

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
    uId = request.actAs ?? authenticate(engine, row, request.headers)
    const memo = row.repeatable ? request.memo : undefined
    const known = uId === null ? undefined : memo?.answers.find(uId, memo.target)
    if (known !== undefined) return { reply: known, uId }
    const { base } = engine.view()
    const { behalf, depth = 0, actIn: wId } = request
    const visitor: Visitor = { engine, depth, behalf, tellBug }
    // performance.md, "spread"
    const caller: Caller | null = uId === null ? null : { engine, depth, behalf, tellBug, uId, wId }
    const body = new RequestBody(request)
    const make = async (): Promise<Reply> => {
      const answer = isDeclared(row)
        ? await runDeclared(row, request, { visitor, caller }, body)
        : await unauthorizedCall(engine, request, (await readParts(row, request, body)).body as never, (inner) =>
            runOperation(engine, inner),
          )
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

const workspaceOf = (engine: Engine, uId: UId | null): string =>
  (uId === null ? undefined : engine.view().get("users", uId)?.currentWId) ?? ""

/** The request in its operation's words: what it brings beside its path. */
interface Parts {
  readonly sent: Readonly<Record<string, unknown>>
  /** The whole JSON body, where the row has one. */
  readonly body: unknown
  readonly file: FilePart | undefined
}

interface Maker {
  readonly visitor: Visitor
  readonly caller: Caller | null
}

/** Runs a declared operation, from its place to the presented answer. */
async function runDeclared(
  row: DeclaredRow,
  request: ApiRequest,
  { visitor, caller }: Maker,
  body: RequestBody,
): Promise<unknown> {
  const { operation, part } = row
  const { params, headers } = request
  const wireInput = row.wireInput()
  const who = operation.isPublic ? visitor : caller
  if (who === null) throw new Error(`${operation.name} has no user to act as`)
  const isPlacedByPath = operation.place.every((property) => isInPath(wireInput, property, params))
  const place = placeOf(operation, wireInput, params, isPlacedByPath ? {} : await body.sent(part))
  const started = place === undefined ? undefined : operation.begin(who, place)
  const { sent, file, body: whole } = await readParts(row, request, body)
  // `file` is there where the row names one; `sent` fits the row's schema.
  const call = { params, wire: sent, file, headers, token: bearer(headers), uId: caller?.uId ?? null } as never
  const wireCall = { ...(call as object), engine: visitor.engine } as never
  const input = assemble(wireInput, params, sent)
  if (row.wholeBody !== undefined) input[row.wholeBody] = whole
  const more = await withParts(() => row.toInput?.(wireCall))
  if (more !== undefined) Object.assign(input, more)
  if (started === undefined) throw new Error(`${operation.name}: an input without its place was taken`)
  const result = await started.run(input)
  return withParts(() => row.present(result as never, { ...(wireCall as object), input } as never))
}

const isInPath = ({ locations }: WireInput, property: string, params: ApiRequest["params"]): boolean =>
  locations.some(
    ({ path, parameters }) => path[0] === property && parameters.some((name) => params[name] !== undefined),
  )

/** Parses query, form and body. Refuses what does not fit the row. */
async function readParts(row: Row, request: ApiRequest, input: RequestBody): Promise<Parts> {
  const query = row.query === undefined ? {} : check(row.query(), request.query(), "query")
  const { fields, files } = row.form === undefined ? EMPTY_FORM : await input.form()
  const form = row.form === undefined ? {} : check(row.form(), fields, "form")
  const file = row.file === undefined ? undefined : files.find(({ name }) => name === row.file)
  if (row.file !== undefined && file === undefined) throw invalidParams(`${row.file} is required`)
  const body = row.body === undefined ? undefined : check(row.body(), await input.json(), "body")
  if (request.isStrict) {
    if (row.form !== undefined) refuseUnknown(row.form(), fields, "form")
    if (row.body !== undefined) refuseUnknown(row.body(), await input.json(), "body")
  }
  // Every operation takes its properties from one of them, but for a GET that takes some from a body, too.
  return { sent: { ...(form as object), ...(body as object | undefined), ...(query as object) }, body, file }
}
