import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readDuration } from "../../../src/model/index.ts"

describe("a duration (control.md section 3)", () => {
  test("is a whole number with a unit", async () => {
    const units = fc.constantFrom(["s", 1000], ["m", 60_000], ["h", 3_600_000], ["d", 86_400_000], ["w", 604_800_000])
    await fc.assert(
      fc.property(fc.nat(10_000_000), units, (count, [unit, ms]) => {
        expect(readDuration(`${count}${unit}`)).toBe(count * Number(ms))
      }),
      { seed: 4 },
    )
  })

  test("accepts milliseconds", () => {
    expect([readDuration(0), readDuration(1500), readDuration(" 90m ")]).toEqual([0, 1500, 5_400_000])
  })

  test.each(["", "90", "m", "1.5h", "-1h", "1y", "1 h", "1constructor", "9007199254740992s", 1.5, Number.NaN])(
    "refuses %j",
    (duration) => {
      expect(() => readDuration(duration)).toThrow(/^advance: expected milliseconds or a whole number with a unit/)
    },
  )

  test("refuses to go back", () => {
    expect(() => readDuration(-1)).toThrow(/expected at least 0/)
  })
})
