import { invalidParams, omitEmpty, unless } from "../../model/index.ts"
import { formatAutoNumber, MAX_DIGIT, numberIn } from "../auto-numbers.ts"
import { plainForm } from "../fixture-form.ts"
import { withGiven } from "../settings-form.ts"
import { indexed, type Subject, storedReader } from "../subject.ts"
import { baseType, type FieldType, InvalidValue, isCleared } from "./field-type.ts"

const BARE = Object.freeze({ prefix: "", zeroPadding: false, digit: 0 })

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
  sortKey: (value) => value?.toLowerCase() ?? null,
  subject: (field): Subject => ({ match: "text", read: storedReader(field), ...indexed(field) }),
  settings: {
    takes: ["autonum"],
    blank: (dataType) => ({ dataType, autonum: BARE }),
    change({ dataType, autonum }, input) {
      const changed = withGiven(autonum, input.autonum)
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
    loadSettings: (dataType, { autonum: given }) => ({
      dataType,
      autonum: Object.freeze({
        prefix: given?.prefix ?? "",
        zeroPadding: given?.zero_padding ?? false,
        digit: given?.digit ?? 0,
      }),
    }),
    dumpSettings(field, { counters }) {
      const { prefix, zeroPadding, digit } = field.autonum
      const { start, branches } = counters(field)
      return {
        autonum: omitEmpty({
          prefix: unless("", prefix),
          zero_padding: unless(false, zeroPadding),
          digit: unless(0, digit),
          start: unless(0, start),
          branches: omitEmpty(branches),
        }),
      }
    },
  },
}
