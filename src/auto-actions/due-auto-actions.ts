import { millisecondsInDay, millisecondsInHour, millisecondsInMinute, millisecondsInWeek } from "date-fns/constants"
import type { DueSource } from "../clock/due-source.ts"
import type { Instant } from "../model/ids.ts"
import { byOrdinal } from "../order.ts"
import { executeAutoAction } from "./execute.ts"
import { nextExec } from "../model/calendar/next-exec.ts"

/** Auto actions whose time comes (model.md section 10). */
export const dueAutoActions: DueSource = {
  kind: "auto_action",
  findNext(view) {
    const lowest = view.lowest("dueAutoActions")
    if (lowest === undefined) return undefined
    const [first] = view.list("autoActions", "dueAutoActions", lowest.key).sort(byOrdinal)
    return first && { at: lowest.key, kind: "auto_action", id: first.autoId, name: first.name }
  },
  listUpcoming: (view) =>
    view
      .table("autoActions")
      .toArray()
      .filter(({ enabled }) => enabled)
      .sort(byOrdinal)
      .flatMap(({ autoId, name, nextExecAt: at }) =>
        at === null ? [] : [{ at, kind: "auto_action", id: autoId, name }],
      ),
  isStillDue: (view, { at, id }) => view.hasEntry("dueAutoActions", at, id),
  count(view, until, limit) {
    let count = 0
    for (const auto of view.table("autoActions").toArray()) {
      if (!auto.enabled || auto.nextExecAt === null || auto.nextExecAt > until) continue
      const step = STEP_MS[auto.timeType]
      if (step !== undefined) {
        const length = step * (auto.timeType === "min" || auto.timeType === "hr" ? Number(auto.timeValue) : 1)
        count += 1 + Math.floor((Date.parse(until) - Date.parse(auto.nextExecAt)) / length)
      } else {
        let at: Instant | null = auto.nextExecAt
        for (; at !== null && at <= until && count <= limit; at = nextExec(auto, at)) count += 1
      }
      if (count > limit) return count
    }
    return count
  },
  fire: (engine, { id, at: dueAt }, firing) => executeAutoAction(engine, id, { ...firing, dueAt }),
  nameOf: (view, id) => view.get("autoActions", id)?.name,
  fireNow: (engine, id, firing) => executeAutoAction(engine, id, firing),
}

/** The distance of two runs; months differ. */
const STEP_MS: Partial<Record<string, number>> = {
  min: millisecondsInMinute,
  hr: millisecondsInHour,
  day: millisecondsInDay,
  week: millisecondsInWeek,
}
