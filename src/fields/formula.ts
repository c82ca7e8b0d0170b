import type { FId } from "../model/index.ts"
import type { Field, Item } from "../model/records/index.ts"

export interface Formula {
  /** Fields that the formula contains, without duplicates, in order of appearance. */
  readonly operands: readonly FId[]
  /** Every occurrence of a field in the formula, as the position and the field's ID. Equal readings mean equal formulas. */
  readonly reading: readonly string[]
  /** Computes the result from an item's values. Returns null if an operand is empty or the result is not finite. */
  compute(values: Item["values"]): number | null
}

export class FormulaError {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

/** A compiled part of a formula. It returns NaN if an operand is empty; stored numbers are never NaN. */
type Term = (values: Item["values"]) => number

/** Characters that a display ID or a number may contain, with single blanks that are not next to a hyphen (model.md section 1). */
const RUN = /[\p{L}\p{M}\p{Nd}_.-]+(?:(?<!-) (?!-)[\p{L}\p{M}\p{Nd}_.-]+)*/uy
const LITERAL = /^\d+(?:\.\d+)?$/
const MAX_NESTING = 100
/** Maximum length of a formula in characters. It prevents a stack overflow, because every operator adds a nested call. */
const MAX_LENGTH = 2000

/** Compiles a formula (model.md section 5.1). If several display IDs match, as with `a` and `a-b` in `a-b`, uses the longest. */
export function compileFormula(formula: string, fields: readonly Field[]): Formula | FormulaError {
  if (formula.length > MAX_LENGTH) return new FormulaError(`a formula must have at most ${MAX_LENGTH} characters`)
  const operands = namesOf(fields.filter(({ dataType }) => dataType === "number"))
  try {
    const parser = new Parser(formula, operands)
    const term = parser.whole()
    return {
      operands: [...parser.named],
      reading: parser.reading,
      compute(values) {
        const result = term(values)
        return Number.isFinite(result) ? result + 0 : null
      },
    }
  } catch (error) {
    if (error instanceof SyntaxFault) return new FormulaError(error.message)
    throw error
  }
}

class SyntaxFault extends Error {}

/** A trie of display IDs, split before hyphens and blanks. It finds the longest display ID at a position in a formula. */
interface Name {
  fId?: FId
  readonly next: Map<string, Name>
}

function namesOf(fields: readonly Field[]): Name {
  const names: Name = { next: new Map() }
  for (const { displayId, fId } of fields) {
    if (displayId.length > MAX_LENGTH) continue
    let name = names
    for (const part of displayId.split(/(?=[- ])/)) {
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
  readonly reading: string[] = []
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
    if (this.#peek() !== "") throw new SyntaxFault(this.#unexpected())
    return term
  }

  #unexpected(): string {
    const character = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0)
    return `unexpected character ${character} at position ${this.#at + 1} of the formula`
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
    if (this.#depth > MAX_NESTING) throw new SyntaxFault("the formula is nested too deeply")
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
      if (this.#peek() !== ")") throw new SyntaxFault("the formula has an opening parenthesis without a closing one")
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
      throw new SyntaxFault(
        start >= this.#text.length ? "the formula ends where a number or a field is expected" : this.#unexpected(),
      )
    let found: { readonly fId: FId; readonly end: number } | undefined
    let name: Name | undefined = this.#names
    for (let at = start; name !== undefined && at < end; ) {
      const partEnd = this.#endOfPart(at, end)
      name = name.next.get(this.#text.slice(at, partEnd))
      if (name?.fId !== undefined) found = { fId: name.fId, end: partEnd }
      at = partEnd
    }
    if (found !== undefined) {
      const { fId } = found
      this.#at = found.end
      this.named.add(fId)
      this.reading.push(`${start} ${fId}`)
      return (values) => {
        const value = values[fId]
        return typeof value === "number" ? value : Number.NaN
      }
    }
    const firstEnd = this.#endOfPart(start, end)
    const first = this.#text.slice(start, firstEnd)
    if (!LITERAL.test(first))
      throw new SyntaxFault(`${this.#text.slice(start, end)} is not a number field of the datastore`)
    this.#at = firstEnd
    const constant = Number(first)
    return () => constant
  }

  /** Returns the end of the run of characters of display IDs at the current position. A display ID cannot extend beyond it. */
  #endOfRun(): number {
    if (this.#at >= this.#runEnd) {
      RUN.lastIndex = this.#at
      this.#runEnd = this.#at + (RUN.exec(this.#text)?.[0].length ?? 0)
    }
    return this.#runEnd
  }

  /** Returns the end of the part of a display ID that begins at `at`: the next hyphen or blank. */
  #endOfPart(at: number, end: number): number {
    let next = at + 1
    while (next < end && this.#text[next] !== "-" && this.#text[next] !== " ") next += 1
    return next
  }
}

/** Returns the `reading` of a field's formula as a string; `""` if the field has no valid formula. */
export function readingOf(field: Field, fields: readonly Field[]): string {
  if (!("calc" in field)) return ""
  const formula = compileFormula(field.calc.formula, fields)
  return formula instanceof FormulaError ? "" : formula.reading.join()
}

/** Returns the IDs of the fields in a field's formula, without duplicates. Returns an empty list if the field has no valid formula. */
export function operandsOf(field: Field, fields: readonly Field[]): readonly FId[] {
  if (!("calc" in field)) return []
  const formula = compileFormula(field.calc.formula, fields)
  return formula instanceof FormulaError ? [] : formula.operands
}
