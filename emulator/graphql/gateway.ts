import { Disconnect, type FaultedCall, OutcomeUnknown, takeFault } from "../../src/engine/index.ts"
import { DomainError, defined, type UId } from "../../src/model/index.ts"
import { isObject } from "../../src/model/input/index.ts"
import type { Fault } from "../../src/model/records/index.ts"
import { holderOf } from "../../src/people/index.ts"
import type { EngineWorld } from "../../src/world/index.ts"
import {
  asDomainError,
  type Observer,
  readDryRun,
  readWithoutTrace,
  runDry,
  runWithFault,
  settleLong,
} from "../api/index.ts"
import {
  type AnswerPlace,
  anyJsonReply,
  bearer,
  emptyReply,
  jsonReply,
  type Reply,
  type RequestHeaders,
  withRefusal,
} from "../wire/index.ts"
import type { RequestEntry } from "../worlds/index.ts"
import { Documents, type ReadDocument } from "./document.ts"
import { GatewayRequest, type RefusedRoot } from "./gateway-request.ts"
import { graphqlJs } from "./graphql-js.ts"
import { RefusedRequest, refusalError, refusedBy, refusedRequest } from "./refusals.ts"
import { roots } from "./roots/table.ts"
import { gatewaySchema } from "./schema.ts"

export interface GatewayParts {
  readonly world: EngineWorld
  readonly headers: RequestHeaders
  readonly observer: Observer
  readonly entry: RequestEntry
  /** The request's body as it was sent. */
  readonly bytes: Uint8Array
  readonly json: unknown
  readonly place: AnswerPlace
  readonly isStrict: boolean
}

export interface GatewayOutcome {
  readonly reply: Reply
  readonly uId: UId | null
  readonly bug?: unknown
  /** The first root that was refused. */
  readonly refused?: RefusedRoot
  /** Whether the request only read as an observer, so that no log contains it (control.md section 3, "observing"). */
  readonly isUntraced?: boolean
}

/** Loads what a server needs for its first GraphQL request. Returns the function that runs the request in a JSON body. */
export async function loadGateway(): Promise<(parts: GatewayParts) => Promise<GatewayOutcome>> {
  await graphqlJs.load()
  const documents = new Documents()
  return (parts) => answerGraphql(documents, parts)
}

async function answerGraphql(documents: Documents, parts: GatewayParts): Promise<GatewayOutcome> {
  const { world, entry } = parts
  let read: ReadDocument
  let variables: Readonly<Record<string, unknown>>
  try {
    const request = readRequest(parts.json, parts.isStrict)
    variables = request.variables
    read = documents.read(request.query, request.operationName, (hasSecrets) => {
      if (!hasSecrets) entry.receivedBody(parts.bytes)
    })
  } catch (error) {
    if (error instanceof RefusedRequest) return { reply: refusedReply(error), uId: null }
    throw error
  }
  const [first] = read.roots
  if (first !== undefined) entry.runs(first)
  const dryRun = readDryRun(parts.headers, read.roots.flatMap(targetOf), entry)
  if (dryRun instanceof DomainError) return { reply: refusedReply(refusedRequest(dryRun.text)), uId: null }
  if (dryRun) return runDry(world, entry, (twin) => runFaulted({ ...parts, world: twin }, read, variables))
  if (parts.observer.isObserving && isReadOnly(read))
    return { ...(await observe(parts, read, variables)), isUntraced: true }
  return runFaulted(parts, read, variables)
}

const targetOf = (name: string) => {
  const operation = roots[name]?.operation
  return operation === undefined ? [] : [{ name, isPublic: operation.isPublic, operation }]
}

/** Runs a document with the planned fault that matches it, if there is one. */
async function runFaulted(
  parts: GatewayParts,
  read: ReadDocument,
  variables: Requested["variables"],
): Promise<GatewayOutcome> {
  const { world, entry, place } = parts
  const run = () => runDocument(parts, read, variables)
  if ((world.state.tables.get("faults")?.size ?? 0) === 0) return run()
  const fault = await takeFault(world, faultedCall(parts, read), entry)
  return fault === undefined ? run() : runWithFault(fault, world, commitsAs(fault, read), run, place, plannedReply)
}

/** Runs a document without leaving a trace in the world. */
async function observe(
  parts: GatewayParts,
  read: ReadDocument,
  variables: Requested["variables"],
): Promise<GatewayOutcome> {
  const { headers, world } = parts
  const look = (seen: EngineWorld) => runDocument({ ...parts, world: seen }, read, variables)
  try {
    return await readWithoutTrace(read.roots.flatMap(faultNames), headers, world, look)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { reply: refusedReply(refusedRequest(error.text)), uId: null }
  }
}

