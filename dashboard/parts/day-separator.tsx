import type { DayRow } from "./days.ts"

/** Shows a separator in a list. */
export function DaySeparator({ day }: DayRow) {
  return <li class="day">{day}</li>
}
