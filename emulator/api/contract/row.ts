import type * as z from "zod"
import type { PathParameters } from "../../contract/path-parameters.ts"
import type { Refusing } from "../../contract/refusals.ts"
import type { Tag } from "./tags.ts"

export type Method = "get" | "post" | "put" | "patch" | "delete"

/** What an operation answers on success. */
export type Answer =
  /** JSON of this schema. */
  | (() => z.ZodType)
  /** 302; `json` is the variant for clients whose `Accept` names JSON only. */
  | { readonly kind: "redirect"; readonly json: () => z.ZodType }
  /** Bytes of the stored content type. */
  | { readonly kind: "bytes"; readonly contentType: string }
  /** JSON, or CSV when asked for. */
  | { readonly kind: "csv"; readonly json: () => z.ZodType }
  /** The answer of another operation, unchanged. */
  | { readonly kind: "passthrough" }

/** What a client has to know of an operation. Schemas are thunks, built on first use. */
export interface ClientRow {
  readonly method: Method
  readonly query?: () => z.ZodType
  /** JSON body. Without one a body is ignored. */
  readonly body?: () => z.ZodType
  /** multipart/form-data: the text parts by this schema, beside the file. */
  readonly form?: () => z.ZodType
  /** Name of the file part that a form must have. */
  readonly file?: string
  readonly answer: Answer
}

/**
 * One operation of /api/v0 as data (architecture.md, "The contract table"): what router, checks, documents, client and tests need.
 * Path parameters are strings, named as in the path.
 */
export interface Row extends ClientRow, Refusing {
  /** Paths below /api/v0, `:name` a parameter; the first is the main one, the rest are aliases. */
  readonly paths: readonly [string, ...string[]]
  /** Aliases under another method. */
  readonly aliases?: readonly { readonly method: Method; readonly path: string }[]
  readonly tag: Tag
  readonly summary: string
  /** `token`: refused without a valid one · `public`: a token is ignored · `optional`: one that is sent must be valid. */
  readonly auth: "token" | "public" | "optional"
  /**
   * The answer follows from the world's state, the user and the request's target alone, until something falls due: asked again, it
   * is given again (performance.md, "Devices"). For reads that are made often.
   */
  readonly repeatable?: true
  readonly source: "seed" | "docs" | "client"
  /** Not built yet: answers 501. */
  readonly planned?: true
}

/** Keeps a row's literal types while checking it. */
export const plainRow = <const R extends Row>(definition: R): R => definition

type Output<T> = T extends () => infer S ? (S extends z.ZodType ? z.output<S> : never) : never

/** Every method and path of an operation, the main one first. */
export const routesOf = (row: Row): { readonly method: Method; readonly path: string }[] => [
  ...row.paths.map((path) => ({ method: row.method, path })),
  ...(row.aliases ?? []),
]

export type QueryOf<R extends ClientRow> = R extends { query: infer Q } ? Output<Q> : Record<string, never>
export type BodyOf<R extends ClientRow> = R extends { body: infer B } ? Output<B> : undefined
/** What clients send as body. */
export type BodyInputOf<R extends ClientRow> = R extends { body: () => infer S }
  ? S extends z.ZodType
    ? z.input<S>
    : never
  : undefined
export type FormOf<R extends ClientRow> = R extends { form: infer F } ? Output<F> : undefined

/** The answer's type on success; `Bytes` stands for what is not JSON. */
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

/** What an operation's handler gives as JSON; none where the answer is always a reply of its own. */
export type AnswerInput<R extends Pick<Row, "answer">> = R["answer"] extends { readonly json: infer J }
  ? Input<J>
  : Input<R["answer"]>

/** The names of the parameters of a path. */
export type Segments<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Segments<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

type PathsOf<R extends Row> =
  | R["paths"][number]
  | (R extends { aliases: readonly { path: infer P extends string }[] } ? P : never)

/** Parameters that every path of the row has. */
type Common<R extends Row> =
  Segments<R["paths"][0]> extends infer Name
    ? Name extends string
      ? [PathsOf<R>] extends [`${string}:${Name}` | `${string}:${Name}/${string}`]
        ? Name
        : never
      : never
    : never

/** The path parameters of an operation; rows of packed declarations say them. */
export type ParamsOf<R extends ClientRow> = R extends { readonly params: infer P } ? P : ParamsOfPaths<R>

/** Those that an alias lacks may be absent. */
type ParamsOfPaths<R> = R extends Row
  ? string extends R["paths"][0]
    ? Readonly<Record<string, string>>
    : Flat<
        Pick<PathParameters, Known<Common<R>>> &
          Partial<Pick<PathParameters, Known<Exclude<Segments<PathsOf<R>>, Common<R>>>>>
      >
  : never

type Known<N> = N & keyof PathParameters

type Flat<T> = { [K in keyof T]: T[K] }
