import type { KitAction, KitDatastore } from "../schema.ts"
import { publish } from "./keys.ts"
import { removeItem } from "./links.ts"
import { defaultAction, type Model, type ModelItem, type Prediction } from "./model.ts"
import { mayRun, seesDatastore, seesItem } from "./people.ts"
import { addItem, changeItem, checkValues, defaultsOf } from "./put-items.ts"
import { relate } from "./relate.ts"
import { actionOf, isMalformed, type Running, type WriteBody } from "./write-body.ts"

const malformedBody: Prediction = { status: 400, codes: ["INVALID_PARAMS"], isRepeated: true }

const predictRefusal = (status: number, ...codes: string[]): Prediction => ({ status, codes })

export interface Write {
  readonly prediction: Prediction
  readonly item: ModelItem | null
  readonly created: readonly ModelItem[]
}

const writeNothing = (prediction: Prediction): Write => ({ prediction, item: null, created: [] })

export function create(model: Model, uId: string, datastore: KitDatastore, body: WriteBody): Write {
  if (!seesDatastore(model, uId, datastore)) return writeNothing(predictRefusal(400, "INVALID_PARAMS"))
  const action = body.action_id === undefined ? defaultAction(datastore, "1") : actionOf(datastore, body.action_id)
  if (action?.crudType !== "1") return writeNothing(predictRefusal(400, "INVALID_PARAMS"))
  if (!mayRun(model, uId, datastore, action)) return writeNothing(predictRefusal(403, "NO_PRIVILEGES"))
  if (isMalformed(model, datastore, body)) return writeNothing(malformedBody)
  const sent = body.item ?? {}
  const { codes, values } = checkValues(model, uId, datastore, action, null, sent, defaultsOf(datastore, sent))
  if (codes.length > 0) return writeNothing(predictRefusal(400, ...codes))
  return transact(model, body, (running) => {
    const item = addItem(model, uId, datastore, action, values)
    const warnings = publish(model, uId, item, action, body.access_key_updates, true)
    return { item, ...relate(model, uId, item, running, body.related_ds_items, warnings), isNew: true }
  })
}

/** Predicts UpdateItem, and ExecuteAction with an update action (api.md sections 6.2 and 18.1). */
export function update(
  model: Model,
  uId: string,
  datastore: KitDatastore,
  iId: string,
  action: KitAction | undefined,
  body: WriteBody,
): Write {
  if (!seesDatastore(model, uId, datastore)) return writeNothing(predictRefusal(404, "NOT_FOUND"))
  if (action === undefined) return writeNothing(predictRefusal(400, "INVALID_SETTINGS"))
  const found = model.items.get(iId)
  const item = found?.datastore === datastore && seesItem(model, uId, found) ? found : undefined
  const forbidden = predictRefusal(403, "NO_PRIVILEGES")
  if (!mayRun(model, uId, datastore, action)) return writeNothing(forbidden)
  if (isMalformed(model, datastore, body)) return writeNothing(malformedBody)
  if (item === undefined) return writeNothing(predictRefusal(404, "NOT_FOUND"))
  if (action.status !== null && item.status !== action.status) return writeNothing(forbidden)
  if (body.is_force_update !== true && (body.rev_no ?? 0) !== item.rev)
    return writeNothing(predictRefusal(409, "ITEM_REV_CONFLICT"))
  const { codes, values } = checkValues(model, uId, datastore, action, item, body.item ?? {})
  if (codes.length > 0) return writeNothing(predictRefusal(400, ...codes))
  return transact(model, body, (running) => {
    const warnings = changeItem(model, uId, item, action, values, body.access_key_updates, running)
    return { item, ...relate(model, uId, item, running, body.related_ds_items, warnings), isNew: false }
  })
}

