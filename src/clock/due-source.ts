import type { Engine } from "../engine/engine.ts"
import type { Instant } from "../model/ids.ts"
import type { DueEvent, DueKind, Fired } from "../records/due-event.ts"
import type { DueFailure } from "../records/failure.ts"
import type { Tx } from "../state/tx.ts"
import type { View } from "../state/view.ts"

/** How something due is carried out. */
export interface Firing {
  /** The instant it happens at. */
  readonly at: Instant
  /**
   * Whether to wait for what follows it (scripts that are not awaited, webhooks, links), because time stands still
   * meanwhile.
   */
  readonly waits: boolean
  /** Joins the first change it makes. */
  readonly prepare?: ((tx: Tx) => void) | undefined
  /** On whose behalf its changes are made: what fires. */
  readonly behalf?: unknown
  /** Told about everything that it could not do. */
  readonly report: (failure: DueFailure) => void
}

/** A kind of event that happens by itself. The clock asks its sources what is due and has them carry it out. */
export interface DueSource {
  /** What kind of event. */
  readonly kind: DueKind
  /** What of this kind happens next. */
  findNext(view: View): DueEvent | undefined
  /** The next occurrence of everything of this kind that is going to happen, in any order. */
  listUpcoming(view: View): DueEvent[]
  /** Whether the event is still to come as it was announced. */
  isStillDue(view: View, event: DueEvent): boolean
  /** How many events of this kind a move of the clock to `until` would run; may stop counting beyond `limit`. */
  count(view: View, until: Instant, limit: number): number
  /** Carries an event out, so that it is not due any more. */
  fire(engine: Engine, event: DueEvent, firing: Firing): Promise<Fired>
  /** What something of this kind is called, whether it is due or not; undefined where there is none. */
  nameOf?(view: View, id: string): string | undefined
  /** Runs a planned event now and leaves its schedule alone; absent where that makes no sense. */
  fireNow?(engine: Engine, id: string, firing: Firing): Promise<Fired>
}
