import type * as z from "zod"
import {
  AnswerContext,
  type Caller,
  type Engine,
  meetFault,
  type Operation,
  type RepeatableCall,
  type Visitor,
} from "../engine/index.ts"
import { refuseValues } from "../items/index.ts"
import {
  type CallContext,
  type CauseKind,
  DomainError,
  type Explanation,
  type Finding,
  invalidParams,
  type UId,
} from "../model/index.ts"
import {
  absentProperty,
  dataOf,
  isObject,
  type JsonObject,
  parseInput,
  requireWellFormed,
  unknownInput,
} from "../model/input/index.ts"
import type { View } from "../state/index.ts"
import { operations, publicOperations, type RawActing, type RawPublic } from "./calls.ts"
import type { Acting, Public } from "./inputs.ts"
import { readConditions, readNatural } from "./natural-input.ts"

type Run = (name: string, operation: Operation, given: unknown) => Promise<unknown>

const bind = (declared: object, run: Run): unknown =>
  Object.fromEntries(
    Object.entries(declared as Readonly<Record<string, Operation>>).map(([name, operation]) => [
      name,
      (given: unknown = {}, ...others: readonly unknown[]) => {
        if (others.some(isObject))
          return Promise.reject(invalidParams(`${name} takes one input; put all properties into it`))
        return run(name, operation, given)
      },
    ]),
  )

/** Creates the functions of `world.as(user)`. They take and return natural values. */
const naturally =
  (caller: Visitor | Caller): Run =>
  (name, operation, given) =>
    withContext(repeatable(name, operation, caller, given), caller, () => {
      refuseUnknownInput(name, operation, given)
      const uId = "uId" in caller ? caller.uId : null
      return meetFault(caller.engine, operation.name, { uId, body: given }, () => perform(operation, caller, given))
    })

async function perform(operation: Operation, caller: Visitor | Caller, given: unknown): Promise<unknown> {
  const { input: natural, findings } = readNatural(caller, given)
  const { input, result } = start(operation, caller, natural, findings)
  return operation.answer(await result, new AnswerContext(caller), input)
}

type Sender = Pick<Caller, "uId" | "wId">

/** Returns a call in a form in which an explanation can run it again. */
function repeatable(name: string, operation: Operation, caller: object | Sender, input: unknown): RepeatableCall {
  const { uId, wId } = "uId" in caller ? caller : { uId: null, wId: undefined }
  const run: RepeatableCall["run"] = (who, given) =>
    withContext(repeatable(name, operation, who, given), who, async () => {
      refuseUnknownInput(name, operation, given)
      return perform(operation, who, given)
    })
  return { operation, uId, wId, input, run }
}

/** Returns a call of an operation by its name in `world.as(user)`. */
export function repeatableCall(name: keyof typeof operations, uId: UId, input: JsonObject): RepeatableCall {
  return repeatable(name, operations[name], { uId }, input)
}

/** Runs an operation by its name in `world.as(user)`, without planned faults. */
export async function runCall(engine: Engine, uId: UId, name: string, input: JsonObject): Promise<unknown> {
  const operation = (operations as Readonly<Record<string, Operation>>)[name]
  if (operation === undefined) throw invalidParams(`unknown operation ${name}`)
  const caller: Caller = { engine, uId }
  return repeatable(name, operation, caller, input).run(caller, input)
}

/** Throws INVALID_PARAMS for an input with unknown properties, before all other checks, because a misspelt place would be missing. */
function refuseUnknownInput(name: string, operation: Operation, given: unknown): void {
  const unknown = unknownInput(name, operation.input(), given)
  if (unknown !== undefined) throw new UnknownInput(unknown)
}

/** The refusal of an input with unknown properties. Its text is the whole reason, whatever else the input lacks. */
class UnknownInput extends DomainError {
  constructor(text: string) {
    super("INVALID_PARAMS", "params", text)
  }
}

/** Creates the functions of `world.raw.as(user)`. They return records as stored. */
const rawly =
  (caller: Visitor | Caller): Run =>
  (name, operation, given) =>
    withContext(
      repeatable(name, operation, caller, given),
      caller,
      () => start(operation, caller, readConditions(given)).result,
    )

export const actingAs = (caller: Caller): Acting => bind(operations, naturally(caller)) as Acting

export const actingAsNobody = (visitor: Visitor): Public => bind(publicOperations, naturally(visitor)) as Public

export const actAs = (caller: Caller): RawActing => bind(operations, rawly(caller)) as RawActing

export const publicOf = (visitor: Visitor): RawPublic => bind(publicOperations, rawly(visitor)) as RawPublic

/** Starts a call in the order of an HTTP request: first authorizes it, then validates the input, then executes it (errors.md section 2). */
function start(
  operation: Operation,
  caller: Visitor | Caller,
  given: unknown,
  findings: readonly Finding[] = [],
): Call {
  requireWellFormed(given)
  const parsed = parseInput(operation.input(), given)
  const place = parsed.success ? placeOfParsed(operation, parsed.data) : placeIn(operation, given)
  const started = place && operation.begin(caller, place)
  if (findings.length > 0) throw refuseValues(findings)
  const input = dataOf(parsed, given)
  if (started === undefined) throw new Error(`${operation.name}: the input was accepted without its place`)
  return { input, result: started.run(input) }
}

interface Call {
  readonly input: JsonObject
  readonly result: Promise<unknown>
}

/** Returns the input properties that authorization needs, such as `application`. It must see no others, as over HTTP. */
function placeOfParsed({ place }: Operation, input: JsonObject): object {
  const found: Record<string, unknown> = {}
  for (const property of place) found[property] = input[property]
  return found
}

