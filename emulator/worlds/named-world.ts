import type { Snapshot } from "../../src/engine/index.ts"
import type { Instant } from "../../src/model/index.ts"
import type { WorldNumber } from "../../src/ports/index.ts"
import type { EngineWorld } from "../../src/world/index.ts"
import type { EventLog, WorldFate } from "./log/event-log.ts"
import type { RequestLog } from "./log/request-log.ts"
import type { ObserveTokens } from "./observe-tokens.ts"

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

/** A world on a server, with its name, logs, snapshots and tokens. */
export interface NamedWorld {
  /** 1 to 64 letters, digits, - or _. */
  readonly name: string
  /** The engine's `World` object. */
  readonly world: EngineWorld
  /** Name of the world from which this one was forked; null for `main`. */
  readonly parent: string | null
  /** Creation time by the world's clock: ISO 8601 in UTC. */
  readonly createdAt: Instant
  /** Creation time by the machine's clock, in milliseconds since 1970. */
  readonly madeAtMs: number
  /** Number of worlds that the server had created before this one. */
  readonly madeAfter: number
  /** The world's number in the store; undefined without a store. */
  readonly number: WorldNumber | undefined
  /** Snapshots of the world, by name. */
  readonly snapshots: Map<string, NamedSnapshot>
  /** Log of the world's latest requests. */
  readonly log: RequestLog
  /** Events of this world. The log of `main` also contains the creation and deletion of other worlds. */
  readonly events: EventLog
  /** Records an event such as the world's deletion, both in its own event log and in that of `main`. */
  readonly record: (what: WorldFate) => void
  /** Creates and verifies tokens with which a client observes the world without leaving a trace in it. */
  readonly observeTokens: ObserveTokens
}

/** Replaces a world's state and clears its request log. Afterwards, `reset` restores the new state. */
export async function replaceWorld(
  named: NamedWorld,
  state: EngineWorld["state"],
  madeOf: string | null = null,
  origin = state,
): Promise<void> {
  await named.world.replaceWith(state, madeOf, origin)
  named.log.clear()
  recordReplaced(named, "imported")
}

export async function resetWorld(named: NamedWorld): Promise<void> {
  await named.world.reset()
  named.log.clear()
  recordReplaced(named, "reset")
}

/** Sets a world back to one of its versions. */
export async function rewindWorld(named: NamedWorld, version: number | string): Promise<void> {
  await named.world.rewind(version)
  recordReplaced(named, "restored")
}

export function recordReplaced({ record, events }: NamedWorld, what: WorldFate): void {
  record(what)
  events.add({ kind: "clock" })
}
