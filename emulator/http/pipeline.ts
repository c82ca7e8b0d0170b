import type * as z from "zod"
import {
  administersGroup,
  type Caller,
  DomainError,
  findToken,
  invalidParams,
  noPrivileges,
  requireActor,
  requireApplication,
  requireDatastore,
  requireGroup,
  requireKnownWorkspace,
  requireWorkspaceAdmin,
  type UId,
  type World,
} from "../../src/index.ts"
import type { Row } from "../contract/row.ts"
import { type OperationName, table } from "../contract/table.ts"
import { handlers } from "../handlers/index.ts"
import { parseJson } from "./body.ts"
import { asDomainError, presentError } from "./errors.ts"
import type { Call, Entry, Handler } from "./handler.ts"
import type { Form } from "./multipart.ts"
import { isReply, jsonReply, type Reply } from "./reply.ts"

/** A request to an operation, after routing. */
export interface ApiRequest {
  readonly operation: OperationName
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Headers
  /** Reads the body; asked for once, after place and privilege are settled. Refuses what is too large. */
  readonly body: () => Promise<Uint8Array>
  /** Reads a multipart body. */
  readonly form: () => Promise<Form>
  /** How many scripts deep the request is (model.md section 9). */
  readonly depth?: number
  /** Set for a script's own calls, which carry no token. */
  readonly actAs?: UId
}

/** What became of a request. */
export interface ApiOutcome {
  readonly reply: Reply
  readonly uId: UId | null
  /** A bug of ours, when there was one. */
  readonly bug?: unknown
}

/**
 * Runs an operation in the order of refusal that is part of the contract (design section 5, errors.md section 2):
 * token, place, privilege, parameters, then the use case.
 */
export async function runOperation(world: World, request: ApiRequest): Promise<ApiOutcome> {
  const row: Row = table[request.operation]
  let uId: UId | null = null
  try {
    if (row.planned) throw new DomainError("NOT_IMPLEMENTED", "planned", `${row.operation} is not implemented`)
    uId = enter(world, row, request)
    const run = handlers[request.operation as keyof typeof handlers] as unknown as Handler
    if (uId !== null) checkPlace(world, row, run, uId, request.params)
    const call = await readCall(world, row, request, uId)
    const answer = await run.run(call as Call<Row>)
    return { reply: isReply(answer) ? answer : jsonReply(200, answer), uId }
  } catch (error) {
    const refused = asDomainError(error)
    return { reply: presentError(refused, row), uId, ...(refused === error ? {} : { bug: error }) }
  }
}

const bearer = (headers: Headers): string | null =>
  /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null

function enter(world: World, row: Row, request: ApiRequest): UId | null {
  if (request.actAs !== undefined) return request.actAs
  if (row.auth === "public") return null
  const header = request.headers.get("authorization")
  if (row.auth === "optional" && header === null) return null
  return findToken(world.view(), header === null ? undefined : (bearer(request.headers) ?? "")).uId
}

function checkPlace(world: World, row: Row, handler: Handler, uId: UId, params: ApiRequest["params"]): void {
  if (row.place === undefined && row.privilege === undefined && handler.enter === undefined) return
  const view = world.view()
  const actor = requireActor(view, uId)
  const entry: Entry = { view, actor, params }
  if (row.place === "application") requireApplication(view, actor, applicationOf(params) ?? "")
  if (row.place === "datastore") {
    requireDatastore(view, actor, { application: applicationOf(params), datastore: params["datastore-id"] ?? "" })
  }
  if (row.place === "workspace") requireKnownWorkspace(view, actor, params["workspace-id"] ?? "")
  if (row.place === "group") {
    const group = requireGroup(view, actor, params["group-id"] ?? params["parent-group-id"] ?? "")
    if (row.privilege === "groupAdmin" && !administersGroup(actor, group)) {
      throw noPrivileges("only an administrator of the workspace or the group may do this")
    }
  }
  if (row.privilege === "workspaceAdmin") requireWorkspaceAdmin(actor)
  handler.enter?.(entry)
}

const applicationOf = (params: ApiRequest["params"]): string | undefined => params["app-id"] ?? params["project-id"]

async function readCall(world: World, row: Row, request: ApiRequest, uId: UId | null): Promise<Call<Row>> {
  const query = row.query === undefined ? {} : check(row.query(), Object.fromEntries(request.query), "query")
  const { fields, files } = row.form === undefined ? { fields: {}, files: [] } : await request.form()
  const form = row.form === undefined ? undefined : check(row.form(), fields, "form")
  const body = row.body === undefined ? undefined : check(row.body(), await readJson(request), "body")
  const caller: Caller | null = uId === null ? null : { world, uId, depth: request.depth ?? 0 }
  const facts = { headers: request.headers, token: bearer(request.headers) }
  return { world, params: request.params, query, body, form, files, facts, uId, caller } as Call<Row>
}

async function readJson(request: ApiRequest): Promise<unknown> {
  const bytes = await request.body()
  if (bytes.length === 0) return {}
  const type = request.headers.get("content-type")
  if (type === null || !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw invalidParams(`the body must be application/json, not ${type ?? "untyped"}`)
  }
  return parseJson(bytes)
}

function check(schema: z.ZodType, input: unknown, where: string): unknown {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => `${[where, ...issue.path].join(".")}: ${issue.message}`)
  throw invalidParams(problems.join("; "))
}
