import type { Explanation, Instant, UId, WId } from "../../model/index.ts"
import type { Failure, WebhookDelivery } from "../../model/records/index.ts"
import type { Patterns } from "../../ports/index.ts"
import type { State, View } from "../../state/index.ts"
import type { Background } from "../background/background.ts"
import type { StoreFailures } from "../faults/store-failures.ts"
import type { Log } from "../log.ts"
import type { TxWork } from "../storing/tx-work.ts"
import type { Caller, Operation, Visitor } from "./operation.ts"
import type { Ports } from "./ports.ts"
import type { ScriptChain } from "./script-chain.ts"
import type { ScriptLog, ScriptRuns } from "./script-logs.ts"

export interface CommitAuthor {
  /** The user who caused the change, or null if no user did. */
  readonly uId: UId | null
  /** Cause of the change, e.g. the HTTP request. It is passed to listeners. */
  readonly cause?: unknown
}

export interface ApiCall {
  readonly method: string
  /** Path below `/api/v0`, or a URL with such a path. */
  readonly uri: string
  readonly payload: unknown
  readonly scripts: ScriptChain
  /** Workspace of the call. Default: the user's current workspace. */
  readonly wId?: WId | undefined
  readonly cause?: unknown
}

/** Runs an API call that a script made with `callAPIAsync`, as the user. Resolves to the response body. */
export type ApiCaller = (engine: Engine, call: ApiCall, uId: UId) => Promise<unknown>

/** A call in this process that can run again on a copy of its world. */
export interface RepeatableCall {
  readonly operation: Operation
  /** The caller; null for an operation that needs no user. */
  readonly uId: UId | null
  readonly wId: WId | undefined
  readonly input: unknown
  /** Runs the operation without planned faults. Rejects like the call. */
  run(who: Visitor | Caller, input: unknown): Promise<unknown>
}

/** The world's interface for operations. They read with `view` and write with `commit`. */
export interface Engine {
  readonly ports: Ports
  /** Matches search patterns that contain lookaround or backreferences. */
  readonly patterns: Patterns
  /** The world's URL, without a trailing slash. */
  readonly baseUrl: string
  readonly now: Instant
  readonly state: State
  /** Whether the world is a version of the past (insight.md section 1). Writes are then refused. */
  readonly isReadOnly: boolean
  /** Number of restores, resets and imports so far. A background job from an earlier generation must not change anything. */
  readonly generation: number
  /** Runs the API calls of scripts. Null if the world has no API. */
  readonly apiCaller: ApiCaller | null
  readonly background: Background
  readonly webhookLog: Log<WebhookDelivery>
  readonly failureLog: Log<Failure>
  readonly scriptLog: ScriptLog
  readonly scriptRuns: ScriptRuns
  readonly storeFailures: StoreFailures
  /** Whether this process runs the world's scheduled events and mail deliveries. */
  readonly isActive: boolean
  /** Explains a refused call on the state that it met. If `state` is undefined, explains it on the current state. */
  explainCall(call: RepeatableCall, state: State | undefined): Promise<Explanation>
  /** Returns the view whose tokens are valid. For a version of the past, this is the present world's. */
  tokenView(): View
  idle(): Promise<void>
  view(): View
  /**
   * Runs a transaction at time `at` (default: now): a synchronous function, or parts between which other work but no other transaction runs.
   * If it throws, all changes are rolled back and the promise rejects.
   */
  commit<T>(operation: string, author: CommitAuthor | null, run: TxWork<T>, at?: Instant): Promise<T>
}
