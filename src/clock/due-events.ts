import type { Instant } from "../model/ids.ts"
import { byText } from "../order.ts"
import type { DueEvent } from "../records/due-event.ts"
import type { View } from "../state/view.ts"
import type { DueSource } from "./due-source.ts"

/** What happens next. Of several events at one instant, the one of the earlier source. */
export function findNextDue(view: View, sources: readonly DueSource[]): DueEvent | undefined {
  let next: DueEvent | undefined
  for (const source of sources) {
    const event = source.findNext(view)
    if (event !== undefined && (next === undefined || event.at < next.at)) next = event
  }
  return next
}

/** The next occurrence of everything that is going to happen, in order. */
export const listUpcoming = (view: View, sources: readonly DueSource[]): DueEvent[] =>
  sources.flatMap((source) => source.listUpcoming(view)).sort((left, right) => byText(left.at, right.at))

/** How many events a move of the clock to `until` would run; stops counting beyond `limit`. */
export function countDue(view: View, sources: readonly DueSource[], until: Instant, limit: number): number {
  let count = 0
  for (const source of sources) {
    count += source.count(view, until, limit - count)
    if (count > limit) return count
  }
  return count
}
