import { type Field, type Lang, nameIn } from "../../../src/index.ts"

/** `FieldDef` of api.md section 16. */
export const presentFieldDefinition = (field: Field, lang: Lang) => ({
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
  ...(field.options === undefined
    ? {}
    : {
        options: field.options.map((option) => ({
          option_id: option.oId,
          display_id: option.displayId,
          value: nameIn(option.name, lang),
          sort_id: option.sortId,
          enabled: option.enabled,
          ...(option.color === undefined ? {} : { color: option.color }),
        })),
      }),
  ...(field.dslookup === undefined
    ? {}
    : {
        dslookup_info: {
          dslookup_project_id: field.dslookup.pId,
          dslookup_datastore_id: field.dslookup.dId,
          dslookup_field_id: field.dslookup.fId,
        },
      }),
})

/** The definitions by f_id, in fieldIndex order. */
export const presentFieldDefinitions = (fields: readonly Field[], lang: Lang) =>
  Object.fromEntries(fields.map((field) => [field.fId, presentFieldDefinition(field, lang)]))

/** Where the fields stand on the screen, by f_id. */
export const presentLayout = (fields: readonly Field[]) =>
  Object.fromEntries(fields.map(({ fId, layout }) => [fId, { field_id: fId, ...layout }]))
