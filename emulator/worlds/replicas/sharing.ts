import type { Instant } from "../../../src/model/index.ts"
import type { PendingJob } from "../../../src/model/records/index.ts"
import type { Store, WorldNumber } from "../../../src/ports/index.ts"

export interface ReplicaRow {
  readonly id: string
  readonly since: Instant
  /** Numbers of the worlds that the server leads. */
  readonly leads: readonly WorldNumber[]
  readonly versions: Readonly<Record<string, number>>
  readonly lagMs: number
}

/** A stored job, such as sending a mail, that no server has completed yet. */
export interface OutboxRow extends PendingJob {
  readonly world: WorldNumber
  /** ID of the server that runs the job. If null, the server that leads the world runs it. */
  readonly replica: string | null
}

/** Store operations for servers that share a store. Times are by the store's clock. */
export interface Sharing {
  /** Acquires or renews the lease to lead a world, for `ms` milliseconds. Resolves to false if another server has the lease. */
  lead(world: WorldNumber, replica: string, ms: number): Promise<boolean>
  /** Ends a server's leases and removes the server from `replicas`. */
  leave(replica: string): Promise<void>
  /** Stores a server's description. `replicas` lists it for `ms` milliseconds. */
  beat(replica: ReplicaRow, ms: number): Promise<void>
  replicas(): Promise<readonly ReplicaRow[]>
  /** Lists, in order of creation, jobs without an owner and jobs whose owner `replicas` does not list. */
  unclaimedJobs(): Promise<readonly OutboxRow[]>
  /** Makes a server the owner of a job. Resolves to false if the job is complete or already has an owner. */
  claim(world: WorldNumber, key: string, replica: string): Promise<boolean>
  /** Deletes jobs. Resolves to the keys of the jobs that existed. */
  completeJobs(world: WorldNumber, keys: readonly string[]): Promise<readonly string[]>
}

/** A store that several servers can share. It also holds their jobs, which are stored with the changes that cause them. */
export interface SharedStore extends Store {
  readonly sharing: Sharing
  /** Makes calls whose outcome is unknown reject instead of trying again, because the process is about to end. */
  stopRetrying?(): void
}

/** Ends the retries of a store that repeats calls until their outcome is known. */
export function stopRetrying(store: Store): void {
  if ("sharing" in store) (store as SharedStore).stopRetrying?.()
}

export const sharingOf = (store: Store | undefined): Sharing | undefined =>
  store !== undefined && "sharing" in store ? (store as SharedStore).sharing : undefined
