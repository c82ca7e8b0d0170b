import type * as z from "zod"
import { type Lang, nameIn } from "../../../../src/model/index.ts"
import type { Field } from "../../../../src/model/records/index.ts"
import { FIELD_IN, presentSettings } from "../../../../src/model/settings/index.ts"
import type { fieldsAnswer, WireFieldDefinition } from "../../contract/workspace-shapes/fields.ts"
import { presentTypeSettings } from "./type-settings.ts"

/** Presents the properties that fields of all types have, under the names that all responses share. */
export const presentFieldProperties = (field: Field) => ({
  display_id: field.displayId,
  dataType: field.dataType,
  ...presentSettings(FIELD_IN.definition, field),
  ...presentSettings(FIELD_IN.optionalDefinition, field),
})

export const presentFieldDefinition = (field: Field, lang: Lang): WireFieldDefinition => ({
  field_id: field.fId,
  name: nameIn(field.name, lang),
  ...presentFieldProperties(field),
  ...presentTypeSettings(field, lang),
})

type FieldsAnswer = z.input<ReturnType<typeof fieldsAnswer>>

/** Builds the response of GetDatastoreFields: definitions and layouts by f_id, in fieldIndex order. */
export const presentFields = (fields: readonly Field[], lang: Lang): FieldsAnswer => ({
  fields: Object.fromEntries(fields.map((field) => [field.fId, presentFieldDefinition(field, lang)])),
  field_layout: Object.fromEntries(fields.map((field) => [field.fId, presentLayout(field)])),
})

export const presentLayout = ({ fId, layout }: Field): FieldsAnswer["field_layout"][string] => ({
  field_id: fId,
  sizeX: layout.sizeX,
  sizeY: layout.sizeY,
  col: layout.col,
  row: layout.row,
})
