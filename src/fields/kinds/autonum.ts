import { formatAutoNumber, numberIn } from "../../auto-numbers/format.ts"
import { unless, unlessBare } from "../../sparse.ts"
import { plainForm } from "../fixture-form.ts"
import { indexed, type Subject, storedReader } from "../subject.ts"
import { baseKind, isCleared, type Kind, Unfit } from "./kind.ts"

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
