import type { ScriptChain } from "../../../src/engine/index.ts"
import type { UId, WId } from "../../../src/model/index.ts"
import type { AnswerPlace, Form, Reply, RequestHeaders } from "../../wire/index.ts"
import type { OperationName } from "../contract/table.ts"

export interface ApiRequest {
  readonly operation: OperationName
  readonly params: Readonly<Record<string, string>>
  /** Returns the first value of each query parameter. */
  readonly query: () => Readonly<Record<string, string>>
  readonly headers: RequestHeaders
  /** Reads the body. Rejects if the body is too large. */
  readonly body: () => Promise<Uint8Array>
  readonly form: () => Promise<Form>
  readonly isStrict?: boolean | undefined
  /** Whether item writes ignore keys of unknown fields. Default: they refuse them. */
  readonly ignoresUnknownFields?: boolean | undefined
  readonly scripts?: ScriptChain | undefined
  /** User to act as instead of the token's user. Set for calls by scripts and for calls with an observe token. */
  readonly actAs?: UId | undefined
  /** Workspace to act in, if `actAs` is set. Default: the user's current workspace. */
  readonly actIn?: WId | undefined
  /** Queue in which a long response waits for memory; undefined for callers in this process, which do not wait. */
  readonly place?: AnswerPlace | undefined
  /** Cause of the request's commits, passed to change listeners. Inner calls pass on the same cause. */
  readonly cause?: unknown
}

export interface ApiOutcome {
  readonly reply: Reply
  readonly uId: UId | null
  readonly bug?: unknown
}
