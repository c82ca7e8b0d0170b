import { type Caller, Disconnect, type Engine, OutcomeUnknown, type Visitor } from "../../../src/engine/index.ts"
import { invalidParams, type UId } from "../../../src/model/index.ts"
import { check, refuseUnknown } from "../../../src/model/input/index.ts"
import { userOfToken } from "../../../src/people/index.ts"
import { anyJsonReply, bearer, type FilePart, type Form, Reply } from "../../wire/index.ts"
import { RequestEntry } from "../../worlds/index.ts"
import type { DeclaredRow } from "../contract/declared-row.ts"
import { asksForCsv } from "../contract/item-shapes/search.ts"
import type { Row } from "../contract/row.ts"
import { type OperationName, table } from "../contract/table.ts"
import {
  assemble,
  isPlacedByPath,
  placeOf,
  type RequestPart,
  type WireInput,
} from "../contract/wire-input/wire-input.ts"
import { papa } from "../csv/papa.ts"
import { jsonOf } from "../http/body.ts"
import { asDomainError, presentError, RefusedBody } from "../http/errors.ts"
import type { ApiOutcome, ApiRequest } from "./api-request.ts"
import { IgnoredKeyList } from "./ignored-keys.ts"
import { settleLong } from "./long-answer.ts"
import { unauthorizedCall } from "./unauthorized-call.ts"

/**
 * Runs an operation. The steps have a fixed order: token, place (the addressed objects), privilege, parameters,
 * execution (architecture.md, "Running an operation", errors.md section 2).
 */
export async function runOperation(engine: Engine, request: ApiRequest): Promise<ApiOutcome> {
  const { operation } = request
  const row: Row = table[operation]
  let uId: UId | null = null
  const ignoredKeys = request.ignoresUnknownFields === true ? new IgnoredKeyList() : undefined
  const sent = (reply: Reply): Reply => ignoredKeys?.mark(reply, request.cause) ?? reply
  let bug: unknown
  const reportBug = (error: unknown): void => {
    bug ??= error
  }
  try {
    uId = request.actAs ?? authenticate(engine, row, request)
    const { cause, scripts, actIn: wId } = request
    const visitor: Visitor = { engine, scripts, cause, reportBug, ignoredKeys }
    // Copies the properties one by one, because spreading is slow (CONTRIBUTING.md, "spread").
    const caller: Caller | null = uId === null ? null : { engine, scripts, cause, reportBug, ignoredKeys, uId, wId }
    // The body is kept, because a long reply may be generated twice and a body can be read only once.
    let reading: Promise<unknown> | undefined
    const read: Read = (part) => {
      reading ??= readPart(part, request)
      return reading
    }
    const make = async (): Promise<Reply> => {
      const answer =
        "operation" in row
          ? await runDeclared(row as DeclaredRow, request, read, visitor, caller)
          : await callUnauthorized(engine, row, request, read)
      return answer instanceof Reply ? answer : anyJsonReply(200, answer)
    }
    let reply = sent(await make())
    if (reply.heldBytes > 0) reply = await settleLong(reply, make, isRead(operation), request.place)
    return bug === undefined ? { reply, uId } : { reply, uId, bug }
  } catch (error) {
    if (error instanceof RefusedBody) return { reply: presentError(error, null), uId }
    // No response can be sent if the outcome is unknown or the client has disconnected.
    if (error instanceof OutcomeUnknown || error instanceof Disconnect) throw error
    const refused = asDomainError(error)
    const names = { ...request.params, "current-workspace": request.actIn ?? workspaceOf(engine, uId) }
    return { reply: sent(presentError(refused, row, names)), uId, ...(refused === error ? {} : { bug: error }) }
  }
}

const workspaceOf = (engine: Engine, uId: UId | null): string =>
  (uId === null ? undefined : engine.view().get("users", uId)?.currentWId) ?? ""

export const isRead = (name: OperationName): boolean => (table[name] as Partial<DeclaredRow>).operation?.isRead === true

