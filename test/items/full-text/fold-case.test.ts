import fc from "fast-check"
import { expect, test } from "vitest"
import { foldCase } from "../../../src/model/index.ts"

test("every character folds to one as long, and its upper and lower case alike", () => {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code)
    const folded = foldCase(character)
    if (folded.length !== character.length) throw new Error(`U+${code.toString(16)} folds to ${folded}`)
    if (foldCase(character.toLowerCase()) !== folded && character !== "İ") throw new Error(`U+${code.toString(16)}`)
  }
  expect(["ΣΑΣ", "İstanbul", "ÀÉ", "Ａ", "Ж", "株"].map(foldCase)).toEqual(["σασ", "istanbul", "àé", "ａ", "ж", "株"])
})

test("a part folds as it does in the whole, wherever it stands", async () => {
  const text = fc.string({ unit: fc.constantFrom("Σ", "σ", "ς", "A", "İ", "i", " ", ".", "ß", "𐐀"), maxLength: 12 })
  await fc.assert(
    fc.property(text, text, (left, right) => {
      expect(foldCase(left + right)).toBe(foldCase(left) + foldCase(right))
    }),
    { seed: 1 },
  )
})
