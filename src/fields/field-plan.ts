import { seesField } from "../access/may.ts"
import { perActor } from "../access/per-actor.ts"
import type { FId, UId } from "../ids.ts"
import type { Action, Datastore } from "../records/datastore.ts"
import type { Field } from "../records/field.ts"
import type { Item } from "../records/item.ts"
import type { Kind } from "./kinds/kind.ts"
import { kindOf } from "./kinds/registry.ts"

export interface PlannedField {
  /** Where the field stands among the fields of its datastore. */
  readonly at: number
  readonly field: Field
  readonly kind: Kind
}

/** What writes to a datastore need of its settings, made once per settings record. */
export interface FieldPlan {
  readonly byInternalId: ReadonlyMap<string, PlannedField>
  readonly byDisplayId: ReadonlyMap<string, PlannedField>
  readonly autonums: readonly Field[]
  readonly lookups: readonly Field[]
  readonly files: readonly Field[]
  /** users fields that publish the item to the users they name. */
  readonly publishing: readonly Field[]
}

const plans = new WeakMap<Datastore, FieldPlan>()

export function fieldPlanOf(datastore: Datastore): FieldPlan {
  let plan = plans.get(datastore)
  if (plan === undefined) {
    const planned = datastore.fields.map((field, at): PlannedField => ({ at, field, kind: kindOf(field) }))
    const of = (type: Field["dataType"]) => datastore.fields.filter(({ dataType }) => dataType === type)
    plan = {
      byInternalId: new Map(planned.map((one) => [one.field.fId, one])),
      byDisplayId: new Map(planned.map((one) => [one.field.displayId, one])),
      autonums: of("autonum"),
      lookups: of("dslookup"),
      files: of("file"),
      publishing: of("users").filter((field) => field.users?.publish === true),
    }
    plans.set(datastore, plan)
  }
  return plan
}

/** The users whom an item's values publish it to. */
export function publishedTo(datastore: Datastore, values: Item["values"]): readonly UId[] {
  const { publishing } = fieldPlanOf(datastore)
  if (publishing.length === 0) return NOBODY
  return publishing.flatMap(({ fId }) => (values[fId] ?? []) as readonly UId[])
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