/** Returns the user of the request, or null if the operation needs no user. Throws if the token is invalid. */
function authenticate(engine: Engine, { auth }: Row, { headers, isStrict = false }: ApiRequest): UId | null {
  if (auth === "public") return null
  const header = headers.get("authorization")
  if (auth === "optional" && header === null) return null
  return userOfToken(engine, header === null ? undefined : (bearer(headers, isStrict) ?? ""))
}

/** Runs a declared operation. Checks the addressed objects and the privilege before it parses the other input. */
async function runDeclared(
  row: DeclaredRow,
  request: ApiRequest,
  read: Read,
  visitor: Visitor,
  caller: Caller | null,
): Promise<unknown> {
  const { operation } = row
  const { params, headers, isStrict = false } = request
  const who = operation.isPublic ? visitor : caller
  if (who === null) throw new Error(`${operation.name} was called without a user`)
  const wireInput = row.wireInput()
  const isPlaced = isPlacedByPath(wireInput, params)
  const place = placeOf(wireInput, params, isPlaced ? {} : await propertiesOf(row.part, request, read))
  const started = place && operation.begin(who, place)
  const { wire, file, body } = await readParts(wireInput.schemas, row, request, read)
  const input = assemble(wireInput, params, wire)
  if (row.wholeBody !== undefined) input[row.wholeBody] = body
  const uId = caller?.uId ?? null
  // The cast is safe: the row's schemas have checked all values that the row's functions read.
  const call = {
    params,
    wire,
    file,
    headers,
    rawBody: () => request.body(),
    requestId: request.cause instanceof RequestEntry ? String(request.cause.arrival) : "",
    token: () => bearer(headers, isStrict),
    uId,
    engine: who.engine,
    input,
  } as never
  if (row.toInput !== undefined) Object.assign(input, await row.toInput(call))
  if (asksForCsv(row.answer, wire)) await papa.load()
  if (started === undefined) throw new Error(`${operation.name}: the target in the path was not read`)
  const result = (await started.run(input)) as never
  if (row.planOf !== undefined && request.cause instanceof RequestEntry) request.cause.plan = row.planOf(result)
  return row.present(result, call)
}

async function callUnauthorized(engine: Engine, row: Row, request: ApiRequest, read: Read): Promise<Reply> {
  const { body } = await readParts([["body", row.body?.() as never]], row, request, read)
  return await unauthorizedCall(engine, request, body as never, (inner) => runOperation(engine, inner))
}

/** Reads the body as JSON or as a form, without checking it against a schema. */
type Read = (part: "body" | "form") => Promise<unknown>

const readPart = async (part: "body" | "form", request: ApiRequest): Promise<unknown> =>
  part === "form" ? request.form() : jsonOf(await request.body(), request.headers.get("content-type"))

/** Returns the unchecked properties of a request part; `{}` if the part can't be read. */
async function propertiesOf(part: RequestPart, request: ApiRequest, read: Read): Promise<Parts["wire"]> {
  if (part === "query") return request.query()
  const value = await read(part).catch(() => undefined)
  const sent = part === "form" ? (value as Form | undefined)?.fields : value
  return typeof sent === "object" && sent !== null ? (sent as Parts["wire"]) : {}
}

/** The parsed parts of a request, excluding path parameters. */
interface Parts {
  /** Properties from all parts, merged. */
  readonly wire: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly file: FilePart | undefined
}

async function readParts(schemas: WireInput["schemas"], row: Row, request: ApiRequest, read: Read): Promise<Parts> {
  let wire: Parts["wire"] = {}
  let body: unknown
  let file: FilePart | undefined
  for (const [part, schema] of schemas) {
    const value = part === "query" ? request.query() : await read(part)
    const sent = part === "form" ? (value as Form).fields : value
    const parsed = check(schema, sent, part)
    if (part === "form") {
      file = (value as Form).files.find(({ name }) => name === "file")
      if (row.file !== undefined && file === undefined) throw invalidParams("file is required")
    }
    if (part !== "query" && request.isStrict) refuseUnknown(schema, sent, part)
    if (part === "body") body = parsed
    // Only a GET that also reads a body has two parts. Query properties take precedence.
    wire = schemas.length === 1 ? (parsed as Parts["wire"]) : Object.assign({}, parsed, wire)
  }
  return { wire, body, file }
}
