import fc from "fast-check"
import { KitError } from "../failures.ts"
import { makeModel } from "../model/make.ts"
import { defaultAction, type Model } from "../model/model.ts"
import { mayRun, seesDatastore, seesField, seesItem } from "../model/people.ts"
import type { KitAction, KitDatastore, KitField, KitSchema, KitUser } from "../schema.ts"
import { type InvalidItem, invalidValues, isWritable, validValue } from "./values.ts"

/** How items are drawn. */
export interface ItemOptions {
  /** Fill every field that can be; by default some are left out or null, but none that is mandatory. */
  readonly complete?: boolean
  /**
   * Who is to create the item: `e-mail`, `e-mail#user_code` or u_id. Their items may hold what others may not write. By default the
   * values are such that everybody who may run the action can write them.
   */
  readonly as?: string
  /**
   * What file fields are given: file_ids that UploadFileDetached answered to whoever is to create the item, in the world that the kit was
   * made of. Without any, file fields are left out, and one that is mandatory is refused.
   */
  readonly files?: readonly string[]
}

/** A datastore's default create action, and those it is run by. */
interface Creation {
  readonly schema: KitSchema
  readonly model: Model
  readonly datastore: KitDatastore
  readonly action: KitAction
  readonly users: readonly KitUser[]
  readonly files: readonly string[]
}

/** Values that the default create action accepts. Refuses, with the reason, where there can be none. */
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
      if (isMandatory) throw new KitError(`${datastore.path} needs a value of ${field.displayId}, but ${value}`)
      continue
    }
    const isSure = isMandatory || options.complete === true
    if (isSure) required.push(field.displayId)
    const mayBeNull = fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) })
    shape[field.displayId] = isSure ? value : mayBeNull
  }
  if (Object.keys(shape).length === 0)
    throw new KitError(`${datastore.path} has no writable fields: ${reasons(creation)}`)
  return fc.record(shape, { requiredKeys: required })
}

/** Values that are accepted but for one field, wrong in one named way. Null when no field can be wrong. */
export function refusedItem(schema: KitSchema, datastore: KitDatastore): fc.Arbitrary<InvalidItem> | null {
  const wrongs = datastore.fields.flatMap((field) =>
    Object.entries(isWritable(field) ? invalidValues(field) : {}).map(([way, value]) => ({
      field: field.displayId,
      way,
      value,
    })),
  )
  if (wrongs.length === 0) return null
  const creation = creationOf(schema, datastore, {})
  const open = wrongs.filter(({ field }) => {
    const found = datastore.fields.find(({ displayId }) => displayId === field)
    return found !== undefined && isOpen(creation, found)
  })
  if (open.length === 0) return null
  return fc.tuple(acceptedItem(schema, datastore), fc.constantFrom(...open)).map(([item, wrong]) => ({
    item: { ...item, [wrong.field]: wrong.value },
    field: wrong.field,
    way: wrong.way,
  }))
}

function creationOf(schema: KitSchema, datastore: KitDatastore, { as, files = [] }: ItemOptions): Creation {
  const action = defaultAction(datastore, "1")
  if (action === undefined) throw new KitError(`${datastore.path} has no create action that is not tied to a status`)
  const model = makeModel(schema, schema.now, [])
  const may = ({ uId }: KitUser): boolean =>
    seesDatastore(model, uId, datastore) && mayRun(model, uId, datastore, action)
  if (as === undefined) return { schema, model, datastore, action, users: schema.users.filter(may), files }
  const user = schema.users.find((one) => [one.uId, one.email, one.reference].includes(as))
  if (user === undefined) {
    throw new KitError(
      `no user ${as} in ${schema.workspace}; there are ${schema.users.map((one) => one.reference).join(", ")}`,
    )
  }
  if (!may(user)) throw new KitError(`${as} may not run ${action.displayId}, the create action of ${datastore.path}`)
  return { schema, model, datastore, action, users: [user], files }
}

const settingOf = (action: KitAction, { displayId }: KitField) =>
  action.fields[displayId] ?? { show: true, update: true, mandatory: false }

/** Whether the action lets everybody write the field. */
function isOpen({ model, datastore, action, users }: Creation, field: KitField): boolean {
  const { show, update } = settingOf(action, field)
  const isFillable = isWritable(field) || field.dataType === "file"
  return show && update && isFillable && users.every(({ uId }) => seesField(model, uId, datastore, field))
}

/** Values of a field; a string tells why there are none. */
function acceptedValue(creation: Creation, field: KitField, isMandatory: boolean): fc.Arbitrary<unknown> | string {
  if (field.dataType === "file" && creation.files.length === 0)
    return "files are uploaded first: pass { files: [file_id] } of what UploadFileDetached answered to whoever creates the item"
  if (!isOpen(creation, field)) return `not everybody who may run ${creation.action.displayId} may write it`
  if (field.dataType === "file") return fc.constantFrom(...creation.files).map((id) => [id])
  if (field.lookup !== null) return lookedUp(creation, field.lookup.datastore)
  if (field.unique) return uniqueValue(creation, field)
  const value = validValue(creation.schema, field)
  if (value === null) return "it has no enabled options"
  return isMandatory ? value.filter((one) => !isEmpty(one)) : value
}

const isEmpty = (value: unknown): boolean => value === "" || (Array.isArray(value) && value.length === 0)

function lookedUp({ schema, model, users }: Creation, path: string): fc.Arbitrary<string> | string {
  const datastore = schema.datastores.find((one) => one.path === path)
  const ids = [...model.items.values()]
    .filter((item) => item.datastore.path === path && users.every(({ uId }) => seesItem(model, uId, item)))
    .map((item) => item.iId)
  if (ids.length > 0) return fc.constantFrom(...ids)
  return `it looks up ${datastore?.path ?? path}, of which everybody who may create sees no item: create one first`
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789"]
const LENGTH = 12
const WIDE = 1_000_000_000

/** Of a unique field: what no item holds, and what two draws are unlikely to share. */
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
    const min = field.minValue === "" ? -WIDE : Math.ceil(Number(field.minValue))
    const max = field.maxValue === "" ? WIDE : Math.floor(Number(field.maxValue))
    const numbers =
      max - min < WIDE
        ? fc.integer({ min, max })
        : fc.maxSafeInteger().map((one) => min + (Math.abs(one) % (max - min)))
    return numbers.filter(isFree)
  }
  const options = field.options.filter((option) => option.enabled && isFree(option.displayId))
  if (field.options.length > 0) {
    return options.length === 0 ? "all its options are taken" : fc.constantFrom(...options.map((one) => one.displayId))
  }
  return validValue(schema, field)?.filter(isFree) ?? "no value of it is known"
}

const reasons = ({ datastore, action }: Creation): string => {
  const types = datastore.fields.map((field) => field.dataType).join(", ") || "nothing"
  const isClosed = datastore.fields.some((field) => isWritable(field))
  return isClosed ? `${action.displayId} lets not everybody write any of ${types}` : `only ${types}`
}
