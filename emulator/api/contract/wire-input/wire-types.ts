import type * as z from "zod"
import type { Operation } from "../../../../src/engine/index.ts"
import type { SnakeCase } from "../../../../src/model/index.ts"
import type { Method, Segments } from "../row.ts"
import type { PATH_PROPERTIES } from "./path-properties.ts"

/** Renames `itemId` to `i_id` for link entries, which are recognized by their property `linkToParent`. */
type SharedNames<T> = "linkToParent" extends keyof T ? { readonly itemId: "i_id" } : unknown

export type WireValue<T> = T extends string | number | boolean | null | undefined | Uint8Array
  ? T
  : T extends readonly (infer E)[]
    ? readonly WireValue<E>[]
    : unknown extends T
      ? T
      : string extends keyof T
        ? { readonly [K in keyof T]: WireValue<T[K]> }
        : { readonly [K in keyof T as NameOf<K, SharedNames<T>>]: WireValue<T[K]> }

type NameOf<K, W> = K extends keyof W
  ? W[K] extends string
    ? W[K]
    : W[K] extends readonly (infer N extends string)[]
      ? N
      : never
  : SnakeCase<K & string>

type NamesIn<F> =
  | (F extends { readonly paths: readonly (infer P extends string)[] } ? Segments<P> : never)
  | (F extends { readonly aliases: readonly { readonly path: infer P extends string }[] } ? Segments<P> : never)

type InPath<I, F> = {
  [N in NamesIn<F>]: N extends keyof typeof PATH_PROPERTIES ? (typeof PATH_PROPERTIES)[N][number] & keyof I : never
}[NamesIn<F>]

type WireOf<F> = F extends { readonly wire: infer W } ? W : unknown

/** Extracts the first key of each dotted path among the keys of `W`. */
type Flattened<W> = keyof W extends infer K ? (K extends `${infer P}.${string}` ? P : never) : never

type MemberAt<T, P extends string> = P extends `${infer First}.${infer Rest}`
  ? First extends keyof T
    ? MemberAt<NonNullable<T[First]>, Rest> | (undefined extends T[First] ? undefined : never)
    : never
  : P extends keyof T
    ? T[P]
    : never

/** Type of the query, body or form: input properties not in the path, plus properties that only requests have. */
export type WireProperties<O, F> =
  O extends Operation<infer S, infer _R, infer _A> ? PropertiesOf<z.input<S>, F> : never

type PropertiesOf<I, F> = Plain<I, WireOf<F>, Exclude<InPath<I, F>, keyof WireOf<F>>> &
  Nested<I, WireOf<F>> &
  (F extends { readonly wireOnly: () => infer X extends z.ZodRawShape }
    ? [keyof X] extends [never]
      ? unknown
      : WireOnly<z.ZodObject<X>, PartOf<F>>
    : unknown)

/** Clients pass parsed values for query and form parameters. The client library sends them as strings. */
type WireOnly<X extends z.ZodObject, P> = P extends "body" ? z.input<X> : z.output<X>

type Plain<I, W, InPathOnly> = {
  [K in keyof I as K extends InPathOnly | Flattened<W> ? never : NameOf<K, W>]: WireValue<I[K]>
}

type Nested<I, W> = {
  [K in keyof W as K extends `${string}.${string}`
    ? undefined extends MemberAt<I, K>
      ? never
      : W[K] & string
    : never]: WireValue<MemberAt<I, K & string>>
} & {
  [K in keyof W as K extends `${string}.${string}`
    ? undefined extends MemberAt<I, K>
      ? W[K] & string
      : never
    : never]?: WireValue<MemberAt<I, K & string>>
}

export type PartOf<F> = F extends { readonly form: unknown } | { readonly file: string }
  ? "form"
  : F extends { readonly method: infer M extends Method }
    ? M extends "get"
      ? "query"
      : "body"
    : never
