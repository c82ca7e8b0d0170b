import { type Datastore, type Field, type ItemSearchConditions, type Lang, nameIn } from "../../../src/index.ts"
import type { AnswerTo } from "../../contract/table.ts"
import { presentLookupTarget } from "./field-definition.ts"

type SearchCondition = AnswerTo<"getItemSearchConditions">["result"][number]

/** The answer of GetItemSearchConditions (api.md section 17.2). */
export const presentSearchConditions = ({
  datastore,
  fields,
  lang,
}: ItemSearchConditions): AnswerTo<"getItemSearchConditions"> => ({
  has_error: false,
  result: fields.map((field) => presentSearchCondition(datastore, field, lang)),
})

const presentSearchCondition = (datastore: Datastore, field: Field, lang: Lang): SearchCondition => ({
  f_id: field.fId,
  name: nameIn(field.name, lang),
  display_id: field.displayId,
  data_type: field.dataType,
  order: field.fieldIndex,
  ...presentChoices(datastore, field, lang),
  min_value: field.minValue || undefined,
  max_value: field.maxValue || undefined,
})

type Choices = Pick<SearchCondition, "statuses" | "options" | "ds_lookup_info" | "users_info">

/** What the members of a data type say about its values. */
function presentChoices(datastore: Datastore, field: Field, lang: Lang): Choices {
  const { dataType, options, dslookup, users } = field
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
  if (dslookup !== undefined) return { ds_lookup_info: presentLookupTarget(field) }
  return users === undefined ? {} : { users_info: { single_select: users.singleSelect } }
}
