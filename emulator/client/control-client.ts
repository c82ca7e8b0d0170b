import type { ActingOf, AnyTypes, Public, WorldTypes } from "../../src/inside.ts"
import { bodyOfCall, callErrorOf, callsBy, readBytesResult } from "./control-call.ts"
import { type ControlEvent, events } from "./control-events.ts"
import { type ControlOptions, type ControlPlace, controlPlaceOf } from "./control-options.ts"
import type { ControlRoute } from "../control/control-table.ts"
import { type ControlFacts, controlWire } from "../control/control-wire.ts"
import type { Route, RouteAnswer, RouteBodyInput, RouteParams, RouteQueryInput } from "../control/route.ts"

export { CallError } from "./control-call.ts"
export type { ControlEvent } from "./control-events.ts"
export type { ControlOptions } from "./control-options.ts"

/** The control plane refused, or failed: any status from 400 up. */
export class ControlError extends Error {
  /** What it is called when it is printed, minified or not. */
  static override readonly name: string = "ControlError"
  /** The operation that was asked for. */
  readonly operation: ControlName
  /** The HTTP status. */
  readonly status: number
  /** `error_code` of the answer, e.g. `NOT_FOUND`; null when it has none. */
  readonly code: string | null
  /** Of a faulty fixture: each mistake with its path. */
  readonly errors: readonly {
    /** Where in the fixture. */
    readonly path: string
    /** What is wrong there, and what to do. */
    readonly message: string
  }[]
  /** The answer as it came, parsed where it was JSON. */
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

/** Names of the control plane's operations. */
export type ControlName = ControlRoute["words"]["name"]

type PathName<N> = N extends keyof typeof PATH_NAMES
  ? (typeof PATH_NAMES)[N]
  : N extends `${infer A}-${infer B}`
    ? `${A}_${B}`
    : N

/** What paths of the control plane name, besides the world. */
interface Named {
  readonly auto_id: {
    /** ID of the auto action. */
    readonly auto_id: string
  }
  readonly datastore: {
    /** The datastore, by its ID or display ID. */
    readonly datastore: string
  }
  readonly id: {
    /** Which one is meant: the ID that the list of them has. */
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
    /** The user: e-mail address, `e-mail#user_code` or u_id. */
    readonly u: string
  }
}

/** Everything that one of several types has. */
type Together<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer A) => void ? A : never

interface InWorld {
  /** The world that is meant; without it that of the client's options, which is `main` by default. */
  readonly world?: string
}

interface FixtureBody<B> {
  /** A fixture, as fixtures.md has it. */
  readonly fixture: B
}

type PathPart<P> = Together<Named[PathName<Exclude<keyof P, "w">> & keyof Named]> &
  ("w" extends keyof P ? InWorld : unknown)

type BodyPart<W, B> = W extends { readonly bodyName: "fixture" }
  ? FixtureBody<B>
  : [B] extends [undefined]
    ? unknown
    : B

/** What a call takes besides the operation's own members. */
export interface CallOptions {
  /** Ends the request. */
  readonly signal?: AbortSignal
}

type ControlOperation<R> =
  R extends Route<infer At, infer W>
    ? Call<PathPart<RouteParams<At>> & RouteQueryInput<W> & BodyPart<W, RouteBodyInput<W>>, Told<W, RouteAnswer<W>>>
    : never

type Told<W, A> = W extends { readonly answer: { readonly contentType: "text/event-stream" } }
  ? AsyncIterable<ControlEvent>
  : Promise<A>

type Call<I, A> =
  Record<never, never> extends I ? (input?: I, options?: CallOptions) => A : (input: I, options?: CallOptions) => A

/**
 * Every operation of the control plane by its name, as `/_hexarium/openapi.json` has them. What goes in is one object: members of path,
 * query and body, and `world`. Refusals reject with `ControlError`. `S`: a schema that `hexarium types` wrote.
 */
export type Control<S extends AnyTypes = undefined> = {
  readonly [R in ControlRoute as R["words"]["name"]]: ControlOperation<R>
} & {
  /** The API's operations as a user, in the words of `world.as`. Refusals reject with `CallError`. */
  as(user: string): ActingOf<S>
  /** The API's operations that need no user, in the words of `world.public`. */
  readonly public: Public
  /** The same control with other options, e.g. of another world. */
  with(options: ControlOptions): Control<S>
}

/** What is called by one letter in paths. */
const PATH_NAMES = { w: "world", s: "snapshot", d: "datastore", i: "item" } as const

