import { type Actor, causeOfHiddenField } from "../../access/index.ts"
import type { EntryPath, IgnoredKey, IgnoredKeys, OwnItem } from "../../engine/index.ts"
import {
  compute,
  type FieldPlan,
  fieldPlanOf,
  hiddenFieldsOf,
  InvalidValue,
  isSystemKey,
  mandatoryFieldsOf,
  mayChooseStatus,
  mayWriteField,
  type PlannedField,
  TITLE_KEY,
  type WriteContext,
} from "../../fields/index.ts"
import { type FId, type Finding, findNamed, type IId, type RefusalCause, type SId } from "../../model/index.ts"
import type { Action, Datastore, Field, Item, StoredValue } from "../../model/records/index.ts"
import { type View, valueKey } from "../../state/index.ts"
import { fieldFinding, fieldNamedTwice, hiddenFieldFinding, unknownField } from "./findings.ts"
import type { GivenValues } from "./write-input.ts"

/** A value in a request, and the key (a field's ID) that the request gives it under. */
export interface SentValue {
  readonly reference: string
  readonly input: unknown
}

/** A request's values by field. If both `item` and `changes` contain a field, the value in `changes` applies. */
export interface ResolvedValues {
  readonly given: ReadonlyMap<PlannedField, SentValue>
  /** Errors for unknown keys and for fields that occur twice in `item` or twice in `changes`. */
  readonly faults: readonly Finding[]
  /** Keys of unknown fields that are ignored. */
  readonly unknown: readonly IgnoredKey[]
  /** Keys of system properties, which are always ignored. */
  readonly system: readonly IgnoredKey[]
}

/** Kind of field ID to try first. With `strict`, the other kind is not tried. */
export interface KeyKind {
  readonly kind: "display" | "internal"
  readonly strict?: boolean
  /** Collects keys of unknown fields. If undefined, such keys are errors. */
  readonly ignored?: IgnoredKeys | undefined
}

/** Finds the fields that the keys of `item` and `changes` refer to (api.md section 6.2). */
export function resolveValues(datastore: Datastore, { item, changes }: GivenValues, keys: KeyKind): ResolvedValues {
  const found = new FoundKeys(datastore, keys)
  const given = new Map<PlannedField, SentValue>()
  if (item !== undefined) {
    for (const key of Object.keys(item)) {
      if (isItemTitle(datastore, item, key)) found.system.push({ owner: item, property: "item", key, value: item[key] })
      else found.read(given, key, item[key], item, "item")
    }
    found.settleUnknown(given)
  }
  if (changes !== undefined) {
    const changed = new Map<PlannedField, SentValue>()
    for (const { id, value } of changes) found.read(changed, id, value, changes, "changes")
    found.settleUnknown(changed)
    for (const [field, sent] of changed) given.set(field, sent)
  }
  const { faults, unknown, system } = found
  return { given, faults: [...faults.values()], unknown, system }
}

/** Whether a key is the item's title, although a field has this display ID: the item was received with internal IDs. */
function isItemTitle(datastore: Datastore, item: Readonly<Record<string, unknown>>, key: string): boolean {
  const field = key === TITLE_KEY ? fieldPlanOf(datastore).byDisplayId.get(TITLE_KEY)?.field : undefined
  return field !== undefined && Object.hasOwn(item, field.fId)
}

/** The keys of a write that belong to no field, and its errors. */
class FoundKeys {
  readonly faults = new Map<string, Finding>()
  readonly unknown: IgnoredKey[] = []
  readonly system: IgnoredKey[] = []
  readonly #plan: FieldPlan
  readonly #keys: KeyKind
  #unsettled: IgnoredKey[] = []

  constructor(datastore: Datastore, keys: KeyKind) {
    this.#plan = fieldPlanOf(datastore)
    this.#keys = keys
  }

  read(
    into: Map<PlannedField, SentValue>,
    key: string,
    input: unknown,
    owner: object,
    property: IgnoredKey["property"],
  ): void {
    const { byDisplayId, byInternalId } = this.#plan
    const { kind, strict, ignored } = this.#keys
    const [first, second] = kind === "display" ? [byDisplayId, byInternalId] : [byInternalId, byDisplayId]
    const ofOtherKind = findNamed(second, key)
    const field = findNamed(first, key) ?? (strict === true ? undefined : ofOtherKind)
    if (isKnown(field)) {
      if (into.has(field)) this.faults.set(key, fieldNamedTwice(key))
      into.set(field, { reference: key, input })
    }
    // System properties are ignored, because clients may send records back as received (model.md section 5.6).
    else if (isSystemKey(key) && !isKnown(ofOtherKind)) this.system.push({ owner, property, key, value: input })
    else if (ignored === undefined || isKnown(ofOtherKind)) this.faults.set(key, unknownField(key))
    else this.#unsettled.push({ owner, property, key, value: input })
  }

