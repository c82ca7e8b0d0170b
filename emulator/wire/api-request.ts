import type { State, UId, WId } from "../../src/inside.ts"
import type { OperationName } from "../api/contract/table.ts"
import type { AnswerPlace } from "./answer-room.ts"
import type { Form } from "./form.ts"
import type { Reply } from "./reply.ts"
import type { RequestHeaders } from "./request-headers.ts"

/** Answers to reads that users made before, by the path and query that they asked for. */
export interface GivenAnswers {
  /** What reading now would answer; undefined when it is not known. */
  find(uId: UId, target: string): Reply | undefined
  /** `state` is what the answer was read from. */
  keep(state: State, uId: UId, target: string, reply: Reply): void
}

/** A request to an operation, after routing. */
export interface ApiRequest {
  readonly operation: OperationName
  readonly params: Readonly<Record<string, string>>
  /** The query by name; of a parameter given several times the first. */
  readonly query: () => Readonly<Record<string, string>>
  readonly headers: RequestHeaders
  /** Reads the body; asked for once, after place and privilege are settled. Refuses what is too large. */
  readonly body: () => Promise<Uint8Array>
  /** Reads a multipart body; asked for once. */
  readonly form: () => Promise<Form>
  /** Refuses members of the body that the operation does not know. */
  readonly isStrict?: boolean | undefined
  /** How many scripts deep the request is (model.md section 9). */
  readonly depth?: number
  /** Set for a script's own calls, which carry no token, and for a token to observe, which is in no table. */
  readonly actAs?: UId
  /** The workspace such a call is made in, when it is not the user's current one. */
  readonly actIn?: WId | undefined
  /** Answers given before that may be given again, and under what this one is to be found there. */
  readonly memo?: { readonly answers: GivenAnswers; readonly target: string } | undefined
  /** Where a long answer waits for room; absent for callers in process, who do not wait. */
  readonly place?: AnswerPlace | undefined
  /** Whose commits those of the request are, for those who listen to changes; calls from inside pass it on. */
  readonly behalf?: unknown
}

/** What became of a request. */
export interface ApiOutcome {
  readonly reply: Reply
  readonly uId: UId | null
  /** A bug of ours, when there was one. */
  readonly bug?: unknown
}
