import type { Actor } from "../../access/actor.ts"
import { seesField } from "../../access/may.ts"
import { findApplication, findDatastore, findField } from "../../access/places.ts"
import { invalidParams } from "../../model/error.ts"
import { DATA_TYPES, kindOf } from "../types/registry.ts"
import { isReservedFieldId } from "../reserved-ids.ts"
import type { LookupInput, SettingsChanging, TypeInput } from "../settings-form.ts"
import { type FId, isDisplayId, type OId, shownDisplayId } from "../../model/ids.ts"
import { changeNames } from "../../model/names.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { AnyField, Field, Lookup } from "../../model/records/field.ts"
import { requireRoleList } from "../../roles/require-role-list.ts"
import type { Tx } from "../../state/tx.ts"
import type { FieldInput } from "../../field-settings/field-input.ts"

/**
 * A field with its settings changed, by themselves: what becomes of formulas and stored values is for `putField`. Refuses unknown
 * references, a reserved, taken or malformed display ID, an empty name, limits between which there is no value, and settings of
 * other data types.
 */
export function changeField(tx: Tx, actor: Actor, datastore: Datastore, field: Field, input: FieldInput): Field {
  checkMembers(field, input)
  const common: AnyField = {
    fId: field.fId,
    displayId: settleDisplayId(datastore, field, input.displayId),
    name: input.name === undefined ? field.name : changeNames(field.name, input.name, tx.settings.lang),
    search: input.search ?? field.search,
    showList: input.showList ?? field.showList,
    asTitle: input.asTitle ?? field.asTitle,
    titleOrder: field.titleOrder,
    status: field.status,
    fieldIndex: field.fieldIndex,
    fullText: input.fullText ?? field.fullText,
    unique: settleUnique(field, input.unique),
    ...settleLimits(field, input),
    hideOnInput: input.hideOnInput ?? field.hideOnInput,
    hideFromApi: input.hideFromApi ?? field.hideFromApi,
    hasIndex: input.hasIndex ?? field.hasIndex,
    roles: input.roles === undefined ? field.roles : requireRoleList(tx, datastore.pId, input.roles),
    layout: field.layout,
  }
  return { ...common, ...kindOf(field).settings.change(field, input, settingsChanging(tx, actor, datastore)) }
}

/** What settings of a data type are changed with in a datastore. */
export const settingsChanging = (tx: Tx, actor: Actor, datastore: Datastore): SettingsChanging => ({
  lang: tx.settings.lang,
  now: tx.now,
  newOptionId: () => tx.newUuid() as OId,
  newDisplayId: (prefix) => tx.newDisplayId(prefix),
  lookup: (input, present) => requireLookup(tx, actor, datastore, input, present),
})

/** How the wire calls the members that only some data types have. */
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
  const { takes } = kindOf(field).settings
  const foreign = MEMBERS.find((member) => input[member] !== undefined && !takes.includes(member))
  if (foreign === undefined) return
  const types = DATA_TYPES.filter((dataType) => kindOf({ dataType }).settings.takes.includes(foreign))
  throw invalidParams(`${MEMBER_NAMES[foreign]} is for fields of type ${types.join(", ")}, not ${field.dataType}`)
}

function settleDisplayId({ fields }: Datastore, { fId, displayId: own }: Field, displayId = own): string {
  if (!isDisplayId(displayId)) {
    throw invalidParams(`display_id must be 1 to 255 letters, digits, - and _: ${shownDisplayId(displayId)}`)
  }
  if (isReservedFieldId(displayId)) throw invalidParams(`display_id is reserved: ${displayId}`)
  const isTaken = fields.some((other) => other.fId !== fId && other.displayId === displayId)
  if (isTaken) throw invalidParams(`display_id is taken in the datastore: ${displayId}`)
  return displayId
}

function settleUnique(field: Field, unique = field.unique): boolean {
  if (unique && !field.unique && !kindOf(field).mayBeUnique) {
    throw invalidParams(`unique: a field of type ${field.dataType} can't be unique`)
  }
  return unique
}

function settleLimits(field: Field, input: FieldInput): Pick<Field, "minValue" | "maxValue"> {
  const { limits } = kindOf(field)
  const settle = (limit: string | number | undefined, present: string, name: string): string => {
    if (limit === undefined) return present
    const text = String(limit)
    if (text === "" || limits?.read(text) !== undefined) return text
    throw invalidParams(`${name}: ${limits?.expected ?? `a field of type ${field.dataType} has no limits`}`)
  }
  const minValue = settle(input.minValue, field.minValue, "min_value")
  const maxValue = settle(input.maxValue, field.maxValue, "max_value")
  const min = limits?.read(minValue)
  const max = limits?.read(maxValue)
  if (min !== undefined && max !== undefined && min > max) {
    throw invalidParams(`max_value is below min_value, ${minValue}: no value could be entered`)
  }
  return { minValue, maxValue }
}

/** The looked-up field of a lookup that names none: the target's title is shown. */
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
