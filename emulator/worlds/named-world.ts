import type { Instant, Snapshot, World, WorldNumber } from "../../src/inside.ts"
import type { AnswerMemo } from "./answer-memo.ts"
import type { EventLog, WorldFate } from "./event-log.ts"
import type { ObserveTokens } from "./observe-tokens.ts"
import type { RequestLog } from "./request-log.ts"

/** A moment of a world under a name. */
export interface NamedSnapshot {
  readonly name: string
  readonly at: Instant
  readonly version: number
  readonly hash: string
  /** The moment itself; what is in a store is read when it is first asked for. */
  moment(): Promise<Snapshot>
  /** Present while it is in memory. */
  readonly held: Snapshot | undefined
}

/** A world on a server, with what the server keeps beside its state. */
export interface NamedWorld {
  /** 1 to 64 letters, digits, - or _. */
  readonly name: string
  /** The world itself. */
  readonly world: World
  /** Name of the world it was forked from; null for `main`. */
  readonly parent: string | null
  /** When it was made, by its own clock: ISO 8601 in UTC. */
  readonly createdAt: Instant
  /** When it was made, by the machine's clock. */
  readonly madeAtMs: number
  /** How many worlds the server had made before. */
  readonly madeAfter: number
  /** By which the store knows it; undefined without a store. */
  readonly number: WorldNumber | undefined
  /** Moments of it, by name. */
  readonly snapshots: Map<string, NamedSnapshot>
  /** The latest requests to it. */
  readonly log: RequestLog
  /** Everything that happens in it, and to the worlds of the server. */
  readonly events: EventLog
  /** Writes down what became of the world, in its own events and in those of `main`. */
  readonly tell: (what: WorldFate) => void
  /** Tokens to look at it without leaving a trace. */
  readonly observeTokens: ObserveTokens
  /** Answers to repeated reads of its present state. */
  readonly answers: AnswerMemo
}

/** Replaces everything in a world; its reset leads to the new state, and what was logged of the old one is forgotten. */
export async function replaceWorld(
  named: NamedWorld,
  state: World["state"],
  madeOf: string | null = null,
): Promise<void> {
  await named.world.replaceWith(state, madeOf)
  named.log.clear()
  tellReplaced(named, "imported")
}

export async function resetWorld(named: NamedWorld): Promise<void> {
  await named.world.reset()
  named.log.clear()
  tellReplaced(named, "reset")
}

export function tellReplaced({ tell, events }: NamedWorld, what: WorldFate): void {
  tell(what)
  events.add({ kind: "clock" })
}
