import * as fc from "fast-check"
import { expect, test } from "vitest"
import { readDay, readInstant } from "../../../src/model/index.ts"

const padNumber = (number: number, length: number) => String(number).padStart(length, "0")

/** Whether the day exists: JavaScript's Date returns the same date. */
function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00.000Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

test("an instant is read on every day that there is, and on no other", async () => {
  const years = fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.constantFrom(0, 4, 100, 400, 1900, 2000, 2024, 2100))
  await fc.assert(
    fc.property(years, fc.nat(13), fc.oneof(fc.nat(33), fc.integer({ min: 28, max: 31 })), (year, month, day) => {
      const text = `${padNumber(year, 4)}-${padNumber(month, 2)}-${padNumber(day, 2)}`
      const expected = isDay(text) ? `${text}T00:00:00.000Z` : undefined
      expect([readInstant(`${text}T00:00:00Z`), readDay(text)]).toEqual([expected, expected])
    }),
    { numRuns: 2000, seed: 5 },
  )
})