  /** Ignores the unknown keys that were read last. If there was no known key, makes them errors. */
  settleUnknown({ size }: ReadonlyMap<PlannedField, SentValue>): void {
    for (const one of this.#unsettled) {
      if (size > 0) this.unknown.push(one)
      else this.faults.set(one.key, unknownField(one.key))
    }
    this.#unsettled = []
  }
}

const isKnown = (field: PlannedField | undefined): field is PlannedField =>
  field !== undefined && !field.field.hideFromApi

/** Reports the system keys of a write whose values differ from the item's own. */
export function reportSystem(
  ignored: IgnoredKeys | undefined,
  { system }: Pick<ResolvedValues, "system">,
  own: OwnItem,
  entry?: EntryPath,
): void {
  if (ignored === undefined) return
  for (const one of system) ignored.addSystem(one, entry, own)
}

export interface ItemWrite {
  readonly view: View
  /** User who writes. If null, roles and access keys are not checked. */
  readonly actor: Actor | null
  readonly datastore: Datastore
  readonly action: Action
  readonly iId: IId
  /** Values and status before the write. For a new item, they are `{}` and null. */
  readonly before: Pick<Item, "values" | "statusId">
  /** If true, autonum fields receive the placeholder `UNDRAWN`, which passes the check of mandatory fields. The number is issued later. */
  readonly isNew: boolean
  readonly takesDefaults?: boolean
  /** If true, skips the checks of value limits and mandatory fields. */
  readonly isLenient?: boolean
}

export interface SettledValues {
  /** The item's new values, not frozen. Autonum fields of a new item contain `UNDRAWN`. */
  readonly values: Record<FId, StoredValue>
  /** Status that the request sets, or null if it sets none. */
  readonly givenStatus: SId | null
  /** Errors for all invalid fields. If there are any, do not use the other properties. */
  readonly findings: readonly Finding[]
  /** Causes of the findings, in the same order. */
  readonly causes: readonly RefusalCause[]
}

/** New values by the field's index in the datastore. Null clears a field. Undefined keeps the current value. */
type Changes = (StoredValue | null | undefined)[]

/** Placeholder for an autonum field's value. The number is issued after all checks have passed. */
export const UNDRAWN = ""

const NOT_UPDATABLE = "not allowed to update this field for this action"
const REQUIRED_MESSAGE = "required field for this action"
const NOT_UNIQUE = "value is not unique"

/** Validates all values of a write (model.md section 5.6). Returns the item's new values. */
export function settleValues(write: ItemWrite, given: ReadonlyMap<PlannedField, SentValue>): SettledValues {
  const { view, actor, datastore, action, iId, before } = write
  const hidden = actor === null ? undefined : hiddenFieldsOf(view, actor, datastore)
  const { lang } = view.settings
  const changed: Changes = Array(datastore.fields.length).fill(undefined)
  const failed: FId[] = []
  const findings: Finding[] = []
  const causes: RefusalCause[] = []
  const isHidden = (field: Field): boolean => hidden?.has(field.fId) === true
  const fail = (
    field: Field,
    reference: string,
    error: string,
    code: "INVALID_VALUE" | "NO_PRIVILEGES",
    value?: StoredValue,
  ): void => {
    failed.push(field.fId)
    causes.push(causeOf(write, { field, isHidden: isHidden(field), error, value }))
    findings.push(isHidden(field) ? hiddenFieldFinding(reference, error, code) : fieldFinding(field, lang, error, code))
  }
  let givenStatus: SId | null = null
  for (const [{ at, field, type, from }, { reference, input }] of given) {
    if (from === "counter" || from === "formula") continue
    const { fId } = field
    if (from === "nowhere") {
      const value = type.parse(input, field, datastore)
      if (value instanceof InvalidValue) fail(field, reference, value.message, "INVALID_VALUE")
      continue
    }
    const isUpdatable = mayWriteField(action, fId)
    const stored = from === "status" ? (before.statusId ?? undefined) : before.values[fId]
    const value = type.parse(input, field, datastore, stored)
    if (isHidden(field) || (!isUpdatable && !isUnchanged(value, stored))) {
      fail(field, reference, NOT_UPDATABLE, "NO_PRIVILEGES")
      continue
    }
    if (!isUpdatable) continue
    if (from === "status" && value !== null && !mayChooseStatus(action)) {
      if (isUnchanged(value, stored)) continue
      fail(field, reference, NOT_UPDATABLE, "NO_PRIVILEGES")
      continue
    }
    if (value instanceof InvalidValue) {
      fail(field, reference, value.message, "INVALID_VALUE")
      continue
    }
    // Unchanged values are not validated, because they stay valid even if the records they refer to were deleted.
    if (value !== null && !sameValue(value, stored)) {
      const bounded = write.isLenient === true ? withoutBounds(field) : field
      // A literal is faster than a spread here (CONTRIBUTING.md, "spread").
      const context: WriteContext = { view, datastore, actor, iId, stored }
      const fault = type.validate(value, bounded, context) ?? notUnique(write, field, value)
      if (fault !== undefined) {
        fail(field, reference, fault, "INVALID_VALUE", value)
        continue
      }
    }
    if (from === "status") givenStatus = value as SId | null
    else changed[at] = value
  }
  for (const { planned, value } of write.takesDefaults === true ? fieldPlanOf(datastore).defaults : []) {
    const { at, field } = planned
    if (given.has(planned)) continue
    changed[at] = value
    const fault = notUnique(write, field, value)
    if (fault !== undefined) fail(field, field.fId, fault, "INVALID_VALUE", value)
  }
  const values = merge(datastore, before.values, changed, write.isNew)
  compute(datastore, values)
  for (const fId of write.isLenient === true ? [] : mandatoryFieldsOf(datastore, action)) {
    if (values[fId] !== undefined || failed.includes(fId)) continue
    const planned = fieldPlanOf(datastore).byInternalId.get(fId)
    if (planned === undefined || planned.from === "nowhere" || planned.from === "status") continue
    fail(planned.field, fId, REQUIRED_MESSAGE, "INVALID_VALUE")
  }
  return { values, givenStatus, findings, causes }
}

