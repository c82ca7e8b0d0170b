import { indexed, type Subject, storedReader } from "../subject.ts"
import { baseKind, isCleared, type Kind, Unfit } from "./field-type.ts"
import {
  labelOf,
  optionIdOf,
  optionOf,
  optionRank,
  optionReference,
  optionSettings,
  optionsForm,
  optionsInCells,
  readOption,
} from "./options.ts"

/** select and radio: one option, alone or in an array of one. */
export const select = {
  ...baseKind,
  parse(input, field, _datastore, stored) {
    if (isCleared(input)) return null
    if (!Array.isArray(input)) return readOption(input, field, stored)
    if (input.length > 1) return new Unfit("expected one option")
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
  subject: (field): Subject => ({
    match: "ids",
    read: storedReader(field),
    idOf: optionIdOf(field),
    ...indexed(field),
  }),
  settings: optionSettings,
  fixture: { ...optionsForm, dump: (value, field) => optionReference(field, value) },
} satisfies Kind<"select" | "radio">
