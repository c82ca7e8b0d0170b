import { invalidParams, omitEmpty, textSortKey, unless } from "../../model/index.ts"
import {
  AUTONUM,
  changeSettings,
  dumpSettings,
  initialSettings,
  MAX_DIGIT,
  readFixtureSettings,
} from "../../model/settings/index.ts"
import { formatAutoNumber, numberIn } from "../auto-numbers.ts"
import { plainForm } from "../fixture-form.ts"
import { indexField, type Subject, storedReader } from "../subject.ts"
import { baseType, type FieldType, InvalidValue, isCleared } from "./field-type.ts"

/** Type of autonum fields. A counter issues the value when the item is created. Imports may set the value; requests may not. */
export const autonum: FieldType<"autonum"> = {
  ...baseType,
  origin: { from: "counter", write: (field, number) => formatAutoNumber(field, number), read: numberIn },
  parse(input) {
    if (isCleared(input)) return null
    return typeof input === "string"
      ? input
      : typeof input === "number"
        ? String(input)
        : new InvalidValue("expected a string")
  },
  details: (value) => value ?? "",
  list: (value) => value ?? "",
  sortKey: (value) => (value === undefined ? null : textSortKey(value)),
  subject: (field): Subject => ({ match: "text", read: storedReader(field), ...indexField(field) }),
  settings: {
    takes: ["autonum"],
    blank: (dataType) => ({ dataType, autonum: initialSettings(AUTONUM) }),
    change({ dataType, autonum }, input) {
      const changed = changeSettings(AUTONUM, autonum, input.autonum)
      const { digit } = changed
      if (!Number.isInteger(digit) || digit < 0 || digit > MAX_DIGIT) {
        throw invalidParams(`autonum_info.digit: expected an integer from 0 to ${MAX_DIGIT}, received ${digit}`)
      }
      return { dataType, autonum: changed }
    },
    isNarrowed: () => false,
  },
  fixture: {
    ...plainForm,
    members: ["autonum"],
    loadSettings: (dataType, { autonum }) => ({ dataType, autonum: readFixtureSettings(AUTONUM, autonum) }),
    dumpSettings(field, { counters }) {
      const { start, branches } = counters(field)
      return {
        autonum: omitEmpty({
          ...dumpSettings(AUTONUM, field.autonum),
          start: unless(0, start),
          branches: omitEmpty(branches),
        }),
      }
    },
  },
}
