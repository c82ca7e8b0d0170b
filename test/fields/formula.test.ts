import fc from "fast-check"
import { expect, test, vi } from "vitest"
import { compileFormula, FormulaError } from "../../src/fields/index.ts"
import type { FId } from "../../src/model/index.ts"
import type { Field } from "../../src/model/records/index.ts"

const field = (displayId: string, dataType: Field["dataType"] = "number") =>
  ({ fId: `f:${displayId}`, displayId, dataType }) as unknown as Field

const FIELDS = [field("a"), field("b"), field("a-b"), field("Fld-12ab34cd"), field("7"), field("text", "text")]

function evaluate(formula: string, values: Record<string, number> = {}): number | null | string {
  const compiled = compileFormula(formula, FIELDS)
  if (compiled instanceof FormulaError) return `! ${compiled.message}`
  return compiled.compute(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`f:${name}` as FId, value])),
  )
}

test("the four operations, brackets and signs", () => {
  expect(evaluate("a + b * 2", { a: 1, b: 3 })).toBe(7)
  expect(evaluate("(a + b) * 2", { a: 1, b: 3 })).toBe(8)
  expect(evaluate("a - b - 1", { a: 9, b: 3 })).toBe(5)
  expect(evaluate("a / b / 2", { a: 12, b: 3 })).toBe(2)
  expect(evaluate("-a * -(b)", { a: 2, b: 3 })).toBe(6)
  expect(evaluate("1.5")).toBe(1.5)
})

test("a name may contain a hyphen, and the longest name of a field wins", () => {
  expect(evaluate("a-b", { a: 9, b: 4, "a-b": 100 })).toBe(100)
  expect(evaluate("a - b", { a: 9, b: 4, "a-b": 100 })).toBe(5)
  expect(evaluate("b-a", { a: 9, b: 4 })).toBe(-5)
  expect(evaluate("Fld-12ab34cd-a", { "Fld-12ab34cd": 5, a: 1 })).toBe(4)
  expect(evaluate("a-2", { a: 9 })).toBe(7)
  expect(evaluate("7 + 70", { "7": 1 })).toBe(71)
})

test("a name of any script may contain blanks, and the longest name of a field wins", () => {
  const names = ["radio", "radio test", "radio test 2", "会員 番号", "会員", "𠮷-野", "c d-e"]
  const named = (formula: string, values: Record<string, number>) => {
    const compiled = compileFormula(
      formula,
      names.map((name) => field(name)),
    )
    if (compiled instanceof FormulaError) return compiled.message
    return compiled.compute(
      Object.fromEntries(Object.entries(values).map(([name, value]) => [`f:${name}` as FId, value])),
    )
  }
  expect(named("radio test + radio", { radio: 1, "radio test": 10 })).toBe(11)
  expect(named("radio test 2-radio test", { "radio test": 10, "radio test 2": 100 })).toBe(90)
  expect(named("(会員 番号)*会員", { "会員 番号": 4, 会員: 2 })).toBe(8)
  expect(named("𠮷-野 - 1", { "𠮷-野": 4 })).toBe(3)
  expect(named("c d-e", { "c d-e": 6 })).toBe(6)
  expect(named("radio - 2", { radio: 5 })).toBe(3)
  expect(named("radio  test", { radio: 1, "radio test": 10 })).toBe(
    "unexpected character t at position 8 of the formula",
  )
  expect(named("radio tests", {})).toBe("unexpected character t at position 7 of the formula")
  expect(named("tax rate * 2", {})).toBe("tax rate is not a number field of the datastore")
  expect(named("会員 😀", {})).toBe("unexpected character 😀 at position 4 of the formula")
})

test("empty when an operand is empty or the result is not finite", () => {
  expect(evaluate("a + b", { a: 1 })).toBeNull()
  expect(evaluate("a * 0", {})).toBeNull()
  expect(evaluate("a / b", { a: 1, b: 0 })).toBeNull()
  expect(evaluate("a / b", { a: 0, b: 0 })).toBeNull()
  expect(Object.is(evaluate("a * b", { a: 0, b: -1 }), 0)).toBe(true)
})

test("the parser refuses everything that is no formula", () => {
  for (const faulty of [
    "",
    "a +",
    "(a",
    "a)",
    "a b",
    "nope",
    "text + 1",
    "a ** b",
    "a; b",
    "constructor",
    "a % b",
    "1e3",
  ]) {
    expect(evaluate(faulty, { a: 1, b: 1 }), faulty).toEqual(expect.stringMatching(/^! /))
  }
  expect(evaluate(`${"(".repeat(10_000)}a`, { a: 1 })).toEqual(expect.stringMatching(/^! /))
  fc.assert(
    fc.property(fc.string(), (text) => {
      const compiled = compileFormula(text, FIELDS)
      return compiled instanceof FormulaError || typeof compiled.compute === "function"
    }),
    { seed: 7 },
  )
})

test("agrees with JavaScript on generated formulas", () => {
  const { formula } = fc.letrec<{ formula: string }>((tie) => ({
    formula: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom("a", "b", "2", "0.5"),
      fc
        .tuple(tie("formula"), fc.constantFrom(" + ", " - ", " * ", " / "), tie("formula"))
        .map(([left, sign, right]) => `(${left}${sign}${right})`),
    ),
  }))
  const operand = fc.integer({ min: -9, max: 9 })
  fc.assert(
    fc.property(formula, operand, operand, (text, a, b) => {
      const expected = Number(new Function("a", "b", `return ${text}`)(a, b))
      const actual = evaluate(text, { a, b })
      return Number.isFinite(expected) ? actual === expected : actual === null
    }),
    { seed: 7 },
  )
})

test("a formula must have at most 2000 characters, however they are put (model.md section 5)", () => {
  expect(evaluate(`a${"+a".repeat(999)}`, { a: 1 })).toBe(1000)
  expect(evaluate(`1${"+1".repeat(1000)}`)).toBe("! a formula must have at most 2000 characters")
  for (const text of ["+1".repeat(1e6), "1-".repeat(1e6), "(".repeat(1e6), " ".repeat(1e6), "9".repeat(1e6)]) {
    expect(evaluate(text)).toBe("! a formula must have at most 2000 characters")
  }
})

test("the parts of a formula with hyphens everywhere are looked up once for each operand", () => {
  const looked = vi.spyOn(Map.prototype, "get")
  const value = evaluate(`1${"-1".repeat(999)}`)
  const count = looked.mock.calls.length
  looked.mockRestore()
  expect(value).toBe(-998)
  expect(count).toBeLessThan(3 * 1000)
})

test("names that are the beginnings of others, with hyphens at their ends", () => {
  const fields = ["x", "x-", "x--y", "x-y-z"].map((name) => field(name))
  const named = (formula: string) => {
    const compiled = compileFormula(formula, fields)
    return compiled instanceof FormulaError ? compiled.message : compiled.operands
  }
  expect(named("x-y-z")).toEqual(["f:x-y-z"])
  expect(named("x--y")).toEqual(["f:x--y"])
  expect(named("x-+1")).toEqual(["f:x-"])
  expect(named("x-2")).toEqual(["f:x"])
  expect(named("x-y")).toBe("y is not a number field of the datastore")
})
