import { expect, test } from "vitest"
import { textToSend } from "../../dashboard/parts/fields/field.ts"
import { readMoment } from "../../src/model/index.ts"

test.each([
  ["2026-02-03T04:10", "2026-02-03T04:10:00.000Z"],
  ["2026-02-03T04:10:30", "2026-02-03T04:10:30.000Z"],
  ["2026-02-03T04:10:30.5", "2026-02-03T04:10:30.500Z"],
])("the value %s of a datetime-local element is sent as an instant in UTC", (text, instant) => {
  const at = readMoment(textToSend({ dataType: "datetime" }, text) ?? "")
  expect(at && new Date(at).toISOString()).toBe(instant)
})

test.each(["datetime", "date", "number", "text"] as const)(
  "an empty element of a %s field is sent as null",
  (dataType) => expect(textToSend({ dataType }, "")).toBeNull(),
)

test.each([
  ["date", "2026-02-03"],
  ["number", "5"],
  ["time", "09:30:00"],
] as const)("the text of a %s field is sent as it is", (dataType, text) =>
  expect(textToSend({ dataType }, text)).toBe(text),
)