interface FieldError {
  readonly field: Field
  /** Whether the writer's roles hide the field. */
  readonly isHidden: boolean
  readonly error: string
  /** The value in the request. Undefined if it is missing or malformed. */
  readonly value: StoredValue | undefined
}

function causeOf({ view, actor, datastore, action, iId }: ItemWrite, failure: FieldError): RefusalCause {
  const { field, isHidden, error, value } = failure
  const facts = { datastore: datastore.displayId, action: action.displayId, field: field.displayId }
  if (error === REQUIRED_MESSAGE) return { kind: "value_missing", facts }
  if (error === NOT_UPDATABLE) {
    const showsField = !isHidden || actor === null
    return showsField ? { kind: "field_fixed", facts } : causeOfHiddenField(view, actor, datastore, field)
  }
  const holder = error === NOT_UNIQUE && value !== undefined ? holderOf(view, iId, field, value) : undefined
  if (holder !== undefined) return { kind: "value_taken", facts: { ...facts, item: holder } }
  return { kind: "value_invalid", facts: { ...facts, rule: error, ...(typeof value === "number" && { value }) } }
}

const isUnchanged = (value: StoredValue | InvalidValue | null, stored: StoredValue | undefined): boolean =>
  value === null ? stored === undefined : !(value instanceof InvalidValue) && sameValue(value, stored)

const withoutBounds = (field: Field): Field => ({ ...field, minValue: "", maxValue: "" })

/**
 * Merges new values into the current ones in field order, so that V8 gives items with the same fields the same hidden class. Converts large
 * items to fast objects (CONTRIBUTING.md, "entries").
 */
function merge(
  datastore: Datastore,
  before: Item["values"],
  changed: Changes,
  isNew: boolean,
): Record<FId, StoredValue> {
  const { fields } = fieldPlanOf(datastore)
  const values: Record<FId, StoredValue> = {}
  for (let at = 0; at < fields.length; at += 1) {
    const { field, from } = fields[at] as PlannedField
    const { fId } = field
    if (from === "counter" && isNew) values[fId] = UNDRAWN
    const change = changed[at]
    const value = change === undefined ? before[fId] : change
    if (value === undefined || value === null) continue
    values[fId] = typeof value === "object" ? Object.freeze(value) : value
  }
  return fields.length > 20 ? Object.fromEntries(Object.entries(values)) : values
}

/** Returns an error if another item, even an invisible one, has the value of a unique field (model.md section 5.6, "unique"). */
const notUnique = ({ view, iId }: ItemWrite, field: Field, value: StoredValue): string | undefined =>
  field.unique && holderOf(view, iId, field, value) !== undefined ? NOT_UNIQUE : undefined

/** Returns the ID of another item than `iId` that has the value in the field. */
function holderOf(view: View, iId: IId, field: Field, value: StoredValue): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined
  return view.ids("itemValues", valueKey(field.fId, value), 2).find((holder) => holder !== iId)
}

export function sameValue(left: StoredValue | undefined, right: StoredValue | undefined): boolean {
  if (left === right) return true
  if (typeof left !== "object" || typeof right !== "object") return false
  return left.length === right.length && left.every((part, at) => part === right[at])
}
