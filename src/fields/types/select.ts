import { baseType, type FieldType, InvalidValue, isCleared } from "./field-type.ts"
import {
  labelOf,
  optionOf,
  optionRank,
  optionReference,
  optionSettings,
  optionSubject,
  optionsForm,
  optionsInCells,
  readOption,
} from "./options.ts"
import { suggestOptions } from "./suggestions.ts"

/** Type of select and radio fields. An input is one option, alone or as the only element of a list. */
export const select = {
  ...baseType,
  suggest: suggestOptions,
  parse(input, field, _datastore, stored) {
    if (isCleared(input)) return null
    if (!Array.isArray(input)) return readOption(input, field, stored)
    if (input.length > 1) return new InvalidValue("expected one option")
    return isCleared(input[0]) ? null : readOption(input[0], field, stored)
  },
  cellReader(field, { view }) {
    const optionOfCell = optionsInCells(view, field)
    return (cell) => (cell === "" ? null : optionOfCell(cell))
  },
  details: (value, field, { ids }) =>
    value === undefined ? null : ids === "internal" ? value : (optionOf(field, value)?.displayId ?? null),
  list: (value, field, { view }) => (value === undefined ? "" : labelOf(view, field, value)),
  sortKey: (value, field) => (value === undefined ? null : optionRank(field, value)),
  subject: optionSubject,
  default: ({ selected }) => selected[0],
  settings: optionSettings,
  fixture: { ...optionsForm, dump: (value, field) => optionReference(field, value) },
} satisfies FieldType<"select" | "radio">
