import { type Datastore, type Field, type ItemSearchConditions, type Lang, nameIn } from "../../../src/index.ts"

/** The result of GetItemSearchConditions (api.md section 17.2). */
export const presentSearchConditions = ({ datastore, fields, lang }: ItemSearchConditions) =>
  fields.map((field) => ({
    f_id: field.fId,
    name: nameIn(field.name, lang),
    display_id: field.displayId,
    data_type: field.dataType,
    order: field.fieldIndex,
    ...choices(datastore, field, lang),
    ...(field.minValue === "" ? {} : { min_value: field.minValue }),
    ...(field.maxValue === "" ? {} : { max_value: field.maxValue }),
  }))

/** What the members of a data type say about its values. */
function choices(datastore: Datastore, { dataType, options, dslookup, users }: Field, lang: Lang) {
  if (dataType === "status") {
    return {
      statuses: datastore.statuses.map(({ sId, name }) => ({ status_id: sId, status_name: nameIn(name, lang) })),
    }
  }
  if (options !== undefined) {
    return {
      options: options.map(({ oId, sortId, name, enabled, color = "" }) => ({
        option_id: oId,
        sort_id: sortId,
        value: nameIn(name, lang),
        enabled,
        color,
      })),
    }
  }
  if (dslookup !== undefined) {
    return {
      ds_lookup_info: {
        dslookup_project_id: dslookup.pId,
        dslookup_datastore_id: dslookup.dId,
        dslookup_field_id: dslookup.fId,
      },
    }
  }
  return users === undefined ? {} : { users_info: { single_select: users.singleSelect } }
}
