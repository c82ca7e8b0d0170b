import type { KitAction, KitDatastore } from "../schema.ts"
import { type KeyUpdates, publish } from "./keys.ts"
import { fieldOf, type Model, type ModelItem, type ModelValue } from "./model.ts"
import { seesField } from "./people.ts"
import { calculate, holdsNothing, isPassedOver, isTaken, readValue } from "./values.ts"
import type { Running } from "./write-body.ts"

/** The value errors of a write, one code for each failing field, and the values it leads to. */
export function judge(
  model: Model,
  uId: string,
  datastore: KitDatastore,
  action: KitAction,
  item: ModelItem | null,
  sent: Readonly<Record<string, unknown>>,
): { readonly codes: string[]; readonly values: Record<string, ModelValue> } {
  const codes: string[] = []
  const values: Record<string, ModelValue> = { ...item?.values }
  const failed = new Set<string>()
  const fail = (field: string, code: string) => {
    codes.push(code)
    failed.add(field)
  }
  for (const [key, input] of Object.entries(sent)) {
    const field = fieldOf(datastore, key)
    if (field === undefined || isPassedOver(field)) continue
    if (holdsNothing(field)) {
      if (input !== null && input !== "") fail(key, "INVALID_VALUE")
      continue
    }
    const setting = action.fields[key] ?? { show: true, update: true }
    const isLocked = !setting.show || !setting.update || !seesField(model, uId, datastore, field)
    if (isLocked || field.dataType === "status") {
      fail(key, "NO_PRIVILEGES")
      continue
    }
    const reading = readValue(model, uId, field, input, item?.values[key])
    if ("error" in reading) fail(key, reading.error)
    else if (reading.value === null) delete values[key]
    else if (field.unique && isTaken(model, datastore, field, reading.value, item)) fail(key, "INVALID_VALUE")
    else values[key] = reading.value
  }
  for (const [key, setting] of Object.entries(action.fields)) {
    if (setting.mandatory && !failed.has(key) && values[key] === undefined) fail(key, "INVALID_VALUE")
  }
  for (const field of datastore.fields) {
    const result = field.formula === null ? null : calculate(field.formula, values)
    if (result !== null) values[field.displayId] = result
    else if (field.formula !== null) delete values[field.displayId]
  }
  return { codes, values }
}

/** The next number of a field's display counter, formatted. */
function draw(model: Model, datastore: KitDatastore, values: Record<string, ModelValue>): void {
  for (const field of datastore.fields) {
    if (field.autonum === null) continue
    const number = (model.counters.get(field.fId) ?? 0) + 1
    model.counters.set(field.fId, number)
    const digits = field.autonum.zeroPadding ? String(number).padStart(field.autonum.digit, "0") : String(number)
    values[field.displayId] = field.autonum.prefix + digits
  }
}

let nextPlaceholder = 0

/** Puts a new item into the model under a name that is replaced once its ID is known. */
export function addItem(
  model: Model,
  uId: string,
  datastore: KitDatastore,
  action: KitAction,
  values: Record<string, ModelValue>,
) {
  nextPlaceholder += 1
  const item: ModelItem = {
    iId: `new:${nextPlaceholder}`,
    datastore,
    values,
    status: action.nextStatus ?? datastore.statuses[0] ?? null,
    rev: 1,
    keys: new Set(),
    links: new Set(),
    histories: [newHistory(uId)],
  }
  draw(model, datastore, values)
  model.items.set(item.iId, item)
  return item
}

const newHistory = (author: string) => ({ author, isComment: false, comment: "", readBy: new Set<string>(), id: null })

export function changeItem(
  model: Model,
  uId: string,
  item: ModelItem,
  action: KitAction,
  values: Record<string, ModelValue>,
  updates: KeyUpdates | undefined,
  running: Running,
): string[] {
  item.values = values
  if (!running.revisions.has(item)) {
    running.revisions.set(item, item.rev)
    item.rev += 1
  }
  item.status = action.nextStatus ?? item.status
  item.histories.push(newHistory(uId))
  return publish(model, uId, item, action, updates, false)
}
