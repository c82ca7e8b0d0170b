import { type Lang, nameIn } from "../../../../src/model/index.ts"
import type { Datastore, Field } from "../../../../src/model/records/index.ts"
import type { ItemSearchConditions } from "../../../../src/operations/index.ts"
import type { WireSearchConditions } from "../../contract/item-shapes/search-answers.ts"
import { presentChoices } from "./type-settings.ts"

type SearchCondition = WireSearchConditions["result"][number]

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
