import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { gramsOf, mayHold, runsOf } from "../../src/state/index.ts"

const text = fc.string({ unit: fc.constantFrom("a", "b", "c", " ", "株", "\u0000", "\ud83d", "é"), maxLength: 40 })

describe("grams", () => {
  test("pass every text that holds the one looked for", () => {
    fc.assert(
      fc.property(text, text, text, (before, needle, after) => {
        fc.pre(needle !== "")
        expect(mayHold(gramsOf(before + needle + after), runsOf(needle))).toBe(true)
      }),
      { seed: 1 },
    )
  })

  test("pass few others: of 1,000 words that a page does not hold, fewer than one in twenty", () => {
    const words = Array.from({ length: 2000 }, (_, number) => ((number * 7919 + 104_729) % 1_000_003).toString(36))
    const page = gramsOf(words.slice(0, 1000).join(" "))
    const passed = words.slice(1000).filter((word) => mayHold(page, runsOf(`${word}${word}`)))
    expect(passed.length).toBeLessThan(50)
  })

  test.each([
    ["q", "abc"],
    ["ca", "abc"],
    ["acb", "abc"],
    ["a", ""],
  ])("keep %o apart from %o", (needle, held) => {
    expect(mayHold(gramsOf(held), runsOf(needle))).toBe(false)
  })
})
