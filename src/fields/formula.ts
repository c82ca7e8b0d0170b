import type { FId } from "../ids.ts"
import type { Field } from "../records/field.ts"
import type { Item } from "../records/item.ts"

/** A formula that can be computed. */
export interface Formula {
  /** The fields it names, each once, in the order in which it names them. */
  readonly operands: readonly FId[]
  /** Its value for an item: null when an operand is empty or the result is not finite. */
  compute(values: Item["values"]): number | null
}

/** What is wrong with a formula, in one line. */
export class FormulaError {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

/** NaN stands for "empty" while evaluating: it spreads through every operation and is never a stored number. */
type Term = (values: Item["values"]) => number

const NAME = /[A-Za-z0-9_.-]/
const LITERAL = /^\d+(?:\.\d+)?$/
const MAX_NESTING = 100

/**
 * Makes a formula of `+ - * / ( )`, numbers, and number fields named by display ID (model.md section 5.1). A display ID may
 * hold `-`: the longest name that is a field wins.
 */
export function compileFormula(formula: string, fields: readonly Field[]): Formula | FormulaError {
  const operands = new Map(
    fields.filter((field) => field.dataType === "number").map((field) => [field.displayId, field.fId]),
  )
  try {
    const parser = new Parser(formula, operands)
    const term = parser.whole()
    return {
      operands: [...parser.named],
      compute(values) {
        const result = term(values)
        return Number.isFinite(result) ? result + 0 : null
      },
    }
  } catch (error) {
    if (error instanceof Malformed) return new FormulaError(error.message)
    throw error
  }
}

class Malformed extends Error {}

class Parser {
  readonly named = new Set<FId>()
  readonly #text: string
  readonly #operands: ReadonlyMap<string, FId>
  #at = 0
  #depth = 0

  constructor(text: string, operands: ReadonlyMap<string, FId>) {
    this.#text = text
    this.#operands = operands
  }

  whole(): Term {
    const term = this.#sum()
    if (this.#peek() !== "")
      throw new Malformed(`unexpected ${this.#peek()} at position ${this.#at + 1} of the formula`)
    return term
  }

  #peek(): string {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at += 1
    return this.#text[this.#at] ?? ""
  }

  #sum(): Term {
    let left = this.#product()
    for (let sign = this.#peek(); sign === "+" || sign === "-"; sign = this.#peek()) {
      this.#at += 1
      const [before, after] = [left, this.#product()]
      left = sign === "+" ? (values) => before(values) + after(values) : (values) => before(values) - after(values)
    }
    return left
  }

  #product(): Term {
    let left = this.#factor()
    for (let sign = this.#peek(); sign === "*" || sign === "/"; sign = this.#peek()) {
      this.#at += 1
      const [before, after] = [left, this.#factor()]
      left = sign === "*" ? (values) => before(values) * after(values) : (values) => before(values) / after(values)
    }
    return left
  }

  #factor(): Term {
    this.#depth += 1
    if (this.#depth > MAX_NESTING) throw new Malformed("the formula is nested too deeply")
    try {
      const sign = this.#peek()
      if (sign === "+" || sign === "-") {
        this.#at += 1
        const inner = this.#factor()
        return sign === "-" ? (values) => -inner(values) : inner
      }
      if (sign !== "(") return this.#operand()
      this.#at += 1
      const inner = this.#sum()
      if (this.#peek() !== ")") throw new Malformed("a ) is missing in the formula")
      this.#at += 1
      return inner
    } finally {
      this.#depth -= 1
    }
  }

  #operand(): Term {
    const start = this.#at
    let end = start
    while (NAME.test(this.#text[end] ?? "")) end += 1
    const run = this.#text.slice(start, end)
    if (run === "")
      throw new Malformed(
        start >= this.#text.length
          ? "the formula ends too early"
          : `unexpected ${this.#text[start]} at position ${start + 1} of the formula`,
      )
    for (let name = run; name !== ""; name = name.includes("-") ? name.slice(0, name.lastIndexOf("-")) : "") {
      const fId = this.#operands.get(name)
      if (fId !== undefined) {
        this.#at = start + name.length
        this.named.add(fId)
        return (values) => {
          const value = values[fId]
          return typeof value === "number" ? value : Number.NaN
        }
      }
      if (LITERAL.test(name)) {
        this.#at = start + name.length
        const constant = Number(name)
        return () => constant
      }
    }
    throw new Malformed(`${run} is not a number field of the datastore`)
  }
}
