import type { FId } from "../model/ids.ts"
import type { Field } from "../model/records/field.ts"
import type { Item } from "../model/records/item.ts"

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
/** Characters; each sign is a call that waits for the one before it. */
const MAX_LENGTH = 2000

/**
 * Makes a formula of `+ - * / ( )`, numbers, and number fields named by display ID (model.md section 5.1). A display ID may
 * hold `-`: the longest name that is a field wins.
 */
export function compileFormula(formula: string, fields: readonly Field[]): Formula | FormulaError {
  if (formula.length > MAX_LENGTH) return new FormulaError(`a formula has at most ${MAX_LENGTH} characters`)
  const operands = namesOf(fields.filter(({ dataType }) => dataType === "number"))
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

/** Names by what stands between their hyphens, so that the longest one at a place is found in one walk. */
interface Name {
  fId?: FId
  readonly next: Map<string, Name>
}

function namesOf(fields: readonly Field[]): Name {
  const names: Name = { next: new Map() }
  for (const { displayId, fId } of fields) {
    if (displayId.length > MAX_LENGTH) continue
    let name = names
    for (const part of displayId.split("-")) {
      const next = name.next.get(part) ?? { next: new Map() }
      name.next.set(part, next)
      name = next
    }
    name.fId = fId
  }
  return names
}

class Parser {
  readonly named = new Set<FId>()
  readonly #text: string
  readonly #names: Name
  #at = 0
  #runEnd = 0
  #depth = 0

  constructor(text: string, names: Name) {
    this.#text = text
    this.#names = names
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
    const end = this.#endOfRun()
    if (end === start)
      throw new Malformed(
        start >= this.#text.length
          ? "the formula ends too early"
          : `unexpected ${this.#text[start]} at position ${start + 1} of the formula`,
      )
    const firstEnd = this.#endOfPart(start, end)
    let found: { readonly fId: FId; readonly end: number } | undefined
    let name: Name | undefined = this.#names
    for (let at = start; name !== undefined && at <= end; ) {
      const partEnd = this.#endOfPart(at, end)
      name = name.next.get(this.#text.slice(at, partEnd))
      if (name?.fId !== undefined) found = { fId: name.fId, end: partEnd }
      at = partEnd + 1
    }
    if (found !== undefined) {
      const { fId } = found
      this.#at = found.end
      this.named.add(fId)
      return (values) => {
        const value = values[fId]
        return typeof value === "number" ? value : Number.NaN
      }
    }
    const first = this.#text.slice(start, firstEnd)
    if (!LITERAL.test(first))
      throw new Malformed(`${this.#text.slice(start, end)} is not a number field of the datastore`)
    this.#at = firstEnd
    const constant = Number(first)
    return () => constant
  }

  /** Where what may be a name with all its hyphens ends. */
  #endOfRun(): number {
    if (this.#at >= this.#runEnd) {
      this.#runEnd = this.#at
      while (NAME.test(this.#text[this.#runEnd] ?? "")) this.#runEnd += 1
    }
    return this.#runEnd
  }

  #endOfPart(at: number, end: number): number {
    const hyphen = this.#text.indexOf("-", at)
    return hyphen === -1 || hyphen > end ? end : hyphen
  }
}
