import {
  fieldOf,
  itemsOf,
  type Model,
  type ModelItem,
  type ModelValue,
} from "../../../../../emulator/testing/kit/model/model.ts"
import { calculate, sameValue } from "../../../../../emulator/testing/kit/model/values.ts"
import type { KitDatastore, KitField } from "../../../../../emulator/testing/kit/schema.ts"

/** Replaces the fields of a datastore in the model. */
const setFields = (datastore: KitDatastore, fields: readonly KitField[]): void => {
  Object.assign(datastore, { fields })
}

/** CreateField (api.md section 16). Computes a formula for the existing items. */
export function addField(model: Model, datastore: KitDatastore, field: KitField): void {
  setFields(datastore, [...datastore.fields, field])
  if (field.formula === null) return
  for (const item of itemsOf(model, datastore))
    setValue(item, field, calculate(field.formula, datastore.fields, item.values))
}

/** UpdateField and the operations on options. */
export const replaceField = (datastore: KitDatastore, changed: KitField): void =>
  setFields(
    datastore,
    datastore.fields.map((field) => (field.displayId === changed.displayId ? changed : field)),
  )

/** DeleteField: items lose the field's values without a new revision (model.md section 5.1). */
export function dropField(model: Model, datastore: KitDatastore, gone: KitField): void {
  setFields(
    datastore,
    datastore.fields.filter((field) => field !== gone),
  )
  for (const item of itemsOf(model, datastore)) setValue(item, gone, null)
}

/** DeleteFieldOptions: items lose the option without a new revision. */
export function dropOption(model: Model, datastore: KitDatastore, field: KitField, displayId: string): void {
  replaceField(datastore, { ...field, options: field.options.filter((option) => option.displayId !== displayId) })
  for (const item of itemsOf(model, datastore)) {
    const value = item.values[field.displayId]
    if (value === displayId) setValue(item, field, null)
    if (!Array.isArray(value)) continue
    const kept = value.filter((one: string) => one !== displayId)
    setValue(item, field, kept.length === 0 ? null : kept)
  }
}

function setValue(item: ModelItem, { displayId }: KitField, value: ModelValue | null): void {
  const { [displayId]: _, ...others } = item.values
  item.values = value === null ? others : { ...others, [displayId]: value }
}

/** Whether a formula of the datastore refers to the field. */
export const isInFormula = (datastore: KitDatastore, { displayId }: KitField): boolean =>
  datastore.fields.some(({ formula }) => formula?.split(/[^\w-]+/).includes(displayId) === true)

/** Whether all fields in the formula exist. */
export const isComputable = (datastore: KitDatastore, { formula }: KitField): boolean =>
  (formula?.match(/[A-Za-z_][\w-]*/g) ?? []).every((name) => fieldOf(datastore, name)?.dataType === "number")

/** Whether a stored value exceeds an upper limit. */
export const isAbove = (model: Model, datastore: KitDatastore, { displayId }: KitField, limit: number): boolean =>
  itemsOf(model, datastore).some(({ values }) => {
    const value = values[displayId]
    return (typeof value === "string" ? value.length : typeof value === "number" ? value : 0) > limit
  })

/** Whether two items have the same value. */
export function isRepeated(model: Model, datastore: KitDatastore, { displayId }: KitField): boolean {
  const values = itemsOf(model, datastore).flatMap((item) => item.values[displayId] ?? [])
  return values.some((value, at) => values.findIndex((other) => sameValue(other, value)) !== at)
}
