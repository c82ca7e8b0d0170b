import type { Instant, UId, WId } from "../model/ids.ts"
import type { Patterns } from "../ports/patterns.ts"
import type { Ports } from "../ports/ports.ts"
import type { Failure } from "../records/failure.ts"
import type { WebhookDelivery } from "../records/webhook-delivery.ts"
import type { State } from "../state/state.ts"
import type { Tx } from "../state/tx.ts"
import type { View } from "../state/view.ts"
import type { Background } from "./background.ts"
import type { Log } from "./log.ts"
import type { ScriptLog } from "./script-log.ts"
import type { ScriptRuns } from "./script-runs.ts"
import type { StoreFailures } from "./store-failures.ts"

/** Who a change is written down for. */
export interface CommitAuthor {
  /** Null when no user is behind it. */
  readonly uId: UId | null
  /** On whose behalf they act, told to listeners of changes: the request, where there is one. */
  readonly behalf?: unknown
}

/** An API call that a script makes (model.md section 9). */
export interface ApiCall {
  /** HTTP method. */
  readonly method: string
  /** Path below `/api/v0`, or a whole URL of it. */
  readonly uri: string
  /** Its body, as JSON data. */
  readonly payload: unknown
  /** How many scripts deep it is. */
  readonly depth: number
  /** Where the user works for it, when that is not their current workspace. */
  readonly wId?: WId | undefined
  /** On whose behalf the script runs. */
  readonly behalf?: unknown
}

/** Runs a script's `callAPIAsync` as the user; resolves to the answer's body. */
export type ApiCaller = (engine: Engine, call: ApiCall, uId: UId) => Promise<unknown>

/** What use cases and rules know of the world they work in: they read by `view` and write by `commit`. */
export interface Engine {
  readonly ports: Ports
  /** Lookaround and backreferences of searches. */
  readonly patterns: Patterns
  /** Where the world is served, without a trailing slash. */
  readonly baseUrl: string
  /** What the world's clock shows, in the millisecond form. */
  readonly now: Instant
  /** The state as it is. */
  readonly state: State
  /**
   * Counts how often everything was replaced (restore, reset, import). Work that continues after an answer compares it with
   * the life it began in: if they differ, it must change nothing.
   */
  readonly life: number
  /** Runs API calls of scripts; null where there is no API to call. */
  readonly apiCaller: ApiCaller | null
  /** Work that continues after the answer. */
  readonly background: Background
  readonly webhookLog: Log<WebhookDelivery>
  readonly failureLog: Log<Failure>
  readonly scriptLog: ScriptLog
  readonly scriptRuns: ScriptRuns
  readonly storeFailures: StoreFailures
  /** Whether what happens by itself is done here: of several servers on one store, one leads a world. */
  readonly leads: boolean
  /** Resolves once all work after answers is done and everything is stored. */
  idle(): Promise<void>
  /** The state as it is, at the present instant. */
  view(): View
  /**
   * Runs one synchronous transaction, alone. What it throws rolls everything back and reaches the caller. `at` is the instant it
   * happens at, the present one when absent.
   */
  commit<T>(operation: string, author: CommitAuthor | null, run: (tx: Tx) => T, at?: Instant): Promise<T>
}
