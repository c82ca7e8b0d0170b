import { type OId, unlessEmpty } from "../../model/index.ts"
import { baseType, type FieldType, InvalidValue, isCleared } from "./field-type.ts"
import {
  labelOf,
  optionListsInCells,
  optionOf,
  optionRank,
  optionReference,
  optionSettings,
  optionSubject,
  optionsForm,
  readOption,
} from "./options.ts"
import { suggestOptions } from "./suggestions.ts"

export const checkbox: FieldType<"checkbox"> = {
  ...baseType,
  suggest: (given, field) => suggestOptions(Array.isArray(given) ? given[0] : given, field).map((option) => [option]),
  parse(input, field, _datastore, stored) {
    if (isCleared(input)) return null
    if (!Array.isArray(input)) return new InvalidValue("expected an array of options")
    const chosen = new Set<OId>()
    for (const element of input) {
      const option = readOption(element, field, stored)
      if (option instanceof InvalidValue) return option
      chosen.add(option)
    }
    return chosen.size === 0 ? null : [...chosen]
  },
  cellReader: (field, { view }) => optionListsInCells(view, field),
  details(value = [], field, { ids }) {
    if (ids === "internal") return value
    const displayIds: string[] = []
    for (const oId of value) {
      const option = optionOf(field, oId)
      if (option !== undefined) displayIds.push(option.displayId)
    }
    return displayIds
  },
  list: (value = [], field, { view }) => value.map((oId) => labelOf(view, field, oId)).join(","),
  sortKey: (value, field) =>
    value === undefined ? null : value.map((oId) => String(optionRank(field, oId)).padStart(6, "0")).join(),
  subject: optionSubject,
  default: ({ selected }) => (selected.length === 0 ? undefined : selected),
  mayBeUnique: false,
  settings: optionSettings,
  fixture: {
    ...optionsForm,
    dump: (value, field) => unlessEmpty(value.flatMap((oId) => optionReference(field, oId) ?? [])),
  },
}
