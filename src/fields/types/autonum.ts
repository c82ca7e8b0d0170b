import { formatAutoNumber, MAX_DIGIT, numberIn } from "../../auto-numbers/format.ts"
import { invalidParams } from "../../model/error.ts"
import { unless, unlessBare } from "../../model/sparse.ts"
import { plainForm } from "../fixture-form.ts"
import { withGiven } from "../settings-form.ts"
import { indexed, type Subject, storedReader } from "../subject.ts"
import { baseKind, isCleared, type Kind, Unfit } from "./field-type.ts"

const BARE = Object.freeze({ prefix: "", zeroPadding: false, digit: 0 })

/** Drawn when the item is created; only an import may set it, so `item` may not. */
export const autonum: Kind<"autonum"> = {
  ...baseKind,
  origin: { from: "counter", write: (field, number) => formatAutoNumber(field, number), read: numberIn },
  parse(input) {
    if (isCleared(input)) return null
    return typeof input === "string" ? input : typeof input === "number" ? String(input) : new Unfit("expected a text")
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
        throw invalidParams(`autonum_info.digit: expected an integer from 0 to ${MAX_DIGIT}`)
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
        autonum: unlessBare({
          prefix: unless("", prefix),
          zero_padding: unless(false, zeroPadding),
          digit: unless(0, digit),
          start: unless(0, start),
          branches: unlessBare(branches),
        }),
      }
    },
  },
}
