import * as z from "zod"
import type { DomainResultOf, Engine, Operation } from "../../../src/engine/index.ts"
import { defined, type Refusing, type UId } from "../../../src/model/index.ts"
import type { FilePart, Reply } from "../../wire/index.ts"
import type { Documented } from "./documented.ts"
import { type Answer, type Method, type Row, routesOf } from "./row.ts"
import { giveName, lazy } from "./shapes.ts"
import { type RequestPart, type WireInput, type WireNames, wireInputOf } from "./wire-input/wire-input.ts"
import type { PartOf, WireProperties } from "./wire-input/wire-types.ts"

export interface HttpFacts {
  readonly otherPaths?: readonly string[]
  readonly aliases?: readonly { readonly method: Method; readonly path: string }[]
  /** Token handling of a public operation. `optional` rejects an invalid token. Default: tokens are ignored. */
  readonly auth?: "public" | "optional"
  /** Summary in the API's document. Required if two routes share an operation. Default: the operation's summary. */
  readonly summary?: string
  /** Names in requests that are not the input property's name in snake_case. Keys may be paths, e.g. `"link.itemId"`. */
  readonly wire?: WireNames
  /** Name of the query, body or form schema in the OpenAPI document. If undefined, the schema has no name. */
  readonly schemaName?: string
  /** If true, a GET also reads properties from a JSON body. Query properties take precedence over body properties. */
  readonly bodyToo?: true
  /** Input property whose value is the whole JSON body. */
  readonly wholeBody?: string
  /** Description of a body of any content type, which `toInput` reads. If set, the body is not parsed. */
  readonly rawBody?: string
  /** Description of the form part `file`. If set, the operation expects a form. */
  readonly file?: string
  readonly answer: Answer
  /** The kind of source that documents the operation. Default: `docs`. */
  readonly source?: Row["source"]
}

export interface WireCall<X> {
  readonly params: Readonly<Record<string, string>>
  /** Request properties that are not input properties (`wireOnly`). */
  readonly wire: X
  /** The uploaded file. Set only if the row has `file`. */
  readonly file: FilePart
  readonly headers: Pick<Headers, "get">
  /** Returns the body as it was sent. Set only if the row has `rawBody`. */
  readonly rawBody: () => Promise<Uint8Array>
  /** Number of the request in the world's order of arrival; empty for a caller that has no request log. */
  readonly requestId: string
  readonly token: () => string | null
  readonly uId: UId | null
  readonly engine: Engine
}

export interface PresentedCall<X, I> extends WireCall<X> {
  readonly input: I
}

/** A row of the contract table, created from an operation's declaration. */
export interface DeclaredRow extends Row {
  readonly operation: Operation
  readonly part: RequestPart
  readonly wireInput: () => WireInput
  /** The same input for a caller that sends all properties outside the path as JSON values, such as a GraphQL root. */
  readonly jsonInput: () => WireInput
  readonly wholeBody?: string
  /** Returns the input properties that cannot be read directly from the request. */
  readonly toInput?: (call: WireCall<never>) => object | Promise<object>
  readonly present: (result: never, call: PresentedCall<never, never>) => unknown
  /** Returns how the result was found, for the request log. */
  readonly planOf?: (result: never) => string
}

type InputOf<O> = O extends Operation<infer S, infer _R, infer _A> ? z.output<S> : never

type Parts<O, F> = F extends { readonly wholeBody: infer P }
  ? { readonly body: () => z.ZodType<InputOf<O>[P & keyof InputOf<O>], InputOf<O>[P & keyof InputOf<O>]> }
  : F extends { readonly rawBody: string }
    ? { readonly body: () => z.ZodType<unknown, unknown> }
    : PartsOf<WireProperties<O, F>, F>

type PartsOf<W, F> = [keyof W] extends [never]
  ? F extends { readonly file: string }
    ? { readonly form: () => z.ZodType<unknown, unknown> }
    : unknown
  : { readonly [P in PartOf<F> | (F extends { readonly bodyToo: true } ? "body" : never)]: () => z.ZodType<W, W> }

/** Method and path below /api/v0, such as `get /users/:user-id`; `:name` is a parameter. */
type At = `${Method} /${string}`