/** Returns a request as planned faults match it. */
const faultedCall = (
  { world, headers, observer, json, isStrict }: GatewayParts,
  { roots }: ReadDocument,
): FaultedCall => ({
  operations: roots.flatMap(faultNames),
  uId: observer.uId ?? holderOf(world.view(), bearer(headers, isStrict)),
  path: "/graphql",
  query: {},
  body: json,
})

/** Returns whether all roots of a document only read. Names of introspection begin with two underscores. */
const isReadOnly = ({ roots: names }: ReadDocument): boolean =>
  names.every((name) => name.startsWith("__") || roots[name]?.operation.isRead === true)

interface Requested {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly operationName: string | undefined
}

const MEMBERS = ["query", "variables", "operationName", "extensions"]

function readRequest(body: unknown, isStrict: boolean): Requested {
  if (Array.isArray(body)) throw refusedRequest("expected one request, received a list; batches are not supported")
  if (!isObject(body)) throw refusedRequest("expected a JSON object with the property query")
  const { query, variables, operationName } = body
  if (typeof query !== "string") throw refusedRequest("query: expected the text of a GraphQL document")
  const hasVariables = variables !== undefined && variables !== null
  if (hasVariables && !isObject(variables)) throw refusedRequest("variables: expected an object")
  const hasName = operationName !== undefined && operationName !== null && operationName !== ""
  if (hasName && typeof operationName !== "string") throw refusedRequest("operationName: expected a string")
  const unknown = isStrict ? Object.keys(body).find((name) => !MEMBERS.includes(name)) : undefined
  if (unknown !== undefined) throw refusedRequest(`unknown property ${JSON.stringify(unknown.slice(0, 100))}`)
  return {
    query,
    variables: hasVariables ? (variables as Requested["variables"]) : {},
    operationName: hasName ? operationName : undefined,
  }
}

async function runDocument(
  parts: GatewayParts,
  read: ReadDocument,
  variables: Requested["variables"],
): Promise<GatewayOutcome> {
  const { document, operation, roots: names } = read
  let request = new GatewayRequest(parts)
  const make = async (): Promise<Reply> => {
    request = new GatewayRequest(parts)
    const result = await graphqlJs.code.execute({
      schema: gatewaySchema(),
      document,
      operationName: operation.name?.value,
      variableValues: variables,
      contextValue: request,
    })
    if (request.fatal !== undefined) throw request.fatal
    const { errors, data } = result
    if (data === undefined) return refusedReply(refusedBy(errors ?? [], "BAD_USER_INPUT"))
    // A root's own errors have a code. Any other error is a result that does not fit the schema.
    request.bug ??= errors?.find(({ extensions }) => extensions.code === undefined)
    if (request.bug !== undefined) return bugReply()
    return errors === undefined ? anyJsonReply(200, { data }) : anyJsonReply(200, { errors, data })
  }
  let reply: Reply
  try {
    reply = await make()
    if (reply.heldBytes > 0) reply = await settleLong(reply, make, isReadOnly(read), parts.place)
  } catch (error) {
    if (error instanceof OutcomeUnknown || error instanceof Disconnect) throw error
    const refused = asDomainError(error)
    if (refused !== error) request.bug ??= error
    const { message, extensions } = refusalError(refused, null, {})
    reply =
      refused === error
        ? jsonReply(200, { errors: [{ message, path: names.slice(0, 1), extensions }], data: null })
        : bugReply()
  }
  const { uId, bug, causes, ignoredKeys, outcomes, refused } = request
  parts.entry.roots = outcomes
  reply = ignoredKeys?.mark(reply, parts.entry) ?? reply
  if (refused !== undefined) reply = withRefusal(reply, refused.refusal, refused.code, causes)
  return { reply, uId, ...defined({ bug, refused }) }
}

export const refusedReply = ({ status, errors }: RefusedRequest): Reply => jsonReply(status, { errors })

const bugReply = (): Reply => refusedReply(refusedRequest("internal error", "SYSTEM_ERROR", 500))

/** Returns the names of faults that match a root: its own name and the name of its operation. */
const faultNames = (root: string): string[] => {
  const operation = roots[root]?.operation.name
  return operation === undefined ? [root] : [root, operation]
}

/** Returns the operation whose write a fault affects. */
function commitsAs({ operation }: Fault, { roots: names }: ReadDocument): string {
  const root = names.find((name) => operation === "*" || faultNames(name).includes(operation)) ?? ""
  return roots[root]?.operation.name ?? root
}

const BODILESS_STATUSES = [204, 205, 304]

/** Returns the response of a planned fault that has a status or a body (graphql.md section 1.4). */
function plannedReply({ status, body }: Fault): Reply {
  const given = status ?? 200
  if (BODILESS_STATUSES.includes(given)) return emptyReply(given, {})
  if (body !== undefined) return jsonReply(given, body)
  return refusedReply(refusedRequest("SYSTEM_ERROR", "SYSTEM_ERROR", given))
}
