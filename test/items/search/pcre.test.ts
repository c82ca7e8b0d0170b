import { beforeAll, expect, test } from "vitest"
import { vmPatterns } from "../../../emulator/adapters/index.ts"
import { linearPatterns, readPattern } from "../../../src/items/index.ts"
import { find, searchWorld } from "../../operations/items/search-world.ts"

beforeAll(() => linearPatterns.load())

const guard = vmPatterns({ limitMs: 1000 })

function isFound(source: string, text: string): boolean {
  const read = readPattern(source)
  if (read.kind === "invalid") throw new Error(read.reason)
  if (read.kind !== "guarded") return read.test(text)
  const found = guard.find(read.source, [text])
  if (typeof found === "string") throw new Error(`${source} is ${found}`)
  return found[0] === true
}

/** A pattern, texts that it matches, and texts that it does not match. */
const PATTERNS: readonly [string, string[], string[]][] = [
  ["a$", ["a", "a\n", "b\na"], ["a\n\n", "a\nb", "a\r"]],
  ["a$|b", ["a\n", "bc"], ["ac"]],
  ["^(a|b$)", ["ac", "b\n"], ["bc", "c\na"]],
  ["a.b", ["a\rb", "a\u2028b", "axb"], ["a\nb"]],
  ["a\\sb", ["a b", "a\tb", "a\u000bb", "a\nb"], ["a\u00a0b", "a\u2003b"]],
  ["a\\Sb", ["a\u00a0b", "axb"], ["a b", "a\u000bb"]],
  ["a[\\s-]b", ["a b", "a-b"], ["a\u00a0b"]],
  ["a\\hb", ["a b", "a\tb", "a\u00a0b", "a\u3000b"], ["a\nb"]],
  ["a[\\h,]b", ["a\u2003b", "a,b"], ["a\nb"]],
  ["a\\Hb", ["axb"], ["a b"]],
  ["^a\\Rb", ["a\r\nb", "a\nb", "a\u2028b"], ["a b", "a\n\nb"]],
  ["a\\Z", ["a", "a\n"], ["a\n\n", "ab"]],
  ["a\\z", ["a"], ["a\n"]],
  ["\\e\\cA", ["\u001b\u0001"], ["eA"]],
  ["[\\e\\ca]", ["\u001b", "\u0001"], ["e", "a"]],
  ["a(?#a comment)*b", ["b", "aab"], ["ac"]],
  ["(?x) a \\ b [ ] c # the rest\n d", ["a b cd"], ["ab cd", "a b c d"]],
  ["((?x) a b ) c", ["ab c"], ["abc", "a b c"]],
  ["(?x: a b ) c", ["ab c"], ["abc"]],
  ["(?xi)A B", ["ab"], ["a b"]],
  ["\\Qa.b$\\E$", ["a.b$", "a.b$\n"], ["axb$"]],
  ["[]$]a", ["]a", "$a"], ["a"]],
]

test.each(PATTERNS)(
  "%j has the meaning of PCRE, with a lookaround elsewhere as without (model.md section 11)",
  (source, found, not) => {
    for (const pattern of [source, `(?=)${source}`]) {
      expect(readPattern(pattern).kind).toBe(pattern === source ? "linear" : "guarded")
      for (const text of found) expect(isFound(pattern, text), `${pattern} in ${JSON.stringify(text)}`).toBe(true)
      for (const text of not) expect(isFound(pattern, text), `${pattern} in ${JSON.stringify(text)}`).toBe(false)
    }
  },
)

test.each([
  ["a\\Kb", "\\K"],
  ["\\Ga", "\\G"],
  ["a(?R)?b", "(?R)"],
  ["(a)(?1)", "(?1)"],
  ["(?|(a)|(b))", "(?|…)"],
  ["(a)?(?(1)b|c)", "(?(…)"],
  ["\\N{U+0041}", "\\N{…}"],
  ["(*FAIL)", "(*F…)"],
])("the message names the unsupported part: %s (model.md section 11)", async (pattern, construct) => {
  expect(readPattern(pattern)).toEqual({ kind: "invalid", reason: `${construct} is not supported` })
  const world = await searchWorld()
  await expect(find(world, [{ id: "Text", searchValue: [pattern] }])).rejects.toMatchObject({
    code: "INVALID_VALUE",
    refusal: { description: expect.stringContaining(`${construct} is not supported`) },
  })
})

test("the reader ignores special forms where they are quoted or in a class", () => {
  expect(isFound("[$.]", "$")).toBe(true)
  expect(isFound("\\Q(?R)\\E", "(?R)")).toBe(true)
  expect(isFound("[(*A]", "*")).toBe(true)
  expect(isFound("\\\\K", "\\K")).toBe(true)
})
