import type { Instant } from "../model/index.ts"
import type { DueEvent, DueFailure, DueKind, Fired } from "../model/records/index.ts"
import type { Tx, View } from "../state/index.ts"
import type { Engine } from "./engine.ts"

export interface Firing {
  readonly at: Instant
  /** True: waits for background work (scripts, webhooks, links) while the world's clock is stopped. */
  readonly waits: boolean
  /** Called at the start of the event's first transaction. */
  readonly prepare?: ((tx: Tx) => void) | undefined
  /** Cause of the event's changes, passed to listeners. */
  readonly cause?: unknown
  /** Called with each failure. Failures do not reject the event's promise. */
  readonly report: (failure: DueFailure) => void
}

/** Lists and runs scheduled events of one kind for the clock. */
export interface DueSource {
  readonly kind: DueKind
  findNext(view: View): DueEvent | undefined
  /** Returns the next occurrence of each event, in any order. */
  listUpcoming(view: View): DueEvent[]
  /** Returns false if the event has run, moved or been removed since it was listed. */
  isStillDue(view: View, event: DueEvent): boolean
  /** Counts the events up to `until`. May stop counting above `limit`. */
  count(view: View, until: Instant, limit: number): number
  fire(engine: Engine, event: DueEvent, firing: Firing): Promise<Fired>
  /** Returns the event's name, whether or not the event is due. Returns undefined if the ID is unknown. */
  nameOf?(view: View, id: string): string | undefined
  /** Runs an event immediately without changing its schedule. Undefined if this kind of event does not support that. */
  fireNow?(engine: Engine, id: string, firing: Firing): Promise<Fired>
}
