import type * as z from "zod"
import {
  type Caller,
  DomainError,
  type ErrorCode,
  type Finding,
  invalidParams,
  type UId,
  type WId,
  type World,
} from "../../src/index.ts"
import type { Row } from "../contract/row.ts"
import { type OperationName, table } from "../contract/table.ts"
import { handlers } from "../handlers/index.ts"
import type { AnswerMemo } from "./answer-memo.ts"
import { parseJson, RefusedBody, requireJsonType } from "./body.ts"
import { authenticate, bearer, checkEntry, checkForbidden } from "./enter.ts"
import { asDomainError, presentError } from "./errors.ts"
import type { Call, Handler } from "./handler.ts"
import type { Form } from "./multipart.ts"
import { isReply, jsonReply, type Reply } from "./reply.ts"
import type { WireHeaders } from "./wire-request.ts"

/** A request to an operation, after routing. */
export interface ApiRequest {
  readonly operation: OperationName
  readonly params: Readonly<Record<string, string>>
  /** The query as it was sent, with or without its question mark; "" for none. */
  readonly search: string
  readonly headers: WireHeaders
  /** Reads the body; asked for once, after place and privilege are settled. Refuses what is too large. */
  readonly body: () => Promise<Uint8Array>
  /** Reads a multipart body; asked for once. */
  readonly form: () => Promise<Form>
  /** How many scripts deep the request is (model.md section 9). */
  readonly depth?: number
  /** Set for a script's own calls, which carry no token. */
  readonly actAs?: UId
  /** The workspace such a call is made in, when it is not the user's current one. */
  readonly actIn?: WId | undefined
  /** Answers given before that may be given again, and under what this one is to be found there. */
  readonly memo?: { readonly answers: AnswerMemo; readonly target: string }
  /** Whose commits those of the request are, for those who listen to changes; calls from inside pass it on. */
  readonly behalf?: unknown
}

/** What became of a request. */
export interface ApiOutcome {
  readonly reply: Reply
  readonly uId: UId | null
  /** A bug of ours, when there was one. */
  readonly bug?: unknown
}

const EMPTY_FORM: Form = { fields: {}, files: [] }

/**
 * Runs an operation in the order of refusal that is part of the contract (design section 5, errors.md section 2):
 * token, place, privilege, parameters, then the use case. An operation that is not built answers 501 to everybody.
 */
export async function runOperation(world: World, request: ApiRequest): Promise<ApiOutcome> {
  const row: Row = table[request.operation]
  let uId: UId | null = null
  try {
    if (row.planned) throw new DomainError("NOT_IMPLEMENTED", "planned", `${row.operation} is not implemented`)
    uId = request.actAs ?? authenticate(world, row, request.headers)
    const memo = uId !== null && row.repeatable ? request.memo : undefined
    const known = memo?.answers.find(uId as UId, memo.target)
    if (known !== undefined) return { reply: known, uId }
    const { state } = world
    const handler = handlers[request.operation as keyof typeof handlers] as unknown as Handler
    const input = readOnce(row, request)
    const caller = uId === null ? null : { world, uId, wId: request.actIn }
    if (caller !== null) await checkEntry(caller, row, handler, request.params, input.forEntry)
    const call = await makeCall(world, row, request, uId, input).catch(async (error: unknown) => {
      if (caller !== null) await checkForbidden(caller, handler, request.params, input.json)
      throw error
    })
    const answer = await world.onBehalfOf(request.behalf, () => handler.run(call))
    const reply = isReply(answer) ? answer : jsonReply(200, answer)
    memo?.answers.keep(state, uId as UId, memo.target, reply)
    return { reply, uId }
  } catch (error) {
    if (error instanceof RefusedBody) return { reply: presentError(error, null), uId }
    const refused = asDomainError(error)
    const names = { ...request.params, "current-workspace": workspaceOf(world, uId) }
    return { reply: presentError(refused, row, names), uId, ...(refused === error ? {} : { bug: error }) }
  }
}

const workspaceOf = (world: World, uId: UId | null): string =>
  (uId === null ? undefined : world.view().get("users", uId)?.currentWId) ?? ""

/** The body of a request, read when first needed and not twice. */
interface Input {
  readonly json: () => Promise<unknown>
  readonly form: () => Promise<Form>
  /** The body for operations that name their place in it; a malformed one counts as empty until parameters are checked. */
  readonly forEntry: () => Promise<Readonly<Record<string, unknown>>>
}

function readOnce(row: Row, request: ApiRequest): Input {
  const type = request.headers.get("content-type")
  let json: Promise<unknown> | undefined
  let form: Promise<Form> | undefined
  const readJson = async () => {
    const bytes = await request.body()
    if (bytes.length === 0) return {}
    requireJsonType(type)
    return parseJson(bytes)
  }
  const input = {
    json: () => {
      json ??= readJson()
      return json
    },
    form: () => {
      form ??= request.form()
      return form
    },
  }
  const forEntry = async () => {
    const given =
      row.form === undefined
        ? await input.json().catch(() => null)
        : (await input.form().catch(() => EMPTY_FORM)).fields
    return given !== null && typeof given === "object" ? (given as Record<string, unknown>) : {}
  }
  return { ...input, forEntry }
}

async function makeCall(
  world: World,
  row: Row,
  request: ApiRequest,
  uId: UId | null,
  input: Input,
): Promise<Call<Row>> {
  const query = row.query === undefined ? {} : check(row.query(), firstOfEach(request.search), "query")
  const { fields, files } = row.form === undefined ? EMPTY_FORM : await input.form()
  const form = row.form === undefined ? undefined : check(row.form(), fields, "form")
  if (row.file !== undefined && !files.some((file) => file.name === row.file)) {
    throw invalidParams(`${row.file} is required`)
  }
  const body = row.body === undefined ? undefined : check(row.body(), await input.json(), "body")
  const { behalf, depth = 0, actIn: wId } = request
  const caller: Caller | null = uId === null ? null : { world, uId, depth, wId, behalf }
  const rerun = (inner: ApiRequest) => runOperation(world, { ...inner, behalf })
  const facts = { headers: request.headers, token: bearer(request.headers), depth, rerun }
  return { world, params: request.params, query, body, form, files, facts, uId, caller } as Call<Row>
}

/** Of a parameter given several times the first counts. */
function firstOfEach(search: string): Record<string, string> {
  const values: Record<string, string> = Object.create(null)
  if (search === "") return values
  for (const [name, value] of new URLSearchParams(search)) values[name] ??= value
  return values
}

const INVALID: ErrorCode = "INVALID_PARAMS"

function check(schema: z.ZodType, input: unknown, where: string): unknown {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => `${[where, ...issue.path].join(".")}: ${issue.message}`)
  const findings = problems.map((description): Finding => ({ description, errorCode: INVALID, errorLevel: "ERROR" }))
  throw invalidParams(problems.join("; "), { findings })
}
