import type { KitAction, KitDatastore } from "../schema.ts"
import { type KeyUpdates, knowsUsers, publish } from "./keys.ts"
import { removeItem } from "./links.ts"
import {
  defaultAction,
  fieldOf,
  findDatastore,
  type Model,
  type ModelItem,
  type ModelValue,
  type Prediction,
} from "./model.ts"
import { mayRun, seesDatastore, seesField, seesItem } from "./people.ts"
import { calculate, isTaken, readValue, sameValue } from "./values.ts"

export interface Entry {
  readonly operation: number
  readonly action_id?: string
  readonly i_id?: string
  readonly item?: Readonly<Record<string, unknown>>
  readonly rev_no?: number
  readonly link_to_parent?: boolean
  readonly access_key_updates?: KeyUpdates
  readonly related_ds_items?: Related
}

/** By `APP/DS` while generated, by d_id in the request. */
export type Related = Readonly<Record<string, readonly Entry[]>>

export interface WriteBody {
  readonly item?: Readonly<Record<string, unknown>>
  readonly action_id?: string
  readonly rev_no?: number
  readonly is_force_update?: boolean
  readonly ensure_transaction?: boolean
  readonly access_key_updates?: KeyUpdates
  readonly related_ds_items?: Related
}

/** A request while it runs: rev_no grows once per request, so revisions are compared with those it began with. */
interface Running extends WriteBody {
  readonly revisions: Map<ModelItem, number>
}

const NOT_WRITABLE = new Set(["autonum", "calc", "label", "separator"])

const refused = (status: number, ...codes: string[]): Prediction => ({ status, codes })

const byDId = (model: Model, dId: string): KitDatastore | undefined =>
  model.schema.datastores.find((datastore) => datastore.dId === dId) ?? findDatastore(model, dId)

export const actionOf = (datastore: KitDatastore, reference: string): KitAction | undefined =>
  datastore.actions.find((action) => action.aId === reference || action.displayId === reference)

/** A request that is refused before anything is written: unknown keys, bad nesting, unknown users to publish to. */
function isMalformed(model: Model, datastore: KitDatastore, body: WriteBody): boolean {
  const hasUnknownKey = Object.keys(body.item ?? {}).some((key) => fieldOf(datastore, key) === undefined)
  if (hasUnknownKey || !knowsUsers(model, body.access_key_updates)) return true
  return isBadRelated(model, body.related_ds_items, [])
}

/** The main item's own datastore may stand on the first level only; any other once on a path (api.md section 6.4). */
function isBadRelated(model: Model, related: Related | undefined, path: readonly KitDatastore[]): boolean {
  return Object.entries(related ?? {}).some(([reference, entries]) => {
    const datastore = byDId(model, reference)
    if (datastore !== undefined && path.includes(datastore)) return true
    return entries.some(
      (entry) =>
        !knowsUsers(model, entry.access_key_updates) ||
        isBadRelated(model, entry.related_ds_items, [...path, ...(datastore === undefined ? [] : [datastore])]),
    )
  })
}

/** Nested levels may not name the main item's datastore either. */
function nestsMain(model: Model, related: Related | undefined, main: KitDatastore, level: number): boolean {
  return Object.entries(related ?? {}).some(
    ([reference, entries]) =>
      (level > 0 && byDId(model, reference) === main) ||
      entries.some((entry) => nestsMain(model, entry.related_ds_items, main, level + 1)),
  )
}

