import type { Public } from "../../src/operations/index.ts"
import type { ActingOf, AnyTypes, WorldTypes } from "../../src/world/index.ts"
import {
  type ControlFacts,
  type ControlRoute,
  controlWire,
  type Route,
  type RouteAnswer,
  type RouteBodyInput,
  type RouteParams,
  type RouteQueryInput,
} from "../control/index.ts"
import { isObject, readAny, send } from "./connection.ts"
import { bodyOfCall, callErrorOf, callsBy, readBytesResult } from "./control-call.ts"
import { type ControlEvent, events } from "./control-events.ts"
import { type ControlOptions, type ControlPlace, controlPlaceOf } from "./control-options.ts"

export type { Connection } from "./connection.ts"
export { CallError } from "./control-call.ts"
export type { ControlEvent } from "./control-events.ts"
export type { ControlOptions } from "./control-options.ts"

/** Thrown when the control plane responds with a status of 400 or higher. */
export class ControlError extends Error {
  /** Set explicitly, because minification changes the names of classes. */
  static override readonly name: string = "ControlError"
  /** Name of the operation that failed. */
  readonly operation: ControlName
  /** The HTTP status. */
  readonly status: number
  /** `error_code` of the response, e.g. `NOT_FOUND`; null if the response has no code. */
  readonly code: string | null
  /** Mistakes in the fixture that was sent; empty for other errors. */
  readonly errors: readonly {
    /** Path in the fixture. */
    readonly path: string
    /** Description of the mistake and how to fix it. */
    readonly message: string
  }[]
  /** The response's body, parsed if it is JSON. */
  readonly body: unknown

  constructor(operation: ControlName, status: number, body: unknown) {
    const { error, error_code, errors } = isObject(body) ? body : {}
    const code = typeof error_code === "string" ? error_code : null
    super(`${operation}: ${status}${code === null ? "" : ` ${code}`}${typeof error === "string" ? `: ${error}` : ""}`)
    this.name = "ControlError"
    this.operation = operation
    this.status = status
    this.code = code
    this.errors = Array.isArray(errors) ? errors : []
    this.body = body
  }
}

/** Name of a control plane operation. */
export type ControlName = ControlRoute["words"]["name"]

type PathName<N> = N extends keyof typeof PATH_NAMES
  ? (typeof PATH_NAMES)[N]
  : N extends `${infer A}-${infer B}`
    ? `${A}_${B}`
    : N

interface Named {
  readonly auto_id: {
    /** ID of the auto action. */
    readonly auto_id: string
  }
  readonly datastore: {
    /** Internal or display ID of the datastore. */
    readonly datastore: string
  }
  readonly id: {
    /** ID of the element, as in the response that lists it. */
    readonly id: string
  }
  readonly item: {
    /** ID of the item. */
    readonly item: string
  }
  readonly snapshot: {
    /** Name of the snapshot. */
    readonly snapshot: string
  }
  readonly u: {
    /** The user, as an e-mail address, `e-mail#user_code` or u_id. */
    readonly u: string
  }
}

/** Converts a union to an intersection. */
type Together<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer A) => void ? A : never

interface InWorld {
  /** Name of the world. Default: the world of the client's options, or `main`. */
  readonly world?: string
}

interface FixtureBody<B> {
  /** The fixture (fixtures.md). */
  readonly fixture: B
}

type PathPart<P> = Together<Named[PathName<Exclude<keyof P, "w">> & keyof Named]> &
  ("w" extends keyof P ? InWorld : unknown)

type BodyPart<W, B> = W extends { readonly bodyName: "fixture" }
  ? FixtureBody<B>
  : [B] extends [undefined]
    ? unknown
    : B

/** Options of a call that are not properties of the operation. */
export interface CallOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal
}

type ControlOperation<R> =
  R extends Route<infer At, infer W>
    ? Call<PathPart<RouteParams<At>> & RouteQueryInput<W> & BodyPart<W, RouteBodyInput<W>>, ResultOf<W, RouteAnswer<W>>>
    : never

type ResultOf<W, A> = W extends { readonly answer: { readonly contentType: "text/event-stream" } }
  ? AsyncIterable<ControlEvent>
  : Promise<A>

type Call<I, A> =
  Record<never, never> extends I ? (input?: I, options?: CallOptions) => A : (input: I, options?: CallOptions) => A

/**
 * Every operation of the control plane by its name in `/_hexarium/openapi.json`. Each takes one object with the
 * properties of path, query and body, and `world`. Refusals reject with `ControlError`. `S` is a schema from `hexarium
 * types`.
 */
export type Control<S extends AnyTypes = undefined> = {
  readonly [R in ControlRoute as R["words"]["name"]]: ControlOperation<R>
} & {
  /** Calls the API's operations as a user, with the types of `world.as`. Refused calls reject with `CallError`. */
  as(user: string): ActingOf<S>
  /** Calls the API's operations that need no user, with the types of `world.public`. */
  readonly public: Public
  /** Returns a copy of this control with other options, e.g. for another world. */
  with(options: ControlOptions): Control<S>
}

