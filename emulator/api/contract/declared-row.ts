import type * as z from "zod"
import type { DomainResultOf, Engine, Operation, UId } from "../../../src/inside.ts"
import type { FilePart } from "../../wire/form.ts"
import type { Reply } from "../../wire/reply.ts"
import type { Documented } from "./documented.ts"
import type { Refusing } from "../../contract/refusals.ts"
import { type Answer, type Method, type Row, routesOf } from "./row.ts"
import { named } from "../../contract/shapes.ts"
import type { Tag } from "./tags.ts"
import { type RequestPart, type WireInput, type WireNames, wireInputOf } from "./wire-input/wire-input.ts"
import type { PartOf, WireProperties } from "./wire-input/wire-types.ts"

/** What is of HTTP alone about an operation. */
export interface HttpFacts {
  readonly method: Method
  /** Paths below /api/v0, `:name` a parameter; the first is the main one, the rest are aliases. */
  readonly paths: readonly [string, ...string[]]
  /** Aliases under another method. */
  readonly aliases?: readonly { readonly method: Method; readonly path: string }[]
  readonly tag: Tag
  /** Public operations only: whether a token that is sent must be valid. Default: it is ignored. */
  readonly auth?: "public" | "optional"
  /** Default: the declaration's. Where two rows share it, the second one has its own. */
  readonly summary?: string
  /** Irregular names of properties. A property within another is named by its way there: `"link.itemId"`. */
  readonly wire?: WireNames
  /** Name of its query, body or form in documents. Default: none. */
  readonly schemaName?: string
  /** Whether a GET takes its properties from a JSON body, too; those of the query count first. */
  readonly bodyToo?: true
  /** The property that the whole JSON body is. */
  readonly wholeBody?: string
  /** Name of the file part; the operation then takes a form. */
  readonly file?: string
  readonly answer: Answer
  readonly repeatable?: true
  readonly source: Row["source"]
}

/** A request whose parts fit its row. */
export interface WireCall<X> {
  readonly params: Readonly<Record<string, string>>
  /** What the request has besides the operation's input. */
  readonly wire: X
  /** The file of a form; a row that names one always has it. */
  readonly file: FilePart
  readonly headers: Pick<Headers, "get">
  /** The token of the request; null without one. */
  readonly token: string | null
  readonly uId: UId | null
  readonly engine: Engine
}

/** A request that was carried out. */
export interface PresentedCall<X, I> extends WireCall<X> {
  readonly input: I
}

/** A row that follows from a declaration. */
export interface DeclaredRow extends Row {
  readonly operation: Operation
  readonly part: RequestPart
  readonly wireInput: () => WireInput
  readonly wholeBody?: string
  /** The properties of an input that the wire has no name for. */
  readonly toInput?: (call: WireCall<never>) => object | Promise<object>
  readonly present: (result: never, call: PresentedCall<never, never>) => unknown
}

export const isDeclared = (row: Row): row is DeclaredRow => "operation" in row

type InputOf<O> = O extends Operation<infer S, infer _R, infer _A> ? z.output<S> : never

type Parts<O, F> = F extends { readonly wholeBody: infer P }
  ? { readonly body: () => z.ZodType<InputOf<O>[P & keyof InputOf<O>], InputOf<O>[P & keyof InputOf<O>]> }
  : PartsOf<WireProperties<O, F>, F>

type PartsOf<W, F> = [keyof W] extends [never]
  ? F extends { readonly file: string }
    ? { readonly form: () => z.ZodType<unknown, unknown> }
    : unknown
  : { readonly [P in PartOf<F> | (F extends { readonly bodyToo: true } ? "body" : never)]: () => z.ZodType<W, W> }

type RowOf<O, F> = Omit<F, "wire" | "wireOnly" | "toInput" | "present" | "auth" | "summary" | "schemaName"> &
  Pick<Row, "summary" | "auth"> &
  Refusing &
  Parts<O, F> & { readonly operation: O }

/** The JSON that a row answers; none where the answer is bytes. */
type AnswerJson<F> = F extends { readonly answer: infer A }
  ? A extends { readonly json: () => infer J }
    ? JsonOf<J>
    : A extends () => infer J
      ? JsonOf<J>
      : never
  : never

type JsonOf<J> = J extends z.ZodType ? z.input<J> : never

/** The row of an operation: what its declaration does not say. */
export function row<
  O extends Operation,
  const F extends HttpFacts,
  A extends AnswerJson<F> | Reply | Promise<Reply>,
  X extends z.ZodRawShape = Record<never, never>,
>(
  operation: O,
  facts: F & {
    /** Properties that only the wire has. */
    readonly wireOnly?: () => X
    /** What the request says of properties that have no place of their own in it. */
    readonly toInput?: (call: WireCall<z.output<z.ZodObject<X>>>) => Partial<InputOf<O>> | Promise<Partial<InputOf<O>>>
    /** The JSON of the answer, or a `Reply`. */
    readonly present: (
      result: DomainResultOf<O>,
      call: PresentedCall<z.output<z.ZodObject<X>>, InputOf<O>>,
    ) => A & Documented<A, AnswerJson<F> | Reply>
  },
): RowOf<O, F & { readonly wireOnly: () => X }>
export function row(given: unknown, facts: unknown): unknown {
  return rowOf(given as Operation, facts as AnyFacts)
}

interface AnyFacts extends HttpFacts, Pick<DeclaredRow, "toInput" | "present"> {
  readonly wireOnly?: () => z.ZodRawShape
}

function rowOf(operation: Operation, { wire = {}, wireOnly, schemaName, ...facts }: AnyFacts): DeclaredRow {
  const part: RequestPart = facts.file !== undefined ? "form" : facts.method === "get" ? "query" : "body"
  const { summary, errors, writesItems } = operation
  const declared = {
    ...facts,
    operation,
    part,
    summary: facts.summary ?? summary,
    auth: facts.auth ?? (operation.isPublic ? ("public" as const) : ("token" as const)),
    ...(errors === undefined ? {} : { errors }),
    ...(writesItems === undefined ? {} : { writesItems }),
  }
  const wireInput = once(() => {
    const parameters = routesOf(declared).flatMap(({ path }) => path.match(/(?<=:)[^/]+/g) ?? [])
    const names = facts.wholeBody === undefined ? wire : { ...wire, [facts.wholeBody]: null }
    const input = wireInputOf(operation, {
      part,
      parameters: [...new Set(parameters)],
      wire: names,
      wireOnly: wireOnly?.() ?? {},
    })
    if (schemaName !== undefined && input.schema !== undefined) named(schemaName, input.schema)
    return input
  })
  const schemaIn = (asked: RequestPart) => {
    const { wholeBody } = facts
    if (wholeBody !== undefined && asked === "body") return () => operation.input().shape[wholeBody] as z.ZodType
    const isAsked = asked === part || (asked === "body" && facts.bodyToo === true)
    const { schema } = isAsked ? wireInput() : { schema: undefined }
    return schema === undefined ? undefined : () => schema
  }
  // Getters, so that no schema is made before a request needs it.
  return Object.defineProperties({ ...declared, wireInput } as DeclaredRow, {
    query: { get: () => schemaIn("query"), enumerable: true },
    body: { get: () => schemaIn("body"), enumerable: true },
    form: { get: () => schemaIn("form"), enumerable: true },
  })
}

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
