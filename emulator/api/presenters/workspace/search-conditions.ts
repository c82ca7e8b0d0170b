import { type Datastore, type Field, type ItemSearchConditions, type Lang, nameIn } from "../../../../src/inside.ts"
import type { WireSearchConditions } from "../../../contract/item-shapes/search-answers.ts"
import { presentChoices } from "./type-settings.ts"

type SearchCondition = WireSearchConditions["result"][number]

/** The answer of GetItemSearchConditions (api.md section 17.2). */
export const presentSearchConditions = ({ datastore, fields, lang }: ItemSearchConditions): WireSearchConditions => ({
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
