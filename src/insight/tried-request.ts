import type { Engine, Operation } from "../engine/index.ts"
import type { DomainError, UId, WId } from "../model/index.ts"
import type { JsonObject } from "../model/input/index.ts"
import type { View } from "../state/index.ts"

/** The property in an input, or a value in it, that an edit changes. */
export type InputPath = readonly [string, ...(string | number)[]]

export interface Edit {
  readonly path: InputPath
  /** The new value. Undefined removes the property or the element. */
  readonly value: unknown
}

/** An error of the input's schema. `path` begins with the input property. */
export interface InputIssue {
  readonly path: InputPath
  readonly code: string
  readonly received: unknown
  /** Allowed values of an enumeration, or the kind that was expected. */
  readonly values?: readonly unknown[] | undefined
  readonly expected?: string | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
}

/** A call of an operation that changes the world before the request. */
export interface ChangeCall {
  readonly operation: string
  readonly uId: UId
  readonly input: JsonObject
}

export interface TrialOutcome {
  readonly status: number
  /** The refusal; null if the request was accepted. */
  readonly refusal: DomainError | null
}

/** A request to explain: a call in this process, or an HTTP request. `R` is the form in which ways show requests. */
export interface TriedRequest<R> {
  /** The operation; null for a request that has none of its own. */
  readonly operation: Operation | null
  /** The caller; null if the request has no valid token. */
  readonly uId: UId | null
  readonly wId: WId | undefined
  /** The input as it was sent, by the operation's property names. Values may be invalid. */
  readonly input: JsonObject
  listIssues(): readonly InputIssue[]
  /** Returns the request with changes. Undefined if the request has no place for them. */
  edit(edits: readonly Edit[]): TriedRequest<R> | undefined
  /** Returns the same request of another user. */
  sendAs(uId: UId): TriedRequest<R>
  run(engine: Engine): Promise<TrialOutcome>
  /** Returns the request in the form of ways. Undefined if the request contains a secret. */
  show(view: View): R | undefined
  showChange(view: View, call: ChangeCall): R | undefined
}

/** Returns a copy of `whole` with one changed part. */
export function withEdit(whole: unknown, [first, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (first === undefined) return value
  if (Array.isArray(whole)) {
    const at = Number(first)
    const element = withEdit(whole[at], rest, value)
    return element === undefined ? whole.toSpliced(at, 1) : whole.with(at, element)
  }
  const { [first]: part, ...others } =
    ((typeof whole === "object" ? whole : undefined) as Record<string, unknown>) ?? {}
  const changed = withEdit(part, rest, value)
  return changed === undefined ? others : { ...others, [first]: changed }
}

export const withEdits = (input: unknown, edits: readonly Edit[]): unknown =>
  edits.reduce((edited, { path, value }) => withEdit(edited, path, value), input)
