import type { OperationName } from "../api/index.ts"
import type { ClientOptions } from "./client-options.ts"
import type { WireClient } from "./requests.ts"

/** The response of a dry run (insight.md section 3). */
export interface DryRunResponse<T> {
  /** What the real call would resolve to. */
  readonly response: T
  /** ID of the dry run in the request log, which has its effects, changes, mails and webhooks. */
  readonly requestId: string
}

/** A client whose calls change nothing. A refused call rejects with `ApiError`, whose `requestId` is that of the dry run. */
export type DryRunClient = {
  readonly [N in OperationName]: (
    ...input: Parameters<WireClient[N]>
  ) => Promise<DryRunResponse<Awaited<ReturnType<WireClient[N]>>>>
} & {
  /** Returns a copy of this client with other options, e.g. the token of another user. */
  with(options: ClientOptions): DryRunClient
}