const PATH_NAMES = { w: "world", s: "snapshot", d: "datastore", i: "item" } as const

/**
 * Controls an emulator (control.md section 3): worlds, snapshots, clock, mails, faults, requests, tokens.
 *
 * @example
 * ```ts
 * import { createControl } from "hexarium/control"
 *
 * const control = createControl({ url: "http://127.0.0.1:7575" })
 * await control.forkWorld({ name: "try" })
 * await control.planFault({ world: "try", operation: "UpdateItem", status: 500, times: 2 })
 * const { fired } = await control.moveClock({ world: "try", advance: "1d" })
 * const { items } = await control.as("ada@acme.test").itemList({ application: "CRM", datastore: "Deals" })
 * ```
 */
export function createControl(options: ControlOptions): Control
export function createControl<S extends WorldTypes>(options: ControlOptions): Control<S>
/** Repeats the first overload, because `ReturnType<typeof createControl>` uses the last one. */
export function createControl(options: ControlOptions): Control
export function createControl(options: ControlOptions): unknown {
  const place = controlPlaceOf(options)
  const operations = Object.entries(controlWire).map(([name, facts]) => [
    name,
    (input: Input = {}, how: CallOptions = {}) => {
      const ask = () => call(options, place, name as ControlName, facts, input, how)
      return facts.answers === "events" ? events(ask) : answer(name as ControlName, facts, ask)
    },
  ])
  const callsOf = (as?: string) =>
    callsBy(async (operation, input) => {
      const ask = () => call(options, place, "call", controlWire.call, { operation, as, input }, {})
      const { result } = (await answer("call", controlWire.call, ask)) as { result: unknown }
      return result
    })
  return {
    ...Object.fromEntries(operations),
    as(user: string) {
      if (typeof user !== "string")
        throw new TypeError(`as() expects a user such as "ada@acme.test", received ${String(user)}`)
      return callsOf(user)
    },
    public: callsOf(),
    with: (others: ControlOptions) => createControl({ ...options, ...others }),
  }
}

type Input = Readonly<Record<string, unknown>>

async function call(
  options: ControlOptions,
  place: ControlPlace,
  name: ControlName,
  facts: ControlFacts,
  input: Input,
  { signal }: CallOptions,
): Promise<Response> {
  const request = new Request(...requestOf(place, name, facts, input, options.token, signal))
  const response = await send(options, request, name, place.root)
  if (response.status < 400) return response
  const body = await readAny(response)
  throw callErrorOf(String(input.operation), body) ?? new ControlError(name, response.status, body)
}

function requestOf(
  { root, world }: ControlPlace,
  name: ControlName,
  facts: ControlFacts,
  input: Input,
  token: string | undefined,
  signal: AbortSignal | undefined,
): [URL, RequestInit] {
  const left = new Map(Object.entries({ world, ...input }).filter(([, value]) => value !== undefined))
  const take = (property: string) => {
    const value = left.get(property)
    left.delete(property)
    return value
  }
  const path = facts.path.replaceAll(/:([\w-]+)/g, (_, parameter: string) => {
    const property = nameOfPath(parameter)
    const value = take(property)
    if (value === undefined) throw new TypeError(`${name}: the property ${property} is missing`)
    return encodeURIComponent(String(value))
  })
  if (!("world" in input)) left.delete("world")
  const url = new URL(`${root}/_hexarium${path}`)
  for (const filter of facts.query) {
    const value = take(filter)
    if (value !== undefined) url.searchParams.append(filter, String(value))
  }
  const body = typeof facts.body === "string" ? take(facts.body) : facts.body ? Object.fromEntries(left) : undefined
  const [unknown] = facts.body === true ? [] : left.keys()
  if (unknown !== undefined) throw new TypeError(`${name}: unknown property ${unknown}`)
  const headers = new Headers({ "x-hexarium": "1" })
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`)
  const sent = body === undefined ? null : facts.takesFile ? bodyOfCall(body as Input) : JSON.stringify(body)
  if (typeof sent === "string") headers.set("content-type", "application/json")
  return [url, { method: facts.method, headers, body: sent, signal: signal ?? null }]
}

/**
 * Returns the property name of a path parameter, e.g. `snapshot` for `s`.
 *
 * @example
 * ```ts
 * import { nameOfPath } from "hexarium/control"
 *
 * const name = nameOfPath("s") // "snapshot"
 * ```
 */
export const nameOfPath = (parameter: string): string =>
  parameter in PATH_NAMES ? PATH_NAMES[parameter as keyof typeof PATH_NAMES] : parameter.replace("-", "_")

async function answer(name: ControlName, { answers }: ControlFacts, ask: () => Promise<Response>): Promise<unknown> {
  const response = await ask()
  if (answers === "text") return response.text()
  const result = await readBytesResult(response)
  if (result !== undefined) return { result }
  const body = await readAny(response)
  if (typeof body === "string") {
    throw new Error(`${name}: expected JSON from ${response.url || "the app"}, received other content`)
  }
  return body
}
