/** What declarations say of schemas of zod, as zod has it. */

/** A schema: what comes out of it, and what goes in. */
export interface ZodType<Output = unknown, Input = Output> {
  readonly _zod: { readonly output: Output; readonly input: Input }
}
export type ZodObject = ZodType
export type output<S extends ZodType> = S["_zod"]["output"]
export type input<S extends ZodType> = S["_zod"]["input"]
/** The same members, of which nothing is said but their types: added to a type that has them, it leaves them what they mean. */
export type Narrower<T> = { [M in keyof T]: T[M] }
