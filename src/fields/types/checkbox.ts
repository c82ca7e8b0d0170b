import type { OId } from "../../model/ids.ts"
import { unlessEmpty } from "../../model/sparse.ts"
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

/** Several options, in the order they were given. */
export const checkbox: Kind<"checkbox"> = {
  ...baseKind,
  parse(input, field, _datastore, stored) {
    if (isCleared(input)) return null
    if (!Array.isArray(input)) return new Unfit("expected an array of options")
    const chosen = new Set<OId>()
    for (const element of input) {
      const option = readOption(element, field, stored)
      if (option instanceof Unfit) return option
      chosen.add(option)
    }
    return chosen.size === 0 ? null : [...chosen]
  },
  cellReader(field, { view }) {
    const optionOfCell = optionsInCells(view, field)
    return (cell) => (cell === "" ? null : cell.split(",").map((part) => optionOfCell(part.trim())))
  },
  details(value = [], field, { ids }) {
    if (ids === "internal") return value
    const shown: string[] = []
    for (const oId of value) {
      const option = optionOf(field, oId)
      if (option !== undefined) shown.push(option.displayId)
    }
    return shown
  },
  list: (value = [], field, { view }) => value.map((oId) => labelOf(view, field, oId)).join(","),
  sortKey: (value, field) =>
    value === undefined ? null : value.map((oId) => String(optionRank(field, oId)).padStart(6, "0")).join(),
  subject: (field): Subject => ({
    match: "ids",
    read: storedReader(field),
    idOf: optionIdOf(field),
    ...indexed(field),
  }),
  mayBeUnique: false,
  settings: optionSettings,
  fixture: {
    ...optionsForm,
    dump: (value, field) => unlessEmpty(value.flatMap((oId) => optionReference(field, oId) ?? [])),
  },
}
