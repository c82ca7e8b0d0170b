import { clockNow, type DueSource, type Engine } from "../engine/index.ts"
import {
  byText,
  type Duration,
  type Instant,
  invalidParams,
  LAST_INSTANT,
  type NamesOf,
  readDay,
  readDuration,
  readInstant,
  requireOptions,
  toInstant,
} from "../model/index.ts"
import { CLOCK_MODES, type ClockMode, type DueEvent, type Fired } from "../model/records/index.ts"
import type { ClockState, Tx, View } from "../state/index.ts"

/** A clock that is `real` shows the machine's time, `ticking` runs on from the instant that was set, and `frozen` stands still. */

/** A clock move: at most one of `advance`, `to` and `next`, then the change to `mode` (control.md section 3). */
export interface ClockMove {
  /** Duration in milliseconds, or as a string such as `1d` or `2h 30m`. */
  readonly advance?: Duration | undefined
  /** Instant to which the clock moves. Only a frozen clock can go back. */
  readonly to?: string | undefined
  /** If true, the clock moves to the next scheduled event. */
  readonly next?: boolean | undefined
  /** Mode of the clock after the move. */
  readonly mode?: ClockMode | undefined
}

/** The part of AbortSignal that clock moves use. Any AbortSignal can be passed. */
export interface AbortState {
  /** True once the move was cancelled. */
  readonly aborted: boolean
}

/** The result of a clock move. */
export interface ClockMoveResult {
  /** The world's time after the move. */
  readonly now: Instant
  /** Mode of the clock after the move. */
  readonly mode: ClockMode
  /** The events that ran, in the order in which they ran. */
  readonly fired: readonly Fired[]
}

const MOVE: NamesOf<ClockMove> = { advance: true, to: true, next: true, mode: true }
const FIRST_INSTANT: Instant = "0001-01-01T00:00:00.000Z"

/** Throws for unknown properties and modes, and for more than one of `advance`, `to` and `next`. */
export function requireMove(move: ClockMove): void {
  requireOptions("clock.move", move, MOVE)
  const { advance, to, next, mode } = move
  if (mode !== undefined && !CLOCK_MODES.includes(mode)) {
    throw invalidParams(`mode: expected one of ${CLOCK_MODES.join(", ")}, received ${JSON.stringify(mode)}`)
  }
  if ([advance !== undefined, to !== undefined, next === true].filter(Boolean).length > 1) {
    throw invalidParams("expected only one of advance, to and next")
  }
}

/** Returns the instant to which a move leads; undefined if the time stays the same. `nextDueAt` returns the next event's instant. */
export function targetOf(move: ClockMove, now: Instant, nextDueAt: () => Instant | undefined): Instant | undefined {
  const target = findTarget(move, now, nextDueAt)
  if (target !== undefined && (target < FIRST_INSTANT || target > LAST_INSTANT)) {
    throw invalidParams(`expected a time in the years 0001 to 9999, received ${target}`)
  }
  return target
}

function findTarget(
  { advance, to, next }: ClockMove,
  now: Instant,
  nextDueAt: () => Instant | undefined,
): Instant | undefined {
  if (advance !== undefined) return toInstant(Date.parse(now) + readDuration(advance))
  if (to !== undefined) {
    const instant = readInstant(to) ?? readDay(to)
    if (instant !== undefined) return instant
    throw invalidParams(`to: expected an ISO 8601 instant such as 2026-01-05T09:00:00Z, received ${JSON.stringify(to)}`)
  }
  const due = next === true ? nextDueAt() : undefined
  return due !== undefined && due < now ? now : due
}

/** Thrown in a clock move's transaction if another server has already moved the clock or run the event. */
export class Overtaken extends Error {}

/** Returns the time that the clock shows when the machine's time is `nowMs`. */
const shownAt = (clock: ClockState, nowMs: number): number => Date.parse(clockNow(clock, { now: () => nowMs }))

const isSame = (one: ClockState, other: ClockState): boolean =>
  one.mode === other.mode && shownAt(one, 0) === shownAt(other, 0)

/** One clock move. If other servers also move the clock during a relative move, the target shifts by the same duration. */
export class MoveRoute {
  readonly #engine: Engine
  readonly #isRelative: boolean
  #target: Instant
  #clock: ClockState
  #next: ClockState | undefined

  constructor(target: Instant, isRelative: boolean, engine: Engine) {
    this.#engine = engine
    this.#isRelative = isRelative
    this.#target = target
    this.#clock = engine.state.scalars.clock
  }

  get target(): Instant {
    return this.#target
  }

  /** Sets the clock; a real clock becomes ticking. Throws `Overtaken` if another server moved the clock during a relative move. */
  setClock(tx: Tx, at: Instant): void {
    const { clock } = tx.scalars
    if (this.#isRelative && !isSame(clock, this.#clock)) throw new Overtaken()
    const offsetMs = Date.parse(at) - this.#engine.ports.wallClock.now()
    const next: ClockState = clock.mode === "frozen" ? { mode: "frozen", now: at } : { mode: "ticking", offsetMs }
    this.#next = next
    if (!isSame(clock, next)) tx.setScalars({ clock: next })
  }

  committed(): void {
    this.#clock = this.#next ?? this.#clock
  }

  /** Shifts the target of a relative move by the duration of other servers' moves. */
  shift(): void {
    const { clock } = this.#engine.state.scalars
    if (!this.#isRelative) return
    const nowMs = this.#engine.ports.wallClock.now()
    this.#target = toInstant(Date.parse(this.#target) + shownAt(clock, nowMs) - shownAt(this.#clock, nowMs))
    this.#clock = clock
  }
}

/** Returns the earliest event. If several events have the same instant, the first source's event is returned. */
export function findNextDue(view: View, sources: readonly DueSource[]): DueEvent | undefined {
  let next: DueEvent | undefined
  for (const source of sources) {
    const event = source.findNext(view)
    if (event !== undefined && (next === undefined || event.at < next.at)) next = event
  }
  return next
}

export const listUpcoming = (view: View, sources: readonly DueSource[]): DueEvent[] =>
  sources.flatMap((source) => source.listUpcoming(view)).sort((left, right) => byText(left.at, right.at))

/** Counts the events that are due at or before `until`. Stops when the count exceeds `limit`. */
export function countDue(view: View, sources: readonly DueSource[], until: Instant, limit: number): number {
  let count = 0
  for (const source of sources) {
    count += source.count(view, until, limit - count)
    if (count > limit) return count
  }
  return count
}
