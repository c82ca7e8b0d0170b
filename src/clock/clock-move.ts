import { type Duration, readDuration } from "../calendar/duration.ts"
import { LAST_INSTANT, readDay, readInstant, toInstant } from "../model/calendar/instants.ts"
import { invalidParams } from "../model/error.ts"
import type { Instant } from "../model/ids.ts"
import type { Fired } from "../records/due-event.ts"
import type { ClockState } from "../state/scalars.ts"
import { type NamesOf, requireOptions } from "../model/strings/options.ts"

/** How a world's clock runs: `real` shows the machine's time, `ticking` runs from wherever it was put, `frozen` stands still until it is moved. */
export type ClockMode = ClockState["mode"]

/** At most one of `advance`, `to` and `next`; `mode` is applied after it (control.md section 3). */
export interface ClockMove {
  /** How far to go: milliseconds, or a text such as `1d`, `2h 30m`. */
  readonly advance?: Duration | undefined
  /** Where to go to: an instant that lies ahead. */
  readonly to?: string | undefined
  /** True: to what is due next. */
  readonly next?: boolean | undefined
  /** How time goes on from there. */
  readonly mode?: ClockMode | undefined
}

/** Whether what was asked for is still wanted; an `AbortSignal` is one. */
export interface Ending {
  /** True: it is not wanted any more. */
  readonly aborted: boolean
}

/** What moving the clock came to. */
export interface Moved {
  /** The world's time after the move. */
  readonly now: Instant
  /** How time goes on. */
  readonly mode: ClockMode
  /** In firing order. */
  readonly fired: readonly Fired[]
}

const MOVE: NamesOf<ClockMove> = { advance: true, to: true, next: true, mode: true }
const MODES: readonly ClockMode[] = ["real", "frozen", "ticking"]
const FIRST: Instant = "0001-01-01T00:00:00.000Z"

/** Refuses a move that says nothing, or two things at once. */
export function requireMove(move: ClockMove): void {
  requireOptions("clock.move", move, MOVE)
  const { advance, to, next, mode } = move
  if (mode !== undefined && !MODES.includes(mode)) {
    throw invalidParams(`mode: expected one of ${MODES.join(", ")}, not ${JSON.stringify(mode)}`)
  }
  if ([advance !== undefined, to !== undefined, next === true].filter(Boolean).length > 1) {
    throw invalidParams("only one of advance, to and next can be given")
  }
}

/** Where a move leads to; undefined where it stays. `nextDueAt` tells when the next thing happens. */
export function targetOf(move: ClockMove, now: Instant, nextDueAt: () => Instant | undefined): Instant | undefined {
  const target = findTarget(move, now, nextDueAt)
  if (target !== undefined && (target < FIRST || target > LAST_INSTANT)) {
    throw invalidParams(`the clock can't leave the years 0001 to 9999: ${target}`)
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
    throw invalidParams(`to: expected an ISO 8601 instant such as 2026-01-05T09:00:00Z, not ${JSON.stringify(to)}`)
  }
  const due = next === true ? nextDueAt() : undefined
  return due !== undefined && due < now ? now : due
}
