import { type Field, type Lang, nameIn } from "../../../src/index.ts"
import type { WireFieldDefinition } from "../../contract/rows/workspace/fields.ts"
import type { AnswerTo } from "../../contract/table.ts"

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
  options: field.options?.map((option) => presentOption(option, lang)),
  dslookup_info: presentLookupTarget(field),
})

const presentOption = (
  option: NonNullable<Field["options"]>[number],
  lang: Lang,
): NonNullable<WireFieldDefinition["options"]>[number] => ({
  option_id: option.oId,
  display_id: option.displayId,
  value: nameIn(option.name, lang),
  sort_id: option.sortId,
  enabled: option.enabled,
  color: option.color,
})

/** Where a lookup leads; undefined of any other field. */
export const presentLookupTarget = ({ dslookup }: Field): WireFieldDefinition["dslookup_info"] =>
  dslookup && {
    dslookup_project_id: dslookup.pId,
    dslookup_datastore_id: dslookup.dId,
    dslookup_field_id: dslookup.fId,
  }

type FieldsAnswer = AnswerTo<"getDatastoreFields">

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