/**
 * Returns the properties that authorization needs if the input as a whole is invalid. Parses each of them by itself. Returns undefined if
 * one of them is missing.
 */
function placeIn({ input, place }: Operation, given: unknown): object | undefined {
  const { shape } = input()
  const found: Record<string, unknown> = {}
  for (const property of place) {
    const sent: unknown = typeof given === "object" && given !== null ? Reflect.get(given, property) : undefined
    const schema = shape[property] as z.ZodType
    const parsed = parseInput(schema, sent ?? undefined)
    if (parsed.success) found[property] = parsed.data
    else if (!schema.safeParse(undefined).success) return undefined
  }
  return found
}

/** Non-standard function of V8 and some other engines that replaces an error's stack. */
interface Host {
  readonly captureStackTrace?: (error: Error, above: unknown) => void
}

/**
 * Runs an in-process call. If the call is refused, adds operation, datastore and user to the error's message, and the line of the call to
 * its stack.
 */
async function withContext<T>(call: RepeatableCall, caller: Visitor | Caller, run: () => Promise<T>): Promise<T> {
  const { state } = caller.engine
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const context = contextOf(call.operation, caller, call.input, error)
    error.addContext({ ...context, explain: explainLater(call, caller.engine, new WeakRef(state)) })
    ;(Error as Host).captureStackTrace?.(error, withContext)
    throw error
  }
}

/** Returns a function that explains the call. It keeps neither the world nor the state alive. */
function explainLater(
  call: RepeatableCall,
  engine: Engine,
  state: WeakRef<Engine["state"]>,
): () => Promise<Explanation> {
  const world = new WeakRef(engine)
  return async () => {
    const there = world.deref()
    if (there === undefined) throw new TypeError("the refused call can't be explained, because its world is gone")
    return there.explainCall(call, state.deref())
  }
}

function contextOf(operation: Operation, caller: Visitor | Caller, input: unknown, error: DomainError): CallContext {
  const view = caller.engine.view()
  const user = "uId" in caller ? view.get("users", caller.uId) : undefined
  const named = textsOf(input)
  return {
    operation: operation.name,
    place: placeOf(view, named),
    instead: insteadOf(operation, input, error),
    user: user === undefined ? null : user.email === "" ? user.uId : user.email,
    refusing: operation,
    names: {
      "item-id": named.itemId ?? named.item ?? "",
      "datastore-id": named.datastore ?? "",
      "action-id": named.actionId ?? named.action ?? "",
      "field-id": named.field ?? "",
      "auto-id": named.autoId ?? "",
      "current-workspace": ("wId" in caller ? caller.wId : undefined) ?? user?.currentWId ?? "",
    },
  }
}

/** Returns a more precise text than the response's. Null if there is none. */
function insteadOf(operation: Operation, input: unknown, error: DomainError): string | null {
  if (error instanceof UnknownInput) return error.text
  return absentOf(operation, input, error) ?? staleOf(input, error) ?? toldByCauses(error)
}

/** Returns the string properties of an input, such as the IDs that the caller gave. */
const textsOf = (input: unknown): Readonly<Record<string, string | undefined>> =>
  typeof input !== "object" || input === null
    ? {}
    : Object.fromEntries(Object.entries(input).filter(([, member]) => typeof member === "string"))

/** Returns a hint that names the first missing property of `WHERE`. Returns null if none is missing. */
function absentOf(operation: Operation, input: unknown, { reason }: DomainError): string | null {
  if (reason === "conflict" || reason === "values") return null
  const absent = absentProperty(operation.input(), input)
  return absent === undefined || !PLACE_PROPERTIES.includes(absent) ? null : `${absent} is missing`
}

const PLACE_PROPERTIES: readonly string[] = [
  "application",
  "datastore",
  "itemId",
  "actionId",
  "action",
  "field",
  "group",
  "role",
]

/**
 * Returns a hint to send the revision, if a write conflicts because it contains no revision (model.md section 7). Returns null for other
 * errors.
 */
function staleOf(input: unknown, { reason, text, refusal }: DomainError): string | null {
  if (reason !== "conflict") return null
  if (typeof input !== "object" || input === null || ("revNo" in input && (input.revNo ?? undefined) !== undefined))
    return null
  return `${refusal.findings?.[0]?.description ?? text}; give the item's revNo, or isForceUpdate: true`
}

/** Kinds of causes that say all that the response's text says, and more. */
const COMPLETE_CAUSES: readonly CauseKind[] = [
  "no_workspace",
  "application_unknown",
  "application_elsewhere",
  "datastore_unknown",
  "field_unknown",
]

/** Returns the causes if they can replace the response's text, because they name each of its errors. */
function toldByCauses({ why, refusal }: DomainError): string | null {
  const { causes = [], findings = [] } = refusal
  const isTelling = causes.length > 0 && causes.every(({ kind }) => COMPLETE_CAUSES.includes(kind))
  return isTelling && causes.length >= findings.length ? (why ?? null) : null
}

/** Returns the call's place as text, such as `sales/orders`. Unknown parts are as the caller wrote them. Null if the input has no place. */
function placeOf(view: View, { application, datastore, group }: ReturnType<typeof textsOf>): string | null {
  const found = datastore === undefined ? undefined : view.get("datastores", datastore)
  const inside = view.get("applications", application ?? found?.pId ?? "")?.displayId ?? application
  const names = [inside, found?.displayId ?? datastore].filter((name) => name !== undefined)
  if (names.length > 0) return names.join("/")
  return group === undefined ? null : `group ${view.get("groups", group)?.displayId ?? group}`
}
