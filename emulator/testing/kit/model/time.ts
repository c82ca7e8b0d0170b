import type { ConditionBody } from "../arbitraries/conditions.ts"
import type { KitAction, KitAutoAction, KitDatastore } from "../schema.ts"
import { findDatastore, itemsOf, type Model } from "./model.ts"
import { fitsAll } from "./search.ts"
import { actionOf } from "./write-body.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Returns the auto action's first due time after `ms`. Both times are in milliseconds since 1970 (model.md section 10). */
export function nextDue(auto: KitAutoAction, ms: number): number {
  const value = Number(auto.timeValue)
  if (auto.timeType === "min") return Math.floor(ms / MINUTE) * MINUTE + value * MINUTE
  if (auto.timeType === "hr") return Math.floor(ms / HOUR) * HOUR + value * HOUR
  const [hours = 0, minutes = 0] = auto.timeType === "day" ? auto.timeValue.split(":").map(Number) : []
  const offset = hours * HOUR + minutes * MINUTE
  for (let day = Math.floor(ms / DAY) * DAY; ; day += DAY) {
    if (day + offset > ms && isDay(auto.timeType, value, new Date(day))) return day + offset
  }
}

function isDay(timeType: string, value: number, day: Date): boolean {
  if (timeType === "day") return true
  if (timeType === "week") return day.getUTCDay() === value
  const lastDay = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
  return day.getUTCDate() === Math.min(value, lastDay)
}

export interface FiredAction {
  readonly id: string
  readonly affected: number
}

/** Advances the model's clock by `ms` and runs each due auto action at its due time. */
export function advance(model: Model, ms: number): FiredAction[] {
  const end = model.nowMs + ms
  const fired: FiredAction[] = []
  // Auto actions that are due at the same time run in the order in which they were created.
  const orderOf = new Map(model.schema.autoActions.map(({ autoId }, at) => [autoId, at]))
  for (;;) {
    const [next] = [...model.due].sort(
      ([leftId, left], [rightId, right]) => left - right || (orderOf.get(leftId) ?? 0) - (orderOf.get(rightId) ?? 0),
    )
    if (next === undefined || next[1] > end) break
    const [autoId, dueMs] = next
    const auto = model.schema.autoActions.find((one) => one.autoId === autoId) as KitAutoAction
    model.nowMs = dueMs
    fired.push({ id: autoId, affected: runAuto(model, auto) })
    model.due.set(autoId, nextDue(auto, dueMs))
  }
  model.nowMs = end
  return fired
}

/** Runs the action on all matching items, even those that no user sees. Skips items without mandatory values or in another status. */
function runAuto(model: Model, auto: KitAutoAction): number {
  const datastore = findDatastore(model, auto.datastore) as KitDatastore
  const action = actionOf(datastore, auto.action) as KitAction
  const matching = itemsOf(model, datastore).filter((item) => fitsAll(item, auto.conditions as ConditionBody[], false))
  let affected = 0
  for (const item of matching) {
    const lacks = Object.entries(action.fields).some(
      ([key, setting]) => setting.mandatory && item.values[key] === undefined,
    )
    if (lacks || (action.status !== null && item.status !== action.status)) continue
    item.rev += 1
    item.status = action.nextStatus ?? item.status
    for (const role of action.publishRoles) item.keys.add(`r:${datastore.application}:${role}`)
    item.histories.push({ author: "bot", isComment: false, comment: auto.comment, readBy: new Set(), id: null })
    affected += 1
  }
  return affected
}