/** The value errors of a write, one code for each failing field, and the values it leads to. */
function judge(
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
    if (field === undefined || NOT_WRITABLE.has(field.dataType)) continue
    const setting = action.fields[key] ?? { show: true, update: true }
    const isLocked = !setting.show || !setting.update || !seesField(model, uId, datastore, field)
    if (isLocked || field.dataType === "status") {
      fail(key, "NO_PRIVILEGES")
      continue
    }
    const reading = readValue(model, uId, field, input)
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
function addItem(
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

export interface Write {
  readonly prediction: Prediction
  /** The item written, when it was. */
  readonly item: ModelItem | null
  /** Items that came into being, whose IDs the answer or a look at the links tells. */
  readonly created: readonly ModelItem[]
}

const nothing = (prediction: Prediction): Write => ({ prediction, item: null, created: [] })

/** CreateItem (api.md section 6.1). */
export function create(model: Model, uId: string, datastore: KitDatastore, body: WriteBody): Write {
  if (!seesDatastore(model, uId, datastore)) return nothing(refused(400, "INVALID_PARAMS"))
  const action = body.action_id === undefined ? defaultAction(datastore, "1") : actionOf(datastore, body.action_id)
  if (action?.crudType !== "1") return nothing(refused(400, "INVALID_PARAMS"))
  if (!mayRun(model, uId, datastore, action)) return nothing(refused(403, "NO_PRIVILEGES"))
  if (isMalformed(model, datastore, body) || nestsMain(model, body.related_ds_items, datastore, 0)) {
    return nothing(refused(400, "INVALID_PARAMS"))
  }
  const { codes, values } = judge(model, uId, datastore, action, null, body.item ?? {})
  if (codes.length > 0) return nothing(refused(400, ...codes))
  return transact(model, body, (running) => {
    const item = addItem(model, uId, datastore, action, values)
    const warnings = publish(model, uId, item, action, body.access_key_updates, true)
    return { item, ...relate(model, uId, item, running, body.related_ds_items, warnings), isNew: true }
  })
}

/** UpdateItem and ExecuteAction with an update action (api.md sections 6.2 and 18.1). */
export function update(
  model: Model,
  uId: string,
  datastore: KitDatastore,
  iId: string,
  action: KitAction | undefined,
  body: WriteBody,
): Write {
  if (!seesDatastore(model, uId, datastore)) return nothing(refused(404, "NOT_FOUND"))
  if (action === undefined) return nothing(refused(400, "INVALID_SETTINGS"))
  const found = model.items.get(iId)
  const item = found?.datastore === datastore && seesItem(model, uId, found) ? found : undefined
  const isMalformedBody = isMalformed(model, datastore, body) || nestsMain(model, body.related_ds_items, datastore, 0)
  const forbidden = refused(403, "NO_PRIVILEGES")
  const isForbidden = !mayRun(model, uId, datastore, action)
  // a status action needs the item, so whether it is allowed is told after the item was looked for
  if (action.status === null && isForbidden) return nothing(forbidden)
  if (isMalformedBody) return nothing(refused(400, "INVALID_PARAMS"))
  if (item === undefined) return nothing(refused(404, "NOT_FOUND"))
  if (isForbidden || (action.status !== null && item.status !== action.status)) return nothing(forbidden)
  if (body.is_force_update !== true && (body.rev_no ?? 0) !== item.rev)
    return nothing(refused(409, "ITEM_REV_CONFLICT"))
  const { codes, values } = judge(model, uId, datastore, action, item, body.item ?? {})
  if (codes.length > 0) return nothing(refused(400, ...codes))
  return transact(model, body, (running) => {
    const warnings = change(model, uId, item, action, values, body.access_key_updates, running)
    return { item, ...relate(model, uId, item, running, body.related_ds_items, warnings), isNew: false }
  })
}

function change(
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

interface Done {
  readonly item: ModelItem
  readonly warnings: readonly string[]
  readonly codes: readonly string[]
  readonly created: readonly ModelItem[]
  readonly isNew: boolean
}

const STATUS: Readonly<Record<string, number>> = { ITEM_REV_CONFLICT: 409, NOT_FOUND: 404, NO_PRIVILEGES: 403 }

/** With ensure_transaction a failed entry undoes everything (model.md section 8.3). */
function transact(model: Model, body: WriteBody, write: (running: Running) => Done): Write {
  const before = body.ensure_transaction === true ? save(model) : null
  const done = write({ ...body, revisions: new Map() })
  if (before !== null && done.codes.length > 0) {
    restore(model, before)
    return nothing(refused(STATUS[done.codes[0] ?? ""] ?? 400, ...done.warnings, ...done.codes, "TRANSACTION_ABORTED"))
  }
  const created = done.isNew ? [done.item, ...done.created] : done.created
  return { prediction: { status: 200, codes: [...done.warnings, ...done.codes] }, item: done.item, created }
}

interface Relating {
  /** Of the entries that failed. */
  readonly codes: string[]
  /** Of keys that could not be given. */
  readonly warnings: string[]
  readonly created: ModelItem[]
}

/** Carries out related entries in payload order; one that fails takes its nested ones along. */
function relate(
  model: Model,
  uId: string,
  parent: ModelItem,
  body: Running,
  related: Related | undefined,
  before: readonly string[] = [],
): Relating {
  const done: Relating = { codes: [], warnings: [...before], created: [] }
  for (const [reference, entries] of Object.entries(related ?? {})) {
    const datastore = byDId(model, reference)
    for (const entry of entries) {
      if (datastore === undefined || !seesDatastore(model, uId, datastore)) {
        done.codes.push("NOT_FOUND")
        continue
      }
      const outcome = runEntry(model, uId, parent, datastore, entry, body)
      done.codes.push(...outcome.codes)
      done.warnings.push(...outcome.warnings)
      if (outcome.item === null) continue
      if (outcome.isNew) done.created.push(outcome.item)
      const nested = relate(model, uId, outcome.item, body, entry.related_ds_items)
      done.codes.push(...nested.codes)
      done.warnings.push(...nested.warnings)
      done.created.push(...nested.created)
    }
  }
  return done
}

interface EntryOutcome {
  readonly codes: readonly string[]
  readonly warnings: readonly string[]
  /** The item that nested entries relate to; null when there is none. */
  readonly item: ModelItem | null
  readonly isNew: boolean
}

const failed = (...codes: string[]): EntryOutcome => ({ codes, warnings: [], item: null, isNew: false })

function runEntry(
  model: Model,
  uId: string,
  parent: ModelItem,
  datastore: KitDatastore,
  entry: Entry,
  body: Running,
): EntryOutcome {
  const outcome = carryOut(model, uId, parent, datastore, entry, body)
  // keys taken over from the main item were warned of there
  return entry.access_key_updates === undefined ? { ...outcome, warnings: [] } : outcome
}

function carryOut(
  model: Model,
  uId: string,
  parent: ModelItem,
  datastore: KitDatastore,
  entry: Entry,
  body: Running,
): EntryOutcome {
  const keys =
    entry.access_key_updates ?? (body.access_key_updates?.apply_related_ds ? body.access_key_updates : undefined)
  if (entry.operation === 1) return createEntry(model, uId, parent, datastore, entry, keys)
  const found = model.items.get(entry.i_id ?? "")
  const item = found?.datastore === datastore && seesItem(model, uId, found) ? found : undefined
  if (entry.operation === 2) return updateEntry(model, uId, parent, datastore, entry, body, item, keys)
  if (entry.operation === 3) {
    const action = defaultAction(datastore, "3")
    if (action === undefined) return failed("INVALID_SETTINGS")
    if (!mayRun(model, uId, datastore, action)) return failed("NO_PRIVILEGES")
  }
  if (item === undefined) return failed("NOT_FOUND")
  if (entry.operation === 3) {
    removeItem(model, item)
  } else if (entry.operation === 11) {
    link(parent, item, entry.link_to_parent)
  } else {
    parent.links.delete(item.iId)
    item.links.delete(parent.iId)
  }
  return failed()
}

function link(parent: ModelItem, child: ModelItem, isBothWays: boolean | undefined): void {
  parent.links.add(child.iId)
  if (isBothWays === true) child.links.add(parent.iId)
}

function createEntry(
  model: Model,
  uId: string,
  parent: ModelItem,
  datastore: KitDatastore,
  entry: Entry,
  keys: KeyUpdates | undefined,
): EntryOutcome {
  const action = entry.action_id === undefined ? defaultAction(datastore, "1") : actionOf(datastore, entry.action_id)
  if (action?.crudType !== "1") return failed("INVALID_PARAMS")
  if (!mayRun(model, uId, datastore, action)) return failed("NO_PRIVILEGES")
  const unknown = Object.keys(entry.item ?? {}).filter((key) => fieldOf(datastore, key) === undefined)
  if (unknown.length > 0) return failed(...unknown.map(() => "INVALID_PARAMS"))
  const { codes, values } = judge(model, uId, datastore, action, null, entry.item ?? {})
  if (codes.length > 0) return failed(...codes)
  const item = addItem(model, uId, datastore, action, values)
  link(parent, item, entry.link_to_parent)
  return { codes: [], warnings: publish(model, uId, item, action, keys, true), item, isNew: true }
}

function updateEntry(
  model: Model,
  uId: string,
  parent: ModelItem,
  datastore: KitDatastore,
  entry: Entry,
  body: Running,
  item: ModelItem | undefined,
  keys: KeyUpdates | undefined,
): EntryOutcome {
  const action = entry.action_id === undefined ? defaultAction(datastore, "2") : actionOf(datastore, entry.action_id)
  if (action === undefined && entry.action_id === undefined) return failed("INVALID_SETTINGS")
  if (action?.crudType !== "2") return failed("INVALID_PARAMS")
  if (!mayRun(model, uId, datastore, action)) return failed("NO_PRIVILEGES")
  const unknown = Object.keys(entry.item ?? {}).filter((key) => fieldOf(datastore, key) === undefined)
  if (unknown.length > 0) return failed(...unknown.map(() => "INVALID_PARAMS"))
  if (item === undefined) return failed("NOT_FOUND")
  if (body.is_force_update !== true && (entry.rev_no ?? 0) !== (body.revisions.get(item) ?? item.rev))
    return failed("ITEM_REV_CONFLICT")
  const { codes, values } = judge(model, uId, datastore, action, item, entry.item ?? {})
  if (codes.length > 0) return failed(...codes)
  const warnings = change(model, uId, item, action, values, keys, body)
  link(parent, item, entry.link_to_parent)
  return { codes: [], warnings, item, isNew: false }
}

/** DeleteItem (api.md section 18.4), without linked items. */
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

/** Gives a new item the ID that the answer named. */
export function rename(model: Model, item: ModelItem, iId: string): void {
  const items = [...model.items.values()]
  const placeholder = item.iId
  model.items.clear()
  for (const other of items) {
    if (other.links.delete(placeholder)) other.links.add(iId)
    model.items.set(other === item ? iId : other.iId, other === item ? Object.assign(item, { iId }) : other)
  }
}

/** Whether two items hold the same values, for telling new items apart. */
export const holdsSame = (
  left: Readonly<Record<string, ModelValue>>,
  right: Readonly<Record<string, ModelValue>>,
): boolean =>
  [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => sameValue(left[key], right[key]))
