import type * as z from "zod"
import { type Field, type Lang, nameIn } from "../../../../src/inside.ts"
import type { fieldsAnswer, WireFieldDefinition } from "../../../contract/rows/workspace/fields.ts"
import { presentTypeSettings } from "./type-settings.ts"

/** `FieldDef` of api.md section 16. */
export const presentFieldDefinition = (field: Field, lang: Lang): WireFieldDefinition => ({
  field_id: field.fId,
  name: nameIn(field.name, lang),
  display_id: field.displayId,
  dataType: field.dataType,
  search: field.search,
  show_list: field.showList,
  as_title: field.asTitle,
  status: field.status,
  fieldIndex: field.fieldIndex,
  title_order: field.titleOrder,
  full_text: field.fullText,
  unique: field.unique,
  min_value: field.minValue,
  max_value: field.maxValue,
  hideOnInput: field.hideOnInput,
  hide_from_api: field.hideFromApi,
  has_index: field.hasIndex,
  ...presentTypeSettings(field, lang),
})

type FieldsAnswer = z.input<ReturnType<typeof fieldsAnswer>>

/** The answer of GetDatastoreFields: definitions and places on the screen by f_id, in fieldIndex order. */
export const presentFields = (fields: readonly Field[], lang: Lang): FieldsAnswer => ({
  fields: Object.fromEntries(fields.map((field) => [field.fId, presentFieldDefinition(field, lang)])),
  field_layout: Object.fromEntries(fields.map((field) => [field.fId, presentLayout(field)])),
})

/** Where a field stands on the screen. */
export const presentLayout = ({ fId, layout }: Field): FieldsAnswer["field_layout"][string] => ({
  field_id: fId,
  sizeX: layout.sizeX,
  sizeY: layout.sizeY,
  col: layout.col,
  row: layout.row,
})
