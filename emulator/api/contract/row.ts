import type * as z from "zod"
import type { Refusing } from "../../../src/model/index.ts"
import type { Tag } from "./tags.ts"
import type { PathParameter } from "./wire-input/path-properties.ts"

export type Method = "get" | "post" | "put" | "patch" | "delete"

export type Answer =
  | (() => z.ZodType)
  /** A 302 redirect. `json` is the response to clients that accept JSON but not HTML. */
  | { readonly kind: "redirect"; readonly json: () => z.ZodType }
  /** Bytes that are sent with their stored content type. */
  | { readonly kind: "bytes"; readonly contentType: string }
  /** JSON by default, or CSV if the request asks for CSV. */
  | { readonly kind: "csv"; readonly json: () => z.ZodType }
  /** The unchanged response of another operation. */
  | { readonly kind: "passthrough" }

/** Properties of an operation that clients need. Schemas are functions, so that each schema is created on first use. */
export interface ClientRow {
  readonly method: Method
  readonly query?: () => z.ZodType
  /** Schema of the JSON body. If undefined, the body is ignored. */
  readonly body?: () => z.ZodType
  /** Schema of the text parts in a multipart/form-data body. */
  readonly form?: () => z.ZodType
  /** Description of the form part `file`. If set, the form must contain this part. */
  readonly file?: string
  readonly answer: Answer
}

/** Describes one operation of /api/v0 (architecture.md, "Running an operation"). */
export interface Row extends ClientRow, Refusing {
  /** Paths below /api/v0; `:name` is a parameter. The first path is the main path, the other paths are aliases. */
  readonly paths: readonly [string, ...string[]]
  readonly aliases?: readonly { readonly method: Method; readonly path: string }[]
  readonly tag: Tag
  readonly summary: string
  /** `token` requires a valid token, `public` ignores tokens, `optional` accepts no token but rejects an invalid token. */
  readonly auth: "token" | "public" | "optional"
  readonly source: "seed" | "docs" | "client"
}

/** Returns the row unchanged, and keeps its literal types. */
export const plainRow = <const R extends Omit<Row, "tag">>(definition: R): R => definition

type Output<T> = T extends () => infer S ? (S extends z.ZodType ? z.output<S> : never) : never

export const routesOf = (
  row: Pick<Row, "method" | "paths" | "aliases">,
): { readonly method: Method; readonly path: string }[] => [
  ...row.paths.map((path) => ({ method: row.method, path })),
  ...(row.aliases ?? []),
]

export type QueryOf<R extends ClientRow> = R extends { query: infer Q } ? Output<Q> : Record<string, never>
export type BodyOf<R extends ClientRow> = R extends { body: infer B } ? Output<B> : undefined
export type BodyInputOf<R extends ClientRow> = R extends { body: () => infer S }
  ? S extends z.ZodType
    ? z.input<S>
    : never
  : undefined
export type FormOf<R extends ClientRow> = R extends { form: infer F } ? Output<F> : undefined

/** Type of the successful response. `Bytes` is the type of a response that is not JSON. */
export type AnswerOf<R extends ClientRow, Bytes = Uint8Array> = R["answer"] extends () => infer S
  ? S extends z.ZodType
    ? z.output<S>
    : never
  : R["answer"] extends { readonly kind: "redirect" | "csv"; readonly json: () => infer S }
    ? S extends z.ZodType
      ? z.output<S>
      : never
    : R["answer"] extends { readonly kind: "bytes" }
      ? Bytes
      : unknown

type Input<T> = T extends () => infer S ? (S extends z.ZodType ? z.input<S> : never) : never

/** Type of the JSON that a handler returns; `never` if the handler always returns a `Reply`. */
export type AnswerInput<R extends Pick<Row, "answer">> = R["answer"] extends { readonly json: infer J }
  ? Input<J>
  : Input<R["answer"]>

export type Segments<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Segments<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

type PathsOf<R extends Row> =
  | R["paths"][number]
  | (R extends { aliases: readonly { path: infer P extends string }[] } ? P : never)

/** Names of the parameters that occur in every path of the row. */
type Common<R extends Row> =
  Segments<R["paths"][0]> extends infer Name
    ? Name extends string
      ? [PathsOf<R>] extends [`${string}:${Name}` | `${string}:${Name}/${string}`]
        ? Name
        : never
      : never
    : never

/** Path parameters of an operation. In a packed declaration, the property `params` lists the path parameters. */
export type ParamsOf<R extends ClientRow> = R extends { readonly params: infer P } ? P : ParamsOfPaths<R>

/** Path parameters derived from the paths. A parameter that is missing in any path is optional. */
type ParamsOfPaths<R> = R extends Row
  ? string extends R["paths"][0]
    ? Readonly<Record<string, string>>
    : Flat<
        Pick<PathParameters, Known<Common<R>>> &
          Partial<Pick<PathParameters, Known<Exclude<Segments<PathsOf<R>>, Common<R>>>>>
      >
  : never

type PathParameters = { readonly [N in PathParameter]: string }

type Known<N> = N & PathParameter

type Flat<T> = { [K in keyof T]: T[K] }
