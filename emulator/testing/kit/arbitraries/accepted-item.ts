import fc from "fast-check"
import { KitError } from "../failures.ts"
import { makeModel } from "../model/make.ts"
import { defaultAction, fieldOf, type Model } from "../model/model.ts"
import { mayRun, seesDatastore, seesField, seesItem } from "../model/people.ts"
import type { KitAction, KitDatastore, KitField, KitSchema, KitUser } from "../schema.ts"
import { type InvalidItem, invalidValuesOf, isWritable, itemWithInvalid, validValue } from "./values.ts"

/** Options of `kit.item`. */
export interface ItemOptions {
  /** Whether every field that can have a value gets one. By default, optional fields may be omitted or null. */
  readonly complete?: boolean
  /**
   * The user who creates the item: `e-mail`, `e-mail#user_code` or u_id. The generated values are valid for this user.
   * By default, they are valid for every user who may create the item.
   */
  readonly as?: string
  /** file_ids for file fields, from the creator's own calls of UploadFileDetached. If empty, optional file fields are omitted. */
  readonly files?: readonly string[]
}

interface Creation {
  readonly schema: KitSchema
  readonly model: Model
  readonly datastore: KitDatastore
  readonly action: KitAction
  readonly users: readonly KitUser[]
  readonly files: readonly string[]
}

/** Generates field values that the default create action accepts. Throws a `KitError` if there are no such values. */
export function acceptedItem(
  schema: KitSchema,
  datastore: KitDatastore,
  options: ItemOptions = {},
): fc.Arbitrary<Record<string, unknown>> {
  const creation = creationOf(schema, datastore, options)
  const shape: Record<string, fc.Arbitrary<unknown>> = {}
  const required: string[] = []
  for (const field of datastore.fields) {
    const isMandatory = settingOf(creation.action, field).mandatory
    if (!isOpen(creation, field) && !isMandatory) continue
    const value = acceptedValue(creation, field, isMandatory)
    if (typeof value === "string") {
      if (isMandatory) throw new KitError(`${datastore.path} requires the field ${field.displayId}, but ${value}`)
      continue
    }
    const isSure = isMandatory || options.complete === true
    if (isSure) required.push(field.displayId)
    const mayBeNull = fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) })
    shape[field.displayId] = isSure ? value : mayBeNull
  }
  if (Object.keys(shape).length === 0)
    throw new KitError(`${datastore.path} has no field that every user may write: ${reasons(creation)}`)
  return fc.record(shape, { requiredKeys: required })
}

/** Generates items with one invalid value. Returns null if no field can have an invalid value. */
export function refusedItem(schema: KitSchema, datastore: KitDatastore): fc.Arbitrary<InvalidItem> | null {
  const all = invalidValuesOf(datastore)
  if (all.length === 0) return null
  const creation = creationOf(schema, datastore, {})
  const ways = all.filter(({ field }) => isOpen(creation, fieldOf(datastore, field) as KitField))
  return ways.length === 0 ? null : itemWithInvalid(acceptedItem(schema, datastore), ways)
}

function creationOf(schema: KitSchema, datastore: KitDatastore, { as, files = [] }: ItemOptions): Creation {
  const action = defaultAction(datastore, "1")
  if (action === undefined) throw new KitError(`${datastore.path} needs a create action that has no status`)
  const model = makeModel(schema, schema.now, [])
  const may = ({ uId }: KitUser): boolean =>
    seesDatastore(model, uId, datastore) && mayRun(model, uId, datastore, action)
  const creation = { schema, model, datastore, action, files }
  if (as === undefined) return { ...creation, users: schema.users.filter(may) }
  const user = schema.users.find((one) => [one.uId, one.email, one.reference].includes(as))
  if (user === undefined) {
    const users = schema.users.map((one) => one.reference).join(", ")
    throw new KitError(`the workspace ${schema.workspace} has no user ${as}; its users are ${users}`)
  }
  if (!may(user)) throw new KitError(`${as} may not run ${action.displayId}, the create action of ${datastore.path}`)
  return { ...creation, users: [user] }
}

