import type { GraphQLResolveInfo } from "graphql"
import { type Actor, causesOfPlace, findDatastore, requireWorkspaceAt } from "../../src/access/index.ts"
import {
  actorOfCaller,
  type Caller,
  Disconnect,
  type Operation,
  OutcomeUnknown,
  type Visitor,
} from "../../src/engine/index.ts"
import {
  answerRefusal,
  type Code,
  type DomainError,
  placeNotFound,
  type RefusalCause,
  type UId,
  type WId,
} from "../../src/model/index.ts"
import { check } from "../../src/model/input/index.ts"
import { userOfToken } from "../../src/people/index.ts"
import type { EngineWorld } from "../../src/world/index.ts"
import {
  asDomainError,
  assemble,
  type DeclaredRow,
  IgnoredKeyList,
  ignoresUnknownFields,
  type Observer,
  placeOf,
} from "../api/index.ts"
import {
  bearer,
  MAX_ANSWER_BYTES,
  nextTurn,
  type RefusedStep,
  type RequestHeaders,
  tooLongAnswer,
} from "../wire/index.ts"
import type { RequestEntry } from "../worlds/index.ts"
import { type Sent, sentBy } from "./arguments.ts"
import { graphqlJs } from "./graphql-js.ts"
import { leastBytes } from "./least-bytes.ts"
import { refusalError } from "./refusals.ts"
import type { Arguments, Root, RootCall } from "./root.ts"

/** A root that was refused, with the input of its operation. */
export interface RefusedRoot {
  readonly refusal: DomainError
  readonly code: Code
  readonly operation: Operation
  readonly uId: UId | null
  readonly input: Readonly<Record<string, unknown>>
}

export interface RequestParts {
  readonly world: EngineWorld
  readonly headers: RequestHeaders
  readonly observer: Pick<Observer, "uId">
  readonly entry: RequestEntry
  readonly isStrict: boolean
}

/** A GraphQL request during its execution. The roots run one after another, also those of a query. */
export class GatewayRequest {
  readonly #world: EngineWorld
  readonly #headers: RequestHeaders
  readonly #entry: RequestEntry
  readonly #isStrict: boolean
  /** User of the request's observe token. */
  readonly #actAs: UId | undefined
  /** Settles when the latest root has ended. Rejects if that root was refused and its type is not nullable. */
  #latest: Promise<unknown> = Promise.resolve()
  /** User of the first root that needs a token. */
  uId: UId | null = null
  bug: unknown
  /** The roots that ran, each with its refusal. */
  readonly outcomes: { readonly root: string; readonly refused: RefusedStep | null }[] = []
  /** The first root that was refused. */
  refused: RefusedRoot | undefined
  /** Causes of the refused roots. */
  readonly causes: RefusalCause[] = []
  /** Keys that the roots ignore; undefined if they refuse unknown keys. */
  readonly ignoredKeys: IgnoredKeyList | undefined
  /** Error that ends the request: no response can be sent, or the response would be too long. */
  fatal: Disconnect | OutcomeUnknown | DomainError | undefined
  /** The latest root's result, until its bytes are counted. */
  #uncounted: { readonly value: unknown; readonly info: GraphQLResolveInfo } | undefined
  /** Number of bytes that the counted results need in JSON at least. */
  #bytes = 0
  #hasRun = false

  constructor({ world, headers, observer, entry, isStrict }: RequestParts) {
    this.#world = world
    this.#headers = headers
    this.#entry = entry
    this.#isStrict = isStrict
    this.#actAs = observer.uId
    this.ignoredKeys = ignoresUnknownFields(headers, isStrict) ? new IgnoredKeyList() : undefined
  }

  /** Runs a root after the roots before it. If a root that is not nullable was refused, refuses with the same error. */
  run(root: Root, args: Arguments, info: GraphQLResolveInfo): Promise<unknown> {
    const run = this.#latest.then(() => this.#inTurn(root, args, info))
    this.#latest = graphqlJs.code.isNonNullType(info.returnType) ? run : run.catch(() => {})
    return run
  }

