import type * as z from "zod"
import { type Lang, nameIn } from "../../../../src/model/index.ts"
import type { Datastore, Field, FieldOf } from "../../../../src/model/records/index.ts"
import {
  AUTONUM,
  FILE,
  NUM_INFO,
  presentSettings,
  USERS,
  USERS_IN_SEARCH,
} from "../../../../src/model/settings/index.ts"
import type { FieldSettings } from "../../../../src/operations/index.ts"
import type { searchConditionsAnswer } from "../../contract/item-shapes/search-answers.ts"
import type { fieldSettingsAnswer, WireFieldDefinition } from "../../contract/workspace-shapes/fields.ts"
import { presentNames } from "../names.ts"

type TypeSettings = Pick<WireFieldDefinition, "options" | "dslookup_info">

type SearchCondition = z.input<ReturnType<typeof searchConditionsAnswer>>["result"][number]

type Choices = Pick<SearchCondition, "statuses" | "options" | "ds_lookup_info" | "users_info">

type OwnSettings = Pick<
  z.input<ReturnType<typeof fieldSettingsAnswer>>,
  "num_info" | "calc_info" | "autonum_info" | "options" | "dslookup_info" | "users_info" | "file_info"
>

type OptionField = FieldOf<"select" | "radio" | "checkbox">

/** Returns the settings of a field's data type for `FieldDef` (api.md section 16). */
export function presentTypeSettings(field: Field, lang: Lang): TypeSettings {
  switch (field.dataType) {
    case "select":
    case "radio":
    case "checkbox":
      return { options: presentOptions(field, lang) }
    case "dslookup":
      return { dslookup_info: presentLookupTarget(field) }
    case "text":
    case "textarea":
    case "number":
    case "calc":
    case "autonum":
    case "datetime":
    case "date":
    case "time":
    case "users":
    case "file":
    case "status":
    case "label":
    case "separator":
      return {}
  }
}

/** Returns the settings of a field's data type for GetFieldSettings (api.md section 16). */
export function presentOwnSettings({ field, operands }: Pick<FieldSettings, "field" | "operands">): OwnSettings {
  switch (field.dataType) {
    case "number":
      return { num_info: presentSettings(NUM_INFO, field.numInfo) }
    case "calc":
      return {
        num_info: presentSettings(NUM_INFO, field.numInfo),
        calc_info: { formula: field.calc.formula, fields: [...operands] },
      }
    case "autonum":
      return { autonum_info: presentSettings(AUTONUM, field.autonum) }
    case "select":
    case "radio":
    case "checkbox":
      return { options: presentOptionSettings(field) }
    case "dslookup": {
      const target = presentLookupTarget(field)
      return { dslookup_info: target && { ...target, reverse_link: field.dslookup?.reverseLink ?? false } }
    }
    case "users":
      return { users_info: presentSettings(USERS, field.users) }
    case "file":
      return { file_info: presentSettings(FILE, field.file) }
    case "text":
    case "textarea":
    case "datetime":
    case "date":
    case "time":
    case "status":
    case "label":
    case "separator":
      return {}
  }
}

/** Returns the choices that a search condition offers for a field (api.md section 17.2). */
export function presentChoices(datastore: Datastore, field: Field, lang: Lang): Choices {
  switch (field.dataType) {
    case "status":
      return {
        statuses: datastore.statuses.map(({ sId, name }) => ({ status_id: sId, status_name: nameIn(name, lang) })),
      }
    case "select":
    case "radio":
    case "checkbox":
      return { options: presentChoosableOptions(field, lang) }
    case "dslookup":
      return { ds_lookup_info: presentLookupTarget(field) }
    case "users":
      return { users_info: presentSettings(USERS_IN_SEARCH, field.users) }
    case "text":
    case "textarea":
    case "number":
    case "calc":
    case "autonum":
    case "datetime":
    case "date":
    case "time":
    case "file":
    case "label":
    case "separator":
      return {}
  }
}

const presentOptions = ({ options }: OptionField, lang: Lang): TypeSettings["options"] =>
  options.map(({ oId, displayId, name, sortId, enabled, color }) => ({
    option_id: oId,
    display_id: displayId,
    value: nameIn(name, lang),
    sort_id: sortId,
    enabled,
    color,
  }))

const presentChoosableOptions = ({ options }: OptionField, lang: Lang): Choices["options"] =>
  options.map(({ oId, sortId, name, enabled, color = "" }) => ({
    option_id: oId,
    sort_id: sortId,
    value: nameIn(name, lang),
    enabled,
    color,
  }))

const presentOptionSettings = ({ options, selected }: OptionField): OwnSettings["options"] =>
  options.map(({ oId, displayId, name, sortId, enabled, color = "", createdAt, updatedAt }) => ({
    o_id: oId,
    display_id: displayId,
    value: presentNames(name),
    enabled,
    selected: selected.includes(oId),
    sort_id: sortId,
    color,
    created_at: createdAt,
    updated_at: updatedAt,
  }))

/** Returns the target of a lookup field; undefined if the target was deleted. */
const presentLookupTarget = ({ dslookup }: FieldOf<"dslookup">): TypeSettings["dslookup_info"] =>
  dslookup && {
    dslookup_project_id: dslookup.pId,
    dslookup_datastore_id: dslookup.dId,
    dslookup_field_id: dslookup.fId,
  }
