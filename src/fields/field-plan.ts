import { seesField } from "../access/may.ts"
import { perActor } from "../access/per-actor.ts"
import type { FId, UId } from "../model/ids.ts"
import type { Action, Datastore } from "../records/datastore.ts"
import type { Field, Lookup, StoredValue } from "../model/records/field.ts"
import type { Item } from "../model/records/item.ts"
import type { Computation, Kind } from "./types/field-type.ts"
import { kindOf } from "./types/registry.ts"

export interface PlannedField {
  /** Where the field stands among the fields of its datastore. */
  readonly at: number
  readonly field: Field
  readonly kind: Kind
  readonly from: Kind["origin"]["from"]
}

/** What reads and writes of a datastore's items need of its fields, made once per settings record. */
export interface FieldPlan {
  /** In fieldIndex order. */
  readonly fields: readonly PlannedField[]
  readonly byInternalId: ReadonlyMap<string, PlannedField>
  readonly byDisplayId: ReadonlyMap<string, PlannedField>
  /** Fields whose values are drawn when an item is made. */
  readonly drawn: readonly DrawnField[]
  /** Fields whose values follow from the others. */
  readonly computed: readonly ComputedField[]
  /** Fields that name an item, as far as what they look up is there. */
  readonly lookups: readonly LookupField[]
  /** Fields that name files. */
  readonly files: readonly FId[]
  /** Fields that publish the item to the users they name. */
  readonly publishing: readonly FId[]
}

export interface DrawnField {
  readonly field: Field
  readonly fId: FId
  /** The value that a number of the field's counter gives. */
  write(number: number): StoredValue
  /** The number of a value, 0 when the field could not have drawn it. */
  read(value: StoredValue): number
}

export interface ComputedField {
  readonly fId: FId
  readonly compute: Computation
}

export interface LookupField {
  readonly fId: FId
  readonly lookup: Lookup
}

const plans = new WeakMap<Datastore, FieldPlan>()

export function fieldPlanOf(datastore: Datastore): FieldPlan {
  let plan = plans.get(datastore)
  if (plan === undefined) {
    plan = makePlan(datastore.fields)
    plans.set(datastore, plan)
  }
  return plan
}

function makePlan(all: readonly Field[]): FieldPlan {
  const fields = all.map((field, at): PlannedField => {
    const kind = kindOf(field)
    return { at, field, kind, from: kind.origin.from }
  })
  const drawn: DrawnField[] = []
  const computed: ComputedField[] = []
  const lookups: LookupField[] = []
  const files: FId[] = []
  const publishing: FId[] = []
  for (const { field, kind } of fields) {
    const { fId } = field
    const { origin, names } = kind
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
    computed,
    lookups,
    files,
    publishing,
  }
}

/** Fills the computed fields of an item's values in place; one whose formula yields nothing is left without a key. */
export function compute(datastore: Datastore, values: Record<FId, StoredValue>): void {
  for (const { fId, compute } of fieldPlanOf(datastore).computed) {
    const result = compute(values)
    if (result === null) delete values[fId]
    else values[fId] = result
  }
}

/** The users whom an item's values publish it to. */
export function publishedTo(datastore: Datastore, values: Item["values"]): readonly UId[] {
  const { publishing } = fieldPlanOf(datastore)
  if (publishing.length === 0) return NOBODY
  return publishing.flatMap((fId) => (values[fId] ?? []) as readonly UId[])
}

const NOBODY: readonly UId[] = []

const mandatoryFields = new WeakMap<Action, readonly FId[]>()

/** The fields that must have a value after a run of the action. */
export function mandatoryFieldsOf(datastore: Datastore, action: Action): readonly FId[] {
  let fields = mandatoryFields.get(action)
  if (fields === undefined) {
    fields = datastore.fields.flatMap(({ fId }) => (action.fieldSettings[fId]?.mandatory === true ? [fId] : []))
    mandatoryFields.set(action, fields)
  }
  return fields
}

/** The fields of a datastore that no role of the actor shows. */
export const hiddenFieldsOf = perActor((view, actor, datastore: Datastore): ReadonlySet<FId> => {
  const concealed = datastore.fields.filter((field) => !seesField(view, actor, datastore, field))
  return new Set(concealed.map(({ fId }) => fId))
})
