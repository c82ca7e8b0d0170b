import type { Snapshot } from "../../src/engine/index.ts"
import type { Instant } from "../../src/model/index.ts"
import type { World } from "../../src/world/index.ts"
import type { ForkWish } from "./fork-wish.ts"
import type { EventLog } from "./log/event-log.ts"
import type { RequestCounts } from "./log/request-counts.ts"
import type { RequestLog } from "./log/request-log.ts"

/** A named snapshot of a world. */
export interface NamedSnapshot {
  readonly name: string
  readonly at: Instant
  readonly version: number
  readonly hash: string
  /** Returns the snapshot. The first call reads it if it is only in the store. */
  moment(): Promise<Snapshot>
  /** The snapshot; undefined if it is only in the store. */
  readonly inMemory: Snapshot | undefined
}

/** A world on a server, with its name, logs and snapshots. */
export interface AppWorld {
  /** 1 to 64 letters, digits, - or _. */
  readonly name: string
  /** The engine's `World` object. */
  readonly world: World
  /** Name of the world from which this one was forked; null for `main`. */
  readonly parent: string | null
  /** Creation time by the world's clock: ISO 8601 in UTC. */
  readonly createdAt: Instant
  /** Snapshots of the world, by name. */
  readonly snapshots: ReadonlyMap<string, NamedSnapshot>
  /** Log of the world's latest requests. */
  readonly log: RequestLog
  /** Events of this world. The log of `main` also contains the creation and deletion of other worlds. */
  readonly events: EventLog
}

/** The worlds of one server, by name (architecture.md, "Worlds on a server"). */
export interface AppWorlds {
  /** Counts of the requests to all worlds, also to deleted ones. */
  readonly requestCounts: RequestCounts
  /** Message about the store's current failure; null if no failure is known. */
  readonly storeTrouble: string | null
  /** The world for requests whose path contains no world name. */
  readonly main: AppWorld
  /** Number of worlds on the server. */
  readonly size: number
  /** Returns the world with the given name, or undefined. */
  find(name: string): AppWorld | undefined
  /** Returns the world with the given name. Throws an error with status 404 if there is none. */
  require(name: string): AppWorld
  /** Lists all worlds in order of creation. */
  list(): AppWorld[]
  /** Lists all worlds so that each precedes its forks. If a fork's original was deleted or recreated, the fork's depth is 0. */
  family(): {
    /** The listed world, with its name, logs and snapshots. */
    readonly named: AppWorld
    /** Number of worlds from which this one was forked, directly or indirectly. */
    readonly depth: number
  }[]
  /** Returns the world from which this one was forked. Undefined if it is no fork or if that world no longer exists. */
  parentOf(named: AppWorld): AppWorld | undefined
  /** Copies a world's current state or a snapshot into a new world. The copy is only in memory, even if other worlds are stored; O(1). */
  fork(wish?: ForkWish): AppWorld
  /** Creates a world as `fork` does. If the server has a store, also stores the new world. */
  make(wish?: ForkWish): Promise<AppWorld>
  /** Deletes a world from this server and from the store. */
  drop(name: string): Promise<void>
  /** Takes a snapshot of a world, or copies one of its snapshots. Replaces an existing snapshot of the same name. */
  takeSnapshot(named: AppWorld, name: string, from?: string): Promise<NamedSnapshot>
  /** Deletes a snapshot. */
  dropSnapshot(named: AppWorld, name: string): Promise<void>
  /** Sets the server's URL, without a trailing slash. Links in all worlds' mails start with it. */
  servedAt(url: string): void
  /** Calls `visit` with every world: now with each existing one, later with each new one. */
  onWorld(visit: (named: AppWorld) => void): void
}
