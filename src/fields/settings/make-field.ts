import {
  type Actor,
  findApplication,
  findDatastore,
  findField,
  requireRoleList,
  seesField,
} from "../../access/index.ts"
import { changeNames, type FId, invalidParams, type OId, requireDisplayId } from "../../model/index.ts"
import {
  type AnyField,
  type Datastore,
  type DataType,
  type Field,
  type Layout,
  type Lookup,
  MEMBER,
} from "../../model/records/index.ts"
import { changeSettings, FIELD, initialSettings } from "../../model/settings/index.ts"
import type { Tx } from "../../state/index.ts"
import { isReservedFieldId } from "../reserved-ids.ts"
import type { SettingsChanging } from "../settings-form.ts"
import { DATA_TYPES, fieldTypeOf, isDataType } from "../types/registry.ts"
import type { FieldInput, LookupInput, NewField, TypeInput } from "./field-settings-input.ts"
import { isLastTitleField } from "./last-title-field.ts"
import { putField } from "./put-field.ts"

/**
 * Adds a field at the end of a datastore (api.md section 16, CreateField). By default, ADMIN and MEMBER see the field (model.md section 3),
 * and it appears in searches and lists. Its type settings have the defaults of model.md section 5.1.
 */
export function makeField(tx: Tx, actor: Actor, datastore: Datastore, input: NewField): Field {
  const dataType = requireDataType(input.dataType)
  const { pId, fields } = datastore
  const blank: AnyField = {
    fId: tx.newId(),
    displayId: input.displayId ?? tx.newDisplayId("Fld-"),
    name: {},
    ...initialSettings(FIELD),
    fieldIndex: fields.length,
    roles: requireRoleList(tx, pId, [MEMBER]),
    layout: belowAll(fields),
  }
  // Options copied from another field contain that field's option IDs. The new field needs its own IDs.
  const options = input.options?.map((option) => (option.oId === undefined ? option : { ...option, oId: undefined }))
  const made = { ...blank, ...fieldTypeOf({ dataType }).settings.blank(dataType) }
  const field = changeField(tx, actor, datastore, made, { ...input, options })
  putField(tx, datastore, undefined, field)
  return field
}

function requireDataType(name: string): DataType {
  if (!isDataType(name)) throw invalidParams(`unknown dataType: ${name}`)
  if (fieldTypeOf({ dataType: name }).origin.from === "status")
    throw invalidParams(`a field of type ${name} can't be created`)
  return name
}

const belowAll = (fields: readonly Field[]): Layout => ({
  sizeX: 1,
  sizeY: 1,
  col: 0,
  row: Math.max(0, ...fields.map(({ layout }) => layout.row + layout.sizeY)),
})

/** Returns the field with changed settings. Throws if the new settings are invalid. The caller must pass the result to `putField`. */
export function changeField(tx: Tx, actor: Actor, datastore: Datastore, field: Field, input: FieldInput): Field {
  checkMembers(field, input)
  const common: AnyField = {
    fId: field.fId,
    displayId: settleDisplayId(datastore, field, input.displayId),
    name: input.name === undefined ? field.name : changeNames(field.name, input.name, tx.settings.lang),
    ...changeSettings(FIELD, field, input),
    asTitle: settleAsTitle(datastore, field, input.asTitle),
    unique: settleUnique(field, input.unique),
    ...settleLimits(field, input),
    roles: input.roles === undefined ? field.roles : requireRoleList(tx, datastore.pId, input.roles),
    layout: field.layout,
  }
  return { ...common, ...fieldTypeOf(field).settings.change(field, input, settingsChanging(tx, actor, datastore)) }
}

export const settingsChanging = (tx: Tx, actor: Actor, datastore: Datastore): SettingsChanging => ({
  lang: tx.settings.lang,
  now: tx.now,
  newOptionId: () => tx.newUuid() as OId,
  newDisplayId: (prefix) => tx.newDisplayId(prefix),
  lookup: (input, present) => requireLookup(tx, actor, datastore, input, present),
})

const MEMBER_NAMES: Readonly<Record<keyof TypeInput, string>> = {
  numInfo: "num_info",
  calc: "calc_info",
  autonum: "autonum_info",
  users: "users_info",
  file: "file_info",
  dslookup: "dslookup_info",
  options: "options",
  selected: "selected",
}

