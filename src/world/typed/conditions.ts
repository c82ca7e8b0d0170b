import type { DatastoreTypes, Member, Narrower } from "./schema.ts"

interface Negatable {
  /** If true, the condition is negated. */
  readonly notMatch?: boolean
  /** If true, the condition also matches empty values. */
  readonly includeNull?: boolean
}

interface On<F> extends Negatable {
  /** Display ID of the field, or the name of a system column. */
  readonly id: F
}

/** Matches strings that equal a string or match a regular expression. */
export interface TextCondition<F> extends On<F> {
  /** Strings or regular expressions. A value matches if any of them matches. Numbers are converted to strings. */
  readonly searchValue?: readonly (string | number)[]
  /** If true, strings match only if they are equal; if false, `searchValue` contains regular expressions. */
  readonly exactMatch?: boolean
}

/** Matches file names by regular expression. */
export interface PatternCondition<F> extends On<F> {
  /** Regular expressions. A file name matches if it matches any of them. */
  readonly searchValue?: readonly string[]
}

/** Matches numbers in a range or, with `exactMatch`, a single number. */
export interface NumberCondition<F> extends On<F> {
  /** Lower and upper bound, both inclusive; null means no bound. With `exactMatch`, a single number. */
  readonly searchValue?:
    | readonly []
    | readonly [exactly: number | `${number}`]
    | readonly [from: number | `${number}` | null, to: number | `${number}` | null]
  /** If true, matches a single number instead of a range. */
  readonly exactMatch?: boolean
}

/** Matches a range of instants or times. `TODAY` is the current day of the world's clock. */
export interface SpanCondition<F> extends On<F> {
  /** Start and end, both inclusive, in UTC; null means no bound. A date without a time starts or ends a range of instants with the whole day. */
  readonly searchValue?: readonly [] | readonly [from: string | null, to?: string | null]
  /** If true, and the only search value is a date without a time, matches the instants of that day. */
  readonly exactMatch?: boolean
}

/** Matches values that are IDs, such as options or users. */
export interface IdCondition<F, I extends string> extends On<F> {
  /** The IDs to find. A value matches if it contains any of them. */
  readonly searchValue?: readonly I[]
}

type OnSystemName<D extends DatastoreTypes> =
  | IdCondition<"i_id" | "created_by" | "updated_by", string>
  | SpanCondition<"created_at" | "updated_at">
  | NumberCondition<"rev_no" | "unread">
  | TextCondition<"title">
  | IdCondition<"status_id", D["statuses"]>

type OnField<D extends DatastoreTypes, F extends keyof D["matches"]> = D["matches"][F] extends "text"
  ? TextCondition<F>
  : D["matches"][F] extends "names"
    ? PatternCondition<F>
    : D["matches"][F] extends "number"
      ? NumberCondition<F>
      : D["matches"][F] extends "span"
        ? SpanCondition<F>
        : IdCondition<F, Choice<NonNullable<Member<D["values"], F>>>>

/** The known IDs that a value, or an element of a list, can have; `string` if the type has no known IDs. */
type Choice<V> = V extends readonly (infer I extends string)[]
  ? I
  : [Extract<V, string>] extends [never]
    ? string
    : Extract<V, string>

/** A group of conditions. All of them must match, unless `useOrCondition` is true. */
export interface ConditionGroup<D extends DatastoreTypes> extends Narrower<{ readonly id?: never }> {
  /** The conditions of the group. */
  readonly conditions: readonly ConditionIn<D>[]
  /** If true, one matching condition of the group suffices. Default: all must match. */
  readonly useOrCondition?: boolean
  /** If true, the group is negated. */
  readonly notMatch?: boolean
}

/** A search condition on a field or system column, typed by the field's data type (model.md section 11). */
export type ConditionIn<D extends DatastoreTypes> =
  | { [F in keyof D["matches"]]: OnField<D, F> }[keyof D["matches"]]
  | OnSystemName<D>
  | ConditionGroup<D>
