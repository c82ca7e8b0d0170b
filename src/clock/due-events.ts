import { millisecondsInDay, millisecondsInHour, millisecondsInMinute, millisecondsInWeek } from "date-fns/constants"
import { nextExec } from "../auto-actions/next-exec.ts"
import { expiryOf } from "../files/lifetime.ts"
import type { Instant } from "../ids.ts"
import { byOrdinal, byText } from "../order.ts"
import type { View } from "../state/view.ts"

/** `auto_action`: id and name are those of the setting · `file_expiry`: those of an upload that no item named. */
export type DueKind = "auto_action" | "file_expiry"

/** Something that happens by itself when its time comes (control.md section 3). */
export interface DueEvent {
  readonly at: Instant
  readonly kind: DueKind
  readonly id: string
  readonly name: string
}

/** What happens next; found by indexes, whatever the number of items. */
export function findNextDue(view: View): DueEvent | undefined {
  const auto = view.lowest("dueAutoActions")
  const upload = view.lowest("temporaryFiles")
  const expiresAt = upload === undefined ? undefined : expiryOf(upload.key)
  if (upload !== undefined && expiresAt !== undefined && (auto === undefined || expiresAt <= auto.key)) {
    return { at: expiresAt, kind: "file_expiry", id: upload.id, name: view.expect("files", upload.id).name }
  }
  if (auto === undefined) return undefined
  const [first] = view.list("autoActions", "dueAutoActions", auto.key).sort(byOrdinal)
  return first === undefined
    ? undefined
    : { at: first.nextExecAt, kind: "auto_action", id: first.autoId, name: first.name }
}

/** Whether the event is still to come as it was announced. */
export function isStillDue(view: View, event: DueEvent): boolean {
  if (event.kind === "file_expiry") return view.hasEntry("temporaryFiles", createdAtOf(view, event.id), event.id)
  return view.hasEntry("dueAutoActions", event.at, event.id)
}

const createdAtOf = (view: View, fileId: string): Instant => view.get("files", fileId)?.createdAt ?? ""

/** The next occurrence of everything that is going to happen, in order. */
export function listUpcoming(view: View): DueEvent[] {
  const events: DueEvent[] = []
  for (const { key, id } of view.entriesUpTo("temporaryFiles", "\uffff")) {
    events.push({ at: expiryOf(key), kind: "file_expiry", id, name: view.expect("files", id).name })
  }
  for (const { autoId, name, nextExecAt, enabled } of view.table("autoActions").toArray().sort(byOrdinal)) {
    if (enabled) events.push({ at: nextExecAt, kind: "auto_action", id: autoId, name })
  }
  return events.sort((left, right) => byText(left.at, right.at))
}

/** How many events a clock that moves to `until` would pass; stops counting beyond `limit`. */
export function countDue(view: View, until: Instant, limit: number): number {
  let count = view.entriesUpTo("temporaryFiles", until).filter(({ key }) => expiryOf(key) <= until).length
  for (const auto of view.table("autoActions").toArray()) {
    if (!auto.enabled || auto.nextExecAt > until) continue
    const step = STEP_MS[auto.timeType]
    if (step !== undefined) {
      const length = step * (auto.timeType === "min" || auto.timeType === "hr" ? Number(auto.timeValue) : 1)
      count += 1 + Math.floor((Date.parse(until) - Date.parse(auto.nextExecAt)) / length)
    } else {
      for (let at = auto.nextExecAt; at <= until && count <= limit; at = nextExec(auto, at)) count += 1
    }
    if (count > limit) return count
  }
  return count
}

/** The distance of two runs; months differ. */
const STEP_MS: Partial<Record<string, number>> = {
  min: millisecondsInMinute,
  hr: millisecondsInHour,
  day: millisecondsInDay,
  week: millisecondsInWeek,
}