/**
 * Controls an emulator (control.md section 3): worlds, snapshots, clock, mails, faults, requests, tokens.
 *
 * ```ts
 * const control = createControl({ url: "http://127.0.0.1:7575" })
 * await control.forkWorld({ name: "try" })
 * await control.planFault({ world: "try", operation: "UpdateItem", status: 500, times: 2 })
 * const { fired } = await control.moveClock({ world: "try", advance: "1d" })
 * const { items } = await control.as("ada@acme.test").itemList({ application: "CRM", datastore: "Deals" })
 * ```
 */
export function createControl(options: ControlOptions): Control
export function createControl<S extends WorldTypes>(options: ControlOptions): Control<S>
/** Once more, since `ReturnType<typeof createControl>` is that of the last. */
export function createControl(options: ControlOptions): Control
export function createControl(options: ControlOptions): unknown {
  const place = controlPlaceOf(options)
  const operations = Object.entries(controlWire).map(([name, facts]) => [
    name,
    (input: Input = {}, how: CallOptions = {}) => {
      const ask = () => send(options, place, name as ControlName, facts, input, how)
      return facts.answers === "events" ? events(ask) : answer(name as ControlName, facts, ask)
    },
  ])
  const callsOf = (as?: string) =>
    callsBy(async (operation, input) => {
      const ask = () => send(options, place, "call", controlWire.call, { operation, as, input }, {})
      const { result } = (await answer("call", controlWire.call, ask)) as { result: unknown }
      return result
    })
  return {
    ...Object.fromEntries(operations),
    as(user: string) {
      if (typeof user !== "string") throw new TypeError(`as takes a user, e.g. "ada@acme.test", not ${String(user)}`)
      return callsOf(user)
    },
    public: callsOf(),
    with: (others: ControlOptions) => createControl({ ...options, ...others }),
  }
}

type Input = Readonly<Record<string, unknown>>

async function send(
  { app, token, fetch: own = fetch }: ControlOptions,
  place: ControlPlace,
  name: ControlName,
  facts: ControlFacts,
  input: Input,
  { signal }: CallOptions,
): Promise<Response> {
  const request = new Request(...requestOf(place, name, facts, input, token, signal))
  const response = await (app === undefined ? reach(own, request, name, place) : app.fetch(request))
  if (response.status < 400) return response
  const body = await readAny(response)
  throw callErrorOf(String(input.operation), body) ?? new ControlError(name, response.status, body)
}

async function reach(
  own: (request: Request) => Promise<Response>,
  request: Request,
  name: string,
  { root }: ControlPlace,
) {
  try {
    return await own(request)
  } catch (error) {
    if (request.signal.aborted) throw error
    throw new Error(`${name}: nothing answers at ${root}; is a server running there (hexarium start)?`, {
      cause: error,
    })
  }
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
  const take = (member: string) => {
    const value = left.get(member)
    left.delete(member)
    return value
  }
  const path = facts.path.replaceAll(/:([\w-]+)/g, (_, parameter: string) => {
    const member = nameOfPath(parameter)
    const value = take(member)
    if (value === undefined) throw new TypeError(`${name}: ${member} is missing`)
    return encodeURIComponent(String(value))
  })
  if (!("world" in input)) left.delete("world")
  const url = new URL(`${root}/_hexarium${path}`)
  for (const filter of facts.query) {
    const value = take(filter)
    if (value !== undefined) url.searchParams.append(filter, String(value))
  }
  const body = typeof facts.body === "string" ? take(facts.body) : facts.body ? Object.fromEntries(left) : undefined
  const [stray] = facts.body === true ? [] : left.keys()
  if (stray !== undefined) throw new TypeError(`${name}: there is no ${stray} to give it`)
  const headers = new Headers({ "x-hexarium": "1" })
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`)
  const sent = body === undefined ? null : facts.takesFile ? bodyOfCall(body as Input) : JSON.stringify(body)
  if (typeof sent === "string") headers.set("content-type", "application/json")
  return [url, { method: facts.method, headers, body: sent, signal: signal ?? null }]
}

/** What calls give a parameter of a path by: `snapshot` for `:s`. */
export const nameOfPath = (parameter: string): string =>
  parameter in PATH_NAMES ? PATH_NAMES[parameter as keyof typeof PATH_NAMES] : parameter.replace("-", "_")

async function answer(name: ControlName, { answers }: ControlFacts, ask: () => Promise<Response>): Promise<unknown> {
  const response = await ask()
  if (answers === "text") return response.text()
  const result = await readBytesResult(response)
  if (result !== undefined) return { result }
  const told = await readAny(response)
  if (typeof told === "string") {
    throw new Error(`${name}: ${response.url || "the app"} answered no JSON; is Hexarium there?`)
  }
  return told
}

async function readAny(response: Response): Promise<unknown> {
  const text = await response.text()
  const isJson = response.headers.get("content-type")?.includes("json") ?? false
  return isJson ? JSON.parse(text) : text
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null
