import type { WorldNumber } from "../../src/ports/index.ts"
import type { EngineWorld } from "../../src/world/index.ts"
import type { AppWorld, NamedSnapshot } from "./app-worlds.ts"
import type { WorldFate } from "./log/event-log.ts"
import type { RequestLog } from "./log/request-log.ts"
import type { ObserveTokens } from "./observe-tokens.ts"

/** A world on a server, with the members that the server itself needs in addition to those of `AppWorld`. */
export interface NamedWorld extends AppWorld {
  readonly world: EngineWorld
  /** Creation time by the machine's clock, in milliseconds since 1970. */
  readonly madeAtMs: number
  /** Number of worlds that the server had created before this one. */
  readonly madeAfter: number
  /** The world's number in the store; undefined without a store. */
  readonly number: WorldNumber | undefined
  readonly snapshots: Map<string, NamedSnapshot>
  /** Records an event such as the world's deletion, both in its own event log and in that of `main`. */
  readonly record: (what: WorldFate) => void
  /** At a version of the past: the log of the world, for dry runs. All other requests at a version are in no log. */
  readonly presentLog?: RequestLog
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
