import type { Instant } from "../../model/index.ts"
import type { DueEvent, DueFailure, DueKind, Fired } from "../../model/records/index.ts"
import type { Tx, View } from "../../state/index.ts"
import type { Engine } from "../operation/engine.ts"

export interface Firing {
  readonly at: Instant
  /** If true, the world's clock stands still until background jobs (scripts, webhooks, links) have ended. */
  readonly waits: boolean
  /** Called at the start of the event's first transaction. */
  readonly prepare?: ((tx: Tx) => void) | undefined
  /** Cause of the event's changes. It is passed to listeners. */
  readonly cause?: unknown
  /** Called with each failure. A failure does not reject the promise of `fire`. */
  readonly report: (failure: DueFailure) => void
}

/** Lists and runs all scheduled events of one kind. The world's clock uses one source for each kind. */
export interface DueSource {
  readonly kind: DueKind
  findNext(view: View): DueEvent | undefined
  /** Returns the next run of each event, in any order. */
  listUpcoming(view: View): DueEvent[]
  /** Returns false if the event has run, moved or been removed since `listUpcoming` returned it. */
  isStillDue(view: View, event: DueEvent): boolean
  /** Counts the events that are due at or before `until`. May stop counting once the count exceeds `limit`. */
  count(view: View, until: Instant, limit: number): number
  fire(engine: Engine, event: DueEvent, firing: Firing): Promise<Fired>
  /** Returns the event's name, whether or not the event is due. Returns undefined if the ID is unknown. */
  nameOf?(view: View, id: string): string | undefined
  /** Runs an event immediately without changing its schedule. Omitted if events of this kind can't be run on request. */
  fireNow?(engine: Engine, id: string, firing: Firing): Promise<Fired>
}