  /**
   * Runs a root. After the first root, other requests get a turn before each root. Runs no further root if the response is already longer
   * than the limit, because all results stay in memory until the response is sent.
   */
  async #inTurn(root: Root, args: Arguments, info: GraphQLResolveInfo): Promise<unknown> {
    if (this.#hasRun) {
      this.#countBytes()
      await nextTurn()
    }
    this.#hasRun = true
    if (this.fatal !== undefined) throw this.fatal
    const value = await this.#perform(root, args, info)
    this.#uncounted = { value, info }
    return value
  }

  #countBytes(): void {
    if (this.#uncounted === undefined) return
    const { value, info } = this.#uncounted
    this.#uncounted = undefined
    this.#bytes += leastBytes(value, info, MAX_ANSWER_BYTES - this.#bytes)
    if (this.#bytes > MAX_ANSWER_BYTES) this.fatal ??= tooLongAnswer()
  }

  async #perform(root: Root, args: Arguments, info: GraphQLResolveInfo): Promise<unknown> {
    let sent: Sent = { params: {}, properties: {} }
    let uId: UId | null = null
    try {
      const { operation } = root
      if (!operation.isPublic) uId = this.#authenticate()
      const wId = uId === null ? undefined : this.#workspaceOf(uId, root, args)
      const caller = this.#callerOf(uId, wId, String(info.path.key))
      const token = bearer(this.#headers, this.#isStrict)
      const call = new Call(this.#world, this.#headers, args, info, caller, token)
      sent = sentBy(args, await root.toWire?.(args as never, call as RootCall))
      const value = await call.run(root, sent)
      this.outcomes.push({ root: info.fieldName, refused: null })
      return value
    } catch (error) {
      if (error instanceof OutcomeUnknown || error instanceof Disconnect) {
        this.fatal ??= error
        throw error
      }
      const refused = asDomainError(error)
      if (refused !== error) this.bug ??= error
      const { code } = answerRefusal(refused, root.refusing)
      this.outcomes.push({ root: info.fieldName, refused: { step: refused.reason, code } })
      const current = uId === null ? undefined : this.#world.view().get("users", uId)?.currentWId
      this.causes.push(...(refused.refusal.causes ?? []))
      const { operation } = root
      this.refused ??= {
        refusal: refused,
        code,
        operation,
        uId,
        input: assemble(root.wireInput(), sent.params, sent.properties),
      }
      throw refusalError(refused, root.refusing, { ...sent.params, "current-workspace": current ?? "" })
    }
  }

  #authenticate(): UId {
    const isSent = this.#headers.get("authorization") !== null
    const token = isSent ? (bearer(this.#headers, this.#isStrict) ?? "") : undefined
    const uId = this.#actAs ?? userOfToken(this.#world, token)
    this.uId ??= uId
    return uId
  }

  /** Returns the workspace that the arguments name; undefined for the caller's current workspace. */
  #workspaceOf(uId: UId, { workspace }: Root, args: Arguments): WId | undefined {
    const reference = workspace?.(args as never) ?? undefined
    if (reference === undefined) return undefined
    const view = this.#world.view()
    return requireWorkspaceAt(view, actorOfCaller(view, { uId }), { workspace: reference }).wId
  }

  #callerOf(uId: UId | null, wId: WId | undefined, name: string): Visitor | Caller {
    const reportBug = (error: unknown): void => {
      this.bug ??= error
    }
    const ignoredKeys = this.ignoredKeys?.within(name)
    const visitor: Visitor = { engine: this.#world, cause: this.#entry, reportBug, ignoredKeys }
    return uId === null ? visitor : { ...visitor, uId, wId }
  }
}

class Call implements RootCall {
  readonly engine: EngineWorld
  readonly headers: RequestHeaders
  readonly args: Arguments
  readonly #info: GraphQLResolveInfo
  readonly #caller: Visitor | Caller
  readonly token: string | null
  input: unknown
  #present: (() => unknown) | undefined

  constructor(
    engine: EngineWorld,
    headers: RequestHeaders,
    args: Arguments,
    info: GraphQLResolveInfo,
    caller: Visitor | Caller,
    token: string | null,
  ) {
    this.engine = engine
    this.headers = headers
    this.args = args
    this.#info = info
    this.#caller = caller
    this.token = token
  }

  get view() {
    return this.engine.view()
  }

  get lang() {
    return this.view.settings.lang
  }

  get actor(): Actor {
    if (!("uId" in this.#caller)) throw new Error("a root without a token has no user")
    return actorOfCaller(this.view, this.#caller)
  }

  get uId(): UId {
    return this.actor.uId
  }

  selects(field: string): boolean {
    const { fieldNodes, fragments } = this.#info
    return fieldNodes.some(({ selectionSet }) => selectsIn(selectionSet, field, fragments))
  }

  present(): unknown {
    if (this.#present === undefined) throw new Error("the root has no presenter")
    return this.#present()
  }

  rest: RootCall["rest"] = async (given, input) => {
    const { operation, present } = given as unknown as DeclaredRow
    const place = Object.fromEntries(operation.place.map((name) => [name, Reflect.get(input, name)]))
    const result = await operation.begin(this.#caller, place).run(input)
    return present(result as never, this.#wireCall({}, {}, input) as never) as never
  }

  /** Runs the root in the order of errors.md section 2: place, privilege, parameters, execution. */
  async run({ operation, row, wireInput, answer }: Root, { params, properties }: Sent): Promise<unknown> {
    const input = wireInput()
    const isPlacedInApplication = input.place.some(
      ({ property, isRequired }) => property === "application" && isRequired,
    )
    if (isPlacedInApplication) params["app-id"] ??= this.#applicationOf(params["datastore-id"])
    const place = placeOf(input, params, properties)
    const started = place && operation.begin(this.#caller, place)
    const wire =
      input.schema === undefined ? {} : (check(input.schema, properties) as Readonly<Record<string, unknown>>)
    const assembled = assemble(input, params, wire)
    const call = this.#wireCall(params, wire, assembled) as never
    if (row?.toInput !== undefined) Object.assign(assembled, await row.toInput(call))
    if (started === undefined)
      throw new Error(`${operation.name}: the arguments contain no ID of the application, datastore or item`)
    const result = (await started.run(assembled)) as never
    this.input = assembled
    if (row !== undefined) this.#present = () => row.present(result, call)
    return answer(result, this as never)
  }

  /** Creates the argument for the functions of a row. They only read values that the row's schemas have already checked. */
  #wireCall(params: Sent["params"], wire: Arguments, input: object) {
    const { headers, engine, token } = this
    const uId = "uId" in this.#caller ? this.#caller.uId : null
    return { params, wire, headers, token: () => token, uId, engine, input }
  }

  /** Returns the application of a datastore, for a root that is called without an application. */
  #applicationOf(datastore = ""): string {
    const found = findDatastore(this.view, this.actor, datastore)
    if (found === undefined) {
      const causes = causesOfPlace(this.view, this.actor, { datastore })
      throw placeNotFound(`datastore not found: ${datastore}`, { causes })
    }
    return found.pId
  }
}

type SelectionSet = GraphQLResolveInfo["fieldNodes"][number]["selectionSet"]

function selectsIn(set: SelectionSet, name: string, fragments: GraphQLResolveInfo["fragments"]): boolean {
  return (
    set?.selections.some((selection) => {
      if (selection.kind === "Field") return selection.name.value === name
      const inner = selection.kind === "InlineFragment" ? selection : fragments[selection.name.value]
      return selectsIn(inner?.selectionSet, name, fragments)
    }) ?? false
  )
}