/** Runs a copy action. The new item gets all values except unique values and auto numbers (api.md section 18.1). */
export function copy(
  model: Model,
  uId: string,
  datastore: KitDatastore,
  iId: string,
  action: KitAction,
  body: WriteBody,
): Write {
  if (!seesDatastore(model, uId, datastore)) return writeNothing(predictRefusal(404, "NOT_FOUND"))
  if (!mayRun(model, uId, datastore, action)) return writeNothing(predictRefusal(403, "NO_PRIVILEGES"))
  if (isMalformed(model, datastore, body)) return writeNothing(malformedBody)
  const source = model.items.get(iId)
  if (source?.datastore !== datastore || !seesItem(model, uId, source))
    return writeNothing(predictRefusal(404, "NOT_FOUND"))
  const copiedFields = datastore.fields
    .filter((field) => !field.unique && field.autonum === null && field.dataType !== "file")
    .map((field) => field.displayId)
  const values = Object.fromEntries(Object.entries(source.values).filter(([key]) => copiedFields.includes(key)))
  const checked = checkValues(model, uId, datastore, action, { ...source, values }, body.item ?? {})
  if (checked.codes.length > 0) return writeNothing(predictRefusal(400, ...checked.codes))
  return transact(model, body, () => {
    const item = addItem(model, uId, datastore, action, checked.values)
    item.status = action.nextStatus ?? source.status
    return { item, warnings: publish(model, uId, item, action, undefined, true), codes: [], created: [], isNew: true }
  })
}

interface Done {
  readonly item: ModelItem
  readonly warnings: readonly string[]
  readonly codes: readonly string[]
  readonly created: readonly ModelItem[]
  readonly isNew: boolean
}

const STATUS: Readonly<Record<string, number>> = { ITEM_REV_CONFLICT: 409, NOT_FOUND: 404, NO_PRIVILEGES: 403 }

/** Applies a write to the model. If ensure_transaction is set, a failed entry rolls back the whole write (model.md section 8.3). */
function transact(model: Model, body: WriteBody, write: (running: Running) => Done): Write {
  const before = body.ensure_transaction === true ? save(model) : null
  const done = write({ ...body, revisions: new Map() })
  if (before !== null && done.codes.length > 0) {
    restore(model, before)
    return writeNothing(
      predictRefusal(STATUS[done.codes[0] ?? ""] ?? 400, ...done.warnings, ...done.codes, "TRANSACTION_ABORTED"),
    )
  }
  const created = done.isNew ? [done.item, ...done.created] : done.created
  return { prediction: { status: 200, codes: [...done.warnings, ...done.codes] }, item: done.item, created }
}

export function remove(model: Model, uId: string, datastore: KitDatastore, iId: string): Prediction {
  if (!seesDatastore(model, uId, datastore)) return { status: 404 }
  const action = defaultAction(datastore, "3")
  if (action === undefined) return { status: 400 }
  if (!mayRun(model, uId, datastore, action)) return { status: 403 }
  const item = model.items.get(iId)
  if (item?.datastore !== datastore || !seesItem(model, uId, item)) return { status: 404 }
  removeItem(model, item)
  return { status: 200 }
}

interface Saved {
  readonly items: readonly ModelItem[]
  readonly counters: readonly (readonly [string, number])[]
}

const copyItem = (item: ModelItem): ModelItem => ({
  ...item,
  values: { ...item.values },
  keys: new Set(item.keys),
  links: new Set(item.links),
  histories: [...item.histories],
})

const save = (model: Model): Saved => ({
  items: [...model.items.values()].map(copyItem),
  counters: [...model.counters],
})

function restore(model: Model, saved: Saved): void {
  model.items.clear()
  for (const item of saved.items) model.items.set(item.iId, item)
  model.counters.clear()
  for (const [key, value] of saved.counters) model.counters.set(key, value)
}

export function rename(model: Model, item: ModelItem, iId: string): void {
  const items = [...model.items.values()]
  const placeholder = item.iId
  model.items.clear()
  for (const other of items) {
    if (other.links.delete(placeholder)) other.links.add(iId)
    model.items.set(other === item ? iId : other.iId, other === item ? Object.assign(item, { iId }) : other)
  }
}
