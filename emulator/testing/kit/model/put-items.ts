import type { KitAction, KitDatastore } from "../schema.ts"
import { type KeyUpdates, publish } from "./keys.ts"
import { fieldOf, type Model, type ModelItem, type ModelValue } from "./model.ts"
import { seesField } from "./people.ts"
import { calculate, isComputed, isLayout, isTaken, readValue } from "./values.ts"
import type { Running } from "./write-body.ts"

type Values = Readonly<Record<string, ModelValue>>

/** Returns the values that an item has after a write, and an error code for each invalid field. */
export function checkValues(
  model: Model,
  uId: string,
  datastore: KitDatastore,
  action: KitAction,
  item: ModelItem | null,
  sent: Readonly<Record<string, unknown>>,
  defaults: Values = {},
): { readonly codes: string[]; readonly values: Record<string, ModelValue> } {
  const codes: string[] = []
  const values: Record<string, ModelValue> = { ...defaults, ...item?.values }
  const failed = new Set<string>()
  const fail = (field: string, code: string) => {
    codes.push(code)
    failed.add(field)
  }
  for (const [key, input] of Object.entries(sent)) {
    const field = fieldOf(datastore, key)
    if (field === undefined || isComputed(field)) continue
    if (isLayout(field)) {
      if (input !== null && input !== "") fail(key, "INVALID_VALUE")
      continue
    }
    const setting = action.fields[key] ?? { show: true, update: true }
    if (!seesField(model, uId, datastore, field) || field.dataType === "status") {
      fail(key, "NO_PRIVILEGES")
      continue
    }
    const stored = item?.values[key]
    const reading = readValue(model, uId, field, input, stored)
    if (!setting.show || !setting.update) {
      const isSame = !("error" in reading) && JSON.stringify(reading.value) === JSON.stringify(stored ?? null)
      if (!isSame) fail(key, "NO_PRIVILEGES")
      continue
    }
    if ("error" in reading) fail(key, reading.error)
    else if (reading.value === null) delete values[key]
    else if (field.unique && isTaken(model, datastore, field, reading.value, item)) fail(key, "INVALID_VALUE")
    else values[key] = reading.value
  }
  for (const [key, value] of Object.entries(defaults)) {
    const field = fieldOf(datastore, key)
    if (field?.unique && isTaken(model, datastore, field, value, null)) fail(key, "INVALID_VALUE")
  }
  for (const [key, setting] of Object.entries(action.fields)) {
    if (setting.mandatory && !failed.has(key) && values[key] === undefined) fail(key, "INVALID_VALUE")
  }
  for (const field of datastore.fields) {
    const result = field.formula === null ? null : calculate(field.formula, datastore.fields, values)
    if (result !== null) values[field.displayId] = result
    else if (field.formula !== null) delete values[field.displayId]
  }
  return { codes, values }
}

export function defaultsOf({ fields }: KitDatastore, sent: Readonly<Record<string, unknown>>): Values {
  const defaults: Record<string, ModelValue> = {}
  for (const { displayId, dataType, selected } of fields) {
    const [first] = selected
    if (first !== undefined && !(displayId in sent)) defaults[displayId] = dataType === "checkbox" ? selected : first
  }
  return defaults
}

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

/** Adds an item to the model under a temporary ID, which is replaced when a response contains the real ID. */
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