const MEMBERS = Object.keys(MEMBER_NAMES) as readonly (keyof TypeInput)[]

function checkMembers(field: Field, input: FieldInput): void {
  const { takes } = fieldTypeOf(field).settings
  const foreign = MEMBERS.find((member) => input[member] !== undefined && !takes.includes(member))
  if (foreign === undefined) return
  const types = DATA_TYPES.filter((dataType) => fieldTypeOf({ dataType }).settings.takes.includes(foreign))
  throw invalidParams(`${MEMBER_NAMES[foreign]}: expected field type ${types.join(", ")}, received ${field.dataType}`)
}

function settleDisplayId({ fields }: Datastore, { fId, displayId: own }: Field, given = own): string {
  const displayId = requireDisplayId(given, "spaced")
  if (isReservedFieldId(displayId)) throw invalidParams(`display_id ${displayId} is reserved`)
  const isTaken = fields.some((other) => other.fId !== fId && other.displayId === displayId)
  if (isTaken) throw invalidParams(`display_id ${displayId} is already used in the datastore`)
  return displayId
}

function settleAsTitle(datastore: Datastore, field: Field, asTitle = field.asTitle): boolean {
  if (asTitle && !field.asTitle && !fieldTypeOf(field).mayBeTitle) {
    throw invalidParams(`as_title: a field of type ${field.dataType} can't be part of the title`)
  }
  if (!asTitle && isLastTitleField(datastore, field)) {
    throw invalidParams("as_title: expected true, because the field is the last title field of the datastore")
  }
  return asTitle
}

function settleUnique(field: Field, unique = field.unique): boolean {
  if (unique && !field.unique && !fieldTypeOf(field).mayBeUnique) {
    throw invalidParams(`unique: a field of type ${field.dataType} can't be unique`)
  }
  return unique
}

function settleLimits(field: Field, input: FieldInput): Pick<Field, "minValue" | "maxValue"> {
  const { limits } = fieldTypeOf(field)
  const settle = (limit: string | number | undefined, present: string, name: string): string => {
    if (limit === undefined) return present
    const text = String(limit)
    if (text === "" || limits?.read(text) !== undefined) return text
    throw invalidParams(`${name}: ${limits?.expected ?? `a field of type ${field.dataType} can't have limits`}`)
  }
  const minValue = settle(input.minValue, field.minValue, "min_value")
  const maxValue = settle(input.maxValue, field.maxValue, "max_value")
  const min = limits?.read(minValue)
  const max = limits?.read(maxValue)
  if (min !== undefined && max !== undefined && min > max) {
    throw invalidParams(`max_value: expected at least the value of min_value, ${minValue}`)
  }
  return { minValue, maxValue }
}

/** Field ID of a lookup that names no field and displays the target's title. */
const NO_FIELD = "" as FId

function requireLookup(
  tx: Tx,
  actor: Actor,
  { pId }: Datastore,
  input: LookupInput,
  present: Lookup | undefined,
): Lookup {
  const target = requireTarget(tx, actor, pId, input, present)
  const field = input.field === undefined ? undefined : findField(target, input.field)
  if (input.field !== undefined && (field === undefined || !seesField(tx, actor, target, field))) {
    throw invalidParams(`dslookup_field_id: field not found: ${input.field}`)
  }
  const kept = present?.dId === target.dId ? present.fId : NO_FIELD
  return Object.freeze({
    pId: target.pId,
    dId: target.dId,
    fId: field?.fId ?? kept,
    reverseLink: input.reverseLink ?? present?.reverseLink ?? false,
  })
}

function requireTarget(tx: Tx, actor: Actor, pId: string, input: LookupInput, present: Lookup | undefined): Datastore {
  const { application: named, datastore: reference = present?.dId } = input
  if (reference === undefined) throw invalidParams("dslookup_datastore_id is required")
  const application = named === undefined ? undefined : findApplication(tx, actor, named)
  if (named !== undefined && application === undefined) {
    throw invalidParams(`dslookup_project_id: application not found: ${named}`)
  }
  const within = application === undefined ? { preferred: tx.expect("applications", pId) } : { application }
  const target = findDatastore(tx, actor, reference, within)
  if (target === undefined) throw invalidParams(`dslookup_datastore_id: datastore not found: ${reference}`)
  return target
}
