import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { displayIdFault, inNfc, requireDisplayId } from "../../src/model/index.ts"

const of = (text: string) => [displayIdFault(text, "plain"), displayIdFault(text, "spaced")]

describe("display IDs (model.md section 1)", () => {
  test.each([
    "会員番号",
    "Straße",
    "ключ",
    "मूल्य",
    "٣٤",
    "－".normalize("NFKC"),
    "a-b_c",
    "-",
    "𠮷野家",
    "が",
    "x".repeat(255),
    "𠮷".repeat(255),
  ])("accept %s", (text) => {
    expect(of(text)).toEqual([undefined, undefined])
    expect(requireDisplayId(text.normalize("NFD"), "plain")).toBe(text)
  })

  test.each(["radio test", "会員 番号", "a b c", "１ ２"])(
    "may contain blanks for fields, options and statuses: %s",
    (text) => {
      expect(displayIdFault(text, "spaced")).toBeUndefined()
      expect(displayIdFault(text, "plain")).toMatch(/: character \d, U\+0020, is not allowed$/)
    },
  )

  test.each([
    ["", /received ""$/],
    ["x".repeat(256), /"xxxxxxxxxxxxxxxxxxxx"… \(256 characters\)$/],
    ["𠮷".repeat(256), /… \(256 characters\)$/],
    ["会員・番号", /: character 3, ・ \(U\+30FB\), is not allowed$/],
    ["名（姓", /: character 2, （ \(U\+FF08\), is not allowed$/],
    ["a😀", /: character 2, 😀 \(U\+1F600\), is not allowed$/],
    ["全\u3000角", /: character 2, U\+3000, is not allowed$/],
    ["a\tb", /: character 2, U\+0009, is not allowed$/],
    ["a\u00a0b", /: character 2, U\+00A0, is not allowed$/],
    ["a\ud800", /: character 2, U\+D800, is not allowed$/],
    ["a.b", /: character 2, \. \(U\+002E\), is not allowed$/],
    ["a/b", /: character 2, \/ \(U\+002F\), is not allowed$/],
    ["½", /: character 1, ½ \(U\+00BD\), is not allowed$/],
    ["\u0301a", /: character 1, U\+0301, is a mark without a letter$/],
    ["__proto__", /, which is reserved$/],
  ])("refuse %j with the character and its place", (text, reason) => {
    for (const fault of of(text)) expect(fault).toMatch(reason)
  })

  test.each([
    [" a", 1],
    ["a ", 2],
    ["a  b", 2],
    ["a -b", 2],
    ["a- b", 3],
    [" ", 1],
  ])("refuse blanks at an end, in a row or next to a hyphen: %j", (text, at) => {
    expect(displayIdFault(text, "spaced")).toMatch(
      new RegExp(`: character ${at}, U\\+0020, is at an end or next to another blank or a hyphen$`),
    )
  })

  test("are the same in every form of Unicode", async () => {
    await fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 8 }), (text) => {
        const [composed, decomposed] = [inNfc(text), inNfc(text.normalize("NFD"))]
        expect(decomposed).toBe(composed)
        expect(displayIdFault(composed, "spaced")).toBe(displayIdFault(decomposed, "spaced"))
      }),
      { seed: 92 },
    )
  })
})
