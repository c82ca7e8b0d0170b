import type { DatastoreTypes, Member, Narrower } from "./schema.ts"

/** What every condition may say (model.md section 11). */
interface Negatable {
  /** Finds what does not match. */
  readonly notMatch?: boolean
  /** Finds empty values too. */
  readonly includeNull?: boolean
}

/** What a condition is on. */
interface On<F> extends Negatable {
  /** Display ID of the field, or the name of a system column. */
  readonly id: F
}

/** Equal to one of some texts, or matched by one of some regular expressions. */
export interface TextCondition<F> extends On<F> {
  /** Texts, or regular expressions, of which one is enough. */
  readonly searchValue?: readonly string[]
  /** Equals instead of contains. */
  readonly exactMatch?: boolean
}

/** Matched by one of some regular expressions: names of files. */
export interface PatternCondition<F> extends On<F> {
  /** Regular expressions of which one is enough. */
  readonly searchValue?: readonly string[]
}

/** From one number to another, both included, null = open; one number with `exactMatch`. */
export interface NumberCondition<F> extends On<F> {
  /** From and to, both included, null = open; or one number with `exactMatch`. */
  readonly searchValue?:
    | readonly []
    | readonly [exactly: `${number}`]
    | readonly [from: `${number}` | null, to: `${number}` | null]
  /** Equals the one number. */
  readonly exactMatch?: boolean
}

/** From one instant or time to another, both included, ISO in UTC; null = open. `TODAY` moves with the clock. */
export interface SpanCondition<F> extends On<F> {
  /** From and to, both included, ISO 8601 in UTC, null = open. */
  readonly searchValue?: readonly [] | readonly [from: string | null, to?: string | null]
}

/** Equal to one of some IDs. */
export interface IdCondition<F, I extends string> extends On<F> {
  /** IDs of which one is enough. */
  readonly searchValue?: readonly I[]
}

type OnSystemName<D extends DatastoreTypes> =
  | IdCondition<"i_id" | "created_by" | "updated_by", string>
  | SpanCondition<"created_at" | "updated_at">
  | NumberCondition<"rev_no" | "unread">
  | TextCondition<"title">
  | IdCondition<"status_id", D["statuses"]>

/** By how the field is matched. */
type OnField<D extends DatastoreTypes, F extends keyof D["matches"]> = D["matches"][F] extends "text"
  ? TextCondition<F>
  : D["matches"][F] extends "names"
    ? PatternCondition<F>
    : D["matches"][F] extends "number"
      ? NumberCondition<F>
      : D["matches"][F] extends "span"
        ? SpanCondition<F>
        : IdCondition<F, Choice<NonNullable<Member<D["values"], F>>>>

/** The IDs that a value is one of, or holds several of; any where the value is more than an ID. */
type Choice<V> = V extends readonly (infer I extends string)[]
  ? I
  : [Extract<V, string>] extends [never]
    ? string
    : Extract<V, string>

/** Conditions of which all must hold, or one. */
export interface ConditionGroup<D extends DatastoreTypes> extends Narrower<{ readonly id?: never }> {
  /** The conditions of the group. */
  readonly conditions: readonly ConditionIn<D>[]
  /** One condition of the group is enough. */
  readonly useOrCondition?: boolean
}

/** A search condition on a datastore: its fields and system names, each with what fits its data type (model.md section 11). */
export type ConditionIn<D extends DatastoreTypes> =
  | { [F in keyof D["matches"]]: OnField<D, F> }[keyof D["matches"]]
  | OnSystemName<D>
  | ConditionGroup<D>