const settingOf = (action: KitAction, { displayId }: KitField) =>
  action.fields[displayId] ?? { show: true, update: true, mandatory: false }

function isOpen({ model, datastore, action, users }: Creation, field: KitField): boolean {
  const { show, update } = settingOf(action, field)
  const isFillable = isWritable(field) || field.dataType === "file"
  return show && update && isFillable && users.every(({ uId }) => seesField(model, uId, datastore, field))
}

/** Generates values that the field accepts. Returns the reason as a string if there are no such values. */
function acceptedValue(creation: Creation, field: KitField, isMandatory: boolean): fc.Arbitrary<unknown> | string {
  if (field.dataType === "file" && creation.files.length === 0)
    return "the field needs a file: upload a file with UploadFileDetached as the item's creator, and pass { files: [file_id] }"
  if (!isOpen(creation, field)) return `some users who may run ${creation.action.displayId} may not write the field`
  if (field.dataType === "file") return fc.constantFrom(...creation.files).map((id) => [id])
  if (field.lookup !== null) return lookedUp(creation, field.lookup.datastore)
  if (field.unique) return uniqueValue(creation, field)
  const value = validValue(creation.schema, field)
  if (value === null) return "the field has no enabled options"
  return isMandatory ? value.filter((one) => !isEmpty(one)) : value
}

const isEmpty = (value: unknown): boolean => value === "" || (Array.isArray(value) && value.length === 0)

function lookedUp({ schema, model, users }: Creation, path: string): fc.Arbitrary<string> | string {
  const datastore = schema.datastores.find((one) => one.path === path)
  const ids = [...model.items.values()]
    .filter((item) => item.datastore.path === path && users.every(({ uId }) => seesItem(model, uId, item)))
    .map((item) => item.iId)
  if (ids.length > 0) return fc.constantFrom(...ids)
  return `${datastore?.path ?? path} has no item that every user sees; create such an item first`
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789"]
const LENGTH = 12
const WIDE_RANGE = 1_000_000_000

/** Generates values that no existing item has in this unique field. Two generated values are unlikely to be equal. */
function uniqueValue({ schema, datastore }: Creation, field: KitField): fc.Arbitrary<unknown> | string {
  const taken = new Set(
    datastore.items.map(({ values }) => JSON.stringify([values[field.displayId]].flat()[0] ?? null)),
  )
  const isFree = (value: unknown): boolean => !taken.has(JSON.stringify([value].flat()[0] ?? null))
  if (field.dataType === "text" || field.dataType === "textarea") {
    const most = field.maxValue === "" ? LENGTH : Number(field.maxValue)
    const length = Math.max(Math.min(LENGTH, most), Number(field.minValue), 1)
    return fc.string({ unit: fc.constantFrom(...LETTERS), minLength: length, maxLength: length }).filter(isFree)
  }
  if (field.dataType === "number") {
    const min = field.minValue === "" ? -WIDE_RANGE : Math.ceil(Number(field.minValue))
    const max = field.maxValue === "" ? WIDE_RANGE : Math.floor(Number(field.maxValue))
    const numbers =
      max - min < WIDE_RANGE
        ? fc.integer({ min, max })
        : fc.maxSafeInteger().map((one) => min + (Math.abs(one) % (max - min)))
    return numbers.filter(isFree)
  }
  const options = field.options.filter((option) => option.enabled && isFree(option.displayId))
  if (field.options.length > 0) {
    return options.length === 0 ? "every option is in use" : fc.constantFrom(...options.map((one) => one.displayId))
  }
  return validValue(schema, field)?.filter(isFree) ?? "the kit can't generate unique values of this data type"
}

const reasons = ({ datastore, action }: Creation): string => {
  const types = datastore.fields.map((field) => field.dataType).join(", ") || "nothing"
  const isClosed = datastore.fields.some((field) => isWritable(field))
  return isClosed ? `some users may not write any field with ${action.displayId}` : `the data types are ${types}`
}
