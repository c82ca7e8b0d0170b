import type { WorldClock } from "../automation/index.ts"
import type { Faults, Log, Mailbox, ScriptLog, ScriptRuns, Snapshot, StoredWorld } from "../engine/index.ts"
import type {
  Bisection,
  Capsule,
  CapsuleOptions,
  DryRun,
  Version,
  VersionDifferences,
  WantedItem,
} from "../insight/index.ts"
import type { Explanation, Instant } from "../model/index.ts"
import type { Failure, WebhookDelivery } from "../model/records/index.ts"
import type { Acting, Public, RawOperations } from "../operations/index.ts"
import type { Change, State, View } from "../state/index.ts"

/** An isolated tenant (architecture.md, "A world is a value"): an immutable state and the services that work on it. */
export interface World {
  /** The world's base URL without a trailing slash. A server sets this property when it starts to listen. */
  baseUrl: string
  /** The world's time and scheduled events. */
  readonly clock: WorldClock
  /** The outbox: all mails that the world has sent. */
  readonly mail: Mailbox
  /** The latest calls of webhooks. */
  readonly webhookLog: Log<WebhookDelivery>
  /** Failures that no caller receives: undelivered mails, and items on which an auto action failed. */
  readonly failureLog: Log<Failure>
  /** The lines that the world's scripts have logged. */
  readonly scriptLog: ScriptLog
  /** The latest runs of each script, with errors and lines. */
  readonly scriptRuns: ScriptRuns
  /** The planned faults, which make operations fail. */
  readonly faults: Faults
  /** Operations that return records as they are stored. */
  readonly raw: RawOperations
  /** All current records; immutable. */
  readonly state: State
  /** Number of changes committed so far. */
  readonly version: number
  /** The world's current time in ISO 8601, UTC. */
  readonly now: Instant
  /** Returns a digest of the whole state. Equal states have equal digests. */
  hash(): string
  /** Returns a view for reading the current records. */
  view(): View
  /**
   * Returns all operations, run as the user `e-mail`, `e-mail#user_code` or u_id (fixtures.md, UserRef). Throws for an unknown user.
   * Results contain natural values by display ID, and internal IDs. Operations reject with `DomainError`.
   */
  as(reference: string): Acting
  /** The operations that need no user: registration, login and password recovery. */
  readonly public: Public
  /**
   * Calls `changed` with each change and its cause after the commit, in order, and `replaced` after each restore, reset or import. The
   * first argument of `replaced` is true if the world was loaded again because its store was put back in time. The second is the name of
   * the operation, such as `Restore`.
   */
  onChange(
    changed: (change: Change, cause: unknown) => void,
    replaced?: (isPutBack: boolean, operation: string) => void,
  ): () => void
  /** Returns an independent world in the current state or in that of a snapshot, in O(1). Its `reset` restores the same state. */
  fork(options?: {
    /** Base URL of the new world. Default: this world's base URL. */
    readonly baseUrl?: string | undefined
    /** A snapshot of this world, or of a world from which this world was forked. Default: the current state. */
    readonly from?: Snapshot | undefined
    /** Persistence of the new world. Default: the new world exists only in memory. */
    readonly persistence?: StoredWorld | undefined
  }): World
  /** Returns the changes whose versions the world keeps, newest first. Empty without `createWorld({ history })`. */
  versions(): Version[]
  /**
   * Returns the world as it was at a version, read only (insight.md section 1). The name is the version's number, `-n` for n changes ago, an
   * instant, or on a server `before:ID` or `after:ID` of a request. Throws NOT_FOUND for a version that the world does not keep.
   */
  at(version: number | string): PastWorld
  /** Restores a version, including its clock, as a new version. Completes like `restore`. */
  rewind(version: number | string): Promise<void>
  /** Returns the differences between two versions: complete records as they are stored, with hashes of passwords and with tokens. */
  differences(from: number | string, to: number | string): VersionDifferences
  /** Finds the first version for which `test` is false, by binary search. Rejects if the newest version passes or the oldest fails. */
  bisect(test: (past: PastWorld) => boolean | Promise<boolean>): Promise<Bisection>
  /**
   * Explains why a user may see, update or delete an item or run an action on it, or why not, and what would have to change
   * (insight.md section 2). Changes nothing. Rejects for an unknown user, item or action.
   */
  explain(user: string, wanted: WantedItem): Promise<Explanation>
  /**
   * Runs `run` on a copy of this world, and resolves to its result and effects (insight.md section 3). Under a frozen clock, a second dry
   * run and the real run have the same IDs, except confirmation IDs and tokens.
   */
  dryRun<T>(run: (twin: World) => T | Promise<T>): Promise<DryRun<T>>
  /**
   * Returns a capsule: the oldest version that the world keeps and all that happened after it, without passwords and tokens
   * (insight.md section 4). `writeCapsuleFile` of `hexarium/node` writes it to a file, which `hexarium replay` runs. If an app or a server
   * serves the world, the capsule contains its requests. Rejects with NOT_FOUND if the world keeps no versions.
   *
   * @example
   * ```ts
   * import { createWorld } from "hexarium"
   * import { writeCapsuleFile } from "hexarium/node"
   *
   * const world = await createWorld({ fixture, history: 1000 })
   * await world.as("bob@shop.test").createItem({ application: "SHOP", datastore: "Orders", item: { Total: 12 } })
   * await writeCapsuleFile("bug.capsule.json.gz", await world.capsule())
   * ```
   */
  capsule(options?: CapsuleOptions): Promise<Capsule>
  /**
   * Creates items with invented values that fit the schema (control.md section 1, "seed"). Calls the create action as the users who may run
   * it, links the items to existing ones, and runs status actions. Rejects before the first item if there is no create action.
   */
  seedItems(wish: {
    /** The datastore, by display ID, `APP/DS` or d_id. */
    readonly datastore: string
    /** Number of items, up to 1,000,000. */
    readonly count: number
    /** Seed of the values; the same seed gives the same values. Default: 1. */
    readonly seed?: number | undefined
    /** Number of the first item, to make a large number in parts. Default: 0. */
    readonly from?: number | undefined
    /** Language of names and texts. Default: `en`. */
    readonly locale?: "en" | "ja" | undefined
    /** The user who creates the items. Default: all users who may. */
    readonly as?: string | undefined
  }): Promise<{
    /** Number of items that were created. */
    readonly created: number
    /** Number of status actions that were run. */
    readonly moved: number
    /** Number of status actions that were refused, for example by a script. */
    readonly refused: number
    /** Reason of the first refused status action. */
    readonly reason: string | null
  }>
  /** Returns a snapshot of the current state for `restore`. */
  snapshot(): Snapshot
  /**
   * Restores the snapshot, including its clock, as one change. Without persistence, the change is complete on return or, if the clock is
   * moving, after the move. Rejects snapshots of unrelated worlds, because their files are missing here.
   */
  restore(snapshot: Snapshot): Promise<void>
  /** Restores the world's initial state or, after an import, the imported state. Completes at the same time as `restore`. */
  reset(): Promise<void>
  /** Resolves when all background jobs are done: post scripts, webhooks, mails and links. */
  idle(): Promise<void>
  /** Waits for background jobs and closes the persistence. Later commits fail. */
  close(): Promise<void>
  /** Whether the world has a persistence and can therefore be opened again after the process has ended. */
  readonly isPersistent: boolean
}

/** A version of a world, for reading (insight.md section 1). */
export type PastWorld = Pick<World, "as" | "raw" | "public" | "fork" | "hash" | "version" | "now" | "state" | "view">
