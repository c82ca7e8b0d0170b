import { perActor, seesField } from "../access/index.ts"
import { type FId, oncePer, type UId } from "../model/index.ts"
import type { Action, Datastore, Field, Item, Lookup, StoredValue } from "../model/records/index.ts"
import type { Computation, FieldType } from "./types/field-type.ts"
import { fieldTypeOf } from "./types/registry.ts"

export interface PlannedField {
  readonly at: number
  readonly field: Field
  readonly type: FieldType
  readonly from: FieldType["origin"]["from"]
}

/** A datastore's fields, grouped for reads and writes. Cached for each version of the datastore's settings. */
export interface FieldPlan {
  /** All fields, in fieldIndex order. */
  readonly fields: readonly PlannedField[]
  readonly byInternalId: ReadonlyMap<string, PlannedField>
  readonly byDisplayId: ReadonlyMap<string, PlannedField>
  /** Autonum fields, which receive a number when an item is created. */
  readonly drawn: readonly DrawnField[]
  readonly defaults: readonly DefaultField[]
  readonly computed: readonly ComputedField[]
  /** Lookup fields whose target datastore exists. */
  readonly lookups: readonly LookupField[]
  readonly files: readonly FId[]
  readonly publishing: readonly FId[]
}

export interface DrawnField {
  readonly field: Field
  readonly fId: FId
  write(number: number): StoredValue
  /** Returns the number in a stored value, or 0 if the field's counter cannot have issued the value. */
  read(value: StoredValue): number
}

export interface DefaultField {
  readonly planned: PlannedField
  readonly value: StoredValue
}

export interface ComputedField {
  readonly fId: FId
  readonly compute: Computation
}

export interface LookupField {
  readonly fId: FId
  readonly lookup: Lookup
}

export const fieldPlanOf = oncePer(({ fields }: Datastore): FieldPlan => makePlan(fields))

function makePlan(all: readonly Field[]): FieldPlan {
  const fields = all.map((field, at): PlannedField => {
    const type = fieldTypeOf(field)
    return { at, field, type, from: type.origin.from }
  })
  const defaults = fields.flatMap((planned): DefaultField[] => {
    const value = planned.type.default?.(planned.field)
    return value === undefined ? [] : [{ planned, value }]
  })
  const drawn: DrawnField[] = []
  const computed: ComputedField[] = []
  const lookups: LookupField[] = []
  const files: FId[] = []
  const publishing: FId[] = []
  for (const { field, type } of fields) {
    const { fId } = field
    const { origin, names } = type
    if (origin.from === "counter") {
      drawn.push({
        field,
        fId,
        write: (number) => origin.write(field, number),
        read: (value) => origin.read(field, value),
      })
    }
    if (origin.from === "formula") computed.push({ fId, compute: origin.compile(field, all) })
    const lookup = names?.what === "items" ? names.lookup(field) : undefined
    if (lookup !== undefined) lookups.push({ fId, lookup })
    if (names?.what === "files") files.push(fId)
    if (names?.what === "users" && names.publishes(field)) publishing.push(fId)
  }
  return {
    fields,
    byInternalId: new Map(fields.map((one) => [one.field.fId, one])),
    byDisplayId: new Map(fields.map((one) => [one.field.displayId, one])),
    drawn,
    defaults,
    computed,
    lookups,
    files,
    publishing,
  }
}

/** Computes the formula fields in `values`, which it modifies. Removes a field's key if the formula has no result. */
export function compute(datastore: Datastore, values: Record<FId, StoredValue>): void {
  for (const { fId, compute } of fieldPlanOf(datastore).computed) {
    const result = compute(values)
    if (result === null) delete values[fId]
    else values[fId] = result
  }
}

export function publishedTo(datastore: Datastore, values: Item["values"]): readonly UId[] {
  const { publishing } = fieldPlanOf(datastore)
  if (publishing.length === 0) return NOBODY
  return publishing.flatMap((fId) => (values[fId] ?? []) as readonly UId[])
}

const NOBODY: readonly UId[] = []

const mandatoryFields = new WeakMap<Action, readonly FId[]>()

export function mandatoryFieldsOf(datastore: Datastore, action: Action): readonly FId[] {
  let fields = mandatoryFields.get(action)
  if (fields === undefined) {
    fields = datastore.fields.flatMap(({ fId }) => (action.fieldSettings[fId]?.mandatory === true ? [fId] : []))
    mandatoryFields.set(action, fields)
  }
  return fields
}

export const hiddenFieldsOf = perActor((view, actor, datastore: Datastore): ReadonlySet<FId> => {
  const concealed = datastore.fields.filter((field) => !seesField(view, actor, datastore, field))
  return new Set(concealed.map(({ fId }) => fId))
})
