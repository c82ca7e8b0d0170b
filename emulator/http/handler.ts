import type { Caller, Engine, UId, Visitor } from "../../src/inside.ts"
import type { Documented } from "../contract/documented.ts"
import type { AnswerInput, BodyOf, FormOf, ParamsOf, QueryOf, Row } from "../contract/row.ts"
import type { ApiOutcome, ApiRequest, RequestHeaders } from "../wire/api-request.ts"
import type { FilePart } from "../wire/form.ts"
import type { Reply } from "../wire/reply.ts"

/** What handlers may use of the raw request besides the checked one. */
export interface RequestFacts {
  readonly headers: RequestHeaders
  /** The presented token, for Logout and the like; null without one. */
  readonly token: string | null
  /** How many scripts deep the request is. */
  readonly depth: number
  /** Runs another operation in the same world, as UnauthorizedCall does. */
  readonly rerun: (request: ApiRequest) => Promise<ApiOutcome>
}

/** A request that has passed the steps before its operation. */
export interface Call<R extends Row> {
  readonly engine: Engine
  readonly params: ParamsOf<R>
  readonly query: QueryOf<R>
  readonly body: BodyOf<R>
  readonly form: FormOf<R>
  readonly files: readonly FilePart[]
  /** The first file part of the name that the row asks for. */
  readonly file: R extends { readonly file: string } ? FilePart : undefined
  readonly facts: RequestFacts
  /** Who calls a use case that needs no user. */
  readonly visitor: Visitor
  /** The user of the token. */
  readonly uId: R["auth"] extends "token" ? UId : UId | null
  /** Who calls the use case; only rows with `auth: "token"` have one. */
  readonly caller: R["auth"] extends "token" ? Caller : Caller | null
}

/** A request that has passed the checks of a row, whichever that is. */
export interface CheckedCall {
  readonly row: Row
  readonly engine: Engine
  readonly params: Readonly<Record<string, string>>
  readonly query: unknown
  readonly body: unknown
  readonly form: unknown
  readonly files: readonly FilePart[]
  readonly file: FilePart | undefined
  readonly facts: RequestFacts
  readonly visitor: Visitor
  readonly uId: UId | null
  readonly caller: Caller | null
}

/** Whether a request was checked against this very row: then its parts are what the row says, and its user is there. */
export const isCallOf = <R extends Row>(row: R, call: CheckedCall): call is CheckedCall & Call<R> =>
  call.row === row && (row.auth !== "token" || call.caller !== null)

/** Carries a checked request out: the JSON of its row, or a `Reply`. */
export type AnswerCall<R extends Row> = (call: Call<R>) => Promise<AnswerInput<R> | Reply>

/** Translates an operation that asks for no user, or does without one: wire words → use case → presenter. No rules. */
export interface Handler<R extends Row = Row> {
  readonly run: AnswerCall<R>
}

/** Operations that a user calls are translated by `handle`. Answers with members that the row does not have are refused here, too. */
export const handler = <R extends Row, A extends AnswerInput<R> | Reply>(
  _row: R,
  run: (call: Call<R>) => Promise<A & Documented<A, AnswerInput<R> | Reply>>,
): Handler<R> => ({ run })