type RouteOf<A, F> = A extends `${infer M extends Method} ${infer P}`
  ? {
      readonly method: M
      readonly paths: readonly [P, ...(F extends { readonly otherPaths: infer Q extends readonly string[] } ? Q : [])]
    }
  : never

type RowOf<O, F> = Omit<
  F,
  "otherPaths" | "wire" | "wireOnly" | "toInput" | "present" | "auth" | "summary" | "schemaName" | "source" | "rawBody"
> &
  Pick<Row, "summary" | "auth" | "source"> &
  Refusing &
  Parts<O, F> & { readonly operation: O }

type AnswerJson<F> = F extends { readonly answer: infer A }
  ? A extends { readonly json: () => infer J }
    ? JsonOf<J>
    : A extends () => infer J
      ? JsonOf<J>
      : never
  : never

type JsonOf<J> = J extends z.ZodType ? z.input<J> : never

export function row<
  O extends Operation,
  const R extends At,
  const F extends HttpFacts,
  A extends AnswerJson<F> | Reply | Promise<Reply>,
  X extends z.ZodRawShape = Record<never, never>,
>(
  operation: O,
  at: R,
  facts: F & {
    readonly wireOnly?: () => X
    /** Returns the input properties that cannot be read directly from the request. */
    readonly toInput?: (call: WireCall<z.output<z.ZodObject<X>>>) => Partial<InputOf<O>> | Promise<Partial<InputOf<O>>>
    /** Returns how the result was found, for the request log. */
    readonly planOf?: (result: DomainResultOf<O>) => string
    readonly present: (
      result: DomainResultOf<O>,
      call: PresentedCall<z.output<z.ZodObject<X>>, InputOf<O>>,
    ) => A & Documented<A, AnswerJson<F> | Reply>
  },
): RowOf<O, F & RouteOf<R, F> & { readonly wireOnly: () => X }>
export function row(given: unknown, at: At, facts: unknown): unknown {
  return rowOf(given as Operation, at, facts as AnyFacts)
}

interface AnyFacts extends HttpFacts, Pick<DeclaredRow, "toInput" | "present" | "planOf"> {
  readonly wireOnly?: () => z.ZodRawShape
}

function rowOf(operation: Operation, at: At, given: AnyFacts): DeclaredRow {
  const { wire = {}, wireOnly, schemaName, otherPaths = [], rawBody, ...facts } = given
  const [method, path] = at.split(" ") as [Method, string]
  const part: RequestPart = facts.file !== undefined ? "form" : method === "get" ? "query" : "body"
  const { summary, errors, writesItems } = operation
  const declared = {
    ...facts,
    method,
    paths: [path, ...otherPaths] as const,
    operation,
    part,
    summary: facts.summary ?? summary,
    auth: facts.auth ?? (operation.isPublic ? ("public" as const) : ("token" as const)),
    source: facts.source ?? "docs",
    ...defined({ errors, writesItems }),
  }
  const inputIn = (sentIn: RequestPart, bodyToo: boolean): WireInput => {
    const { wholeBody } = facts
    const parameters = routesOf(declared).flatMap(({ path }) => path.match(/(?<=:)[^/]+/g) ?? [])
    return wireInputOf(operation, {
      part: sentIn,
      bodyToo,
      wholeBody,
      parameters: [...new Set(parameters)],
      wire: wholeBody === undefined ? wire : { ...wire, [wholeBody]: null },
      wireOnly: wireOnly?.() ?? {},
    })
  }
  const jsonInput = lazy(() => inputIn("body", false))
  const wireInput = lazy(() => {
    const input = inputIn(part, facts.bodyToo ?? false)
    if (schemaName !== undefined && input.schema !== undefined) giveName(schemaName, input.schema)
    return input
  })
  const schemaIn = (asked: RequestPart) => {
    const schema = wireInput().schemas.find(([one]) => one === asked)?.[1]
    return schema && (() => schema)
  }
  const anyBody = rawBody === undefined ? undefined : lazy(() => z.unknown().describe(rawBody))
  // Getters defer the creation of each schema to the first request that needs the schema.
  return Object.defineProperties({ ...declared, wireInput, jsonInput } as DeclaredRow, {
    query: { get: () => schemaIn("query"), enumerable: true },
    body: { get: () => anyBody ?? schemaIn("body"), enumerable: true },
    form: { get: () => schemaIn("form"), enumerable: true },
  })
}
