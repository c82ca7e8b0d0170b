import { isSecretMember } from "../../../src/insight/index.ts"
import type { Difference, DifferenceKind } from "./difference.ts"
import { isGenerated, type Unifier } from "./unifier.ts"

type Found = Pick<Difference, "path" | "kind" | "there" | "here">

/** Compares two JSON values, binds their generated values, and reports each difference with its path. */
export class ValueComparison {
  readonly #unifier: Unifier
  readonly #toleranceMs: number
  readonly #report: (found: Found) => void

  constructor(unifier: Unifier, toleranceMs: number, report: (found: Found) => void) {
    this.#unifier = unifier
    this.#toleranceMs = toleranceMs
    this.#report = report
  }

  /** Returns whether two whole bodies are equal, so that comparing their values is unnecessary. Binds their generated values. */
  isEqual(there: string, here: string): boolean {
    return there === here && this.#unifier.matches(there, here, this.#toleranceMs)
  }

  compare(there: unknown, here: unknown, path: string): void {
    if (kindOf(there) !== kindOf(here)) {
      this.#found("type", path, there, here)
    } else if (Array.isArray(there) && Array.isArray(here)) {
      this.#arrays(there, here, path)
    } else if (isMap(there) && isMap(here)) {
      this.#maps(there, here, path)
    } else if (typeof there === "string" && typeof here === "string") {
      if (!this.#texts(there, here, path)) this.#found("value", path, there, here)
    } else if (there !== here) {
      this.#found("value", path, there, here)
    }
  }

  #texts(there: string, here: string, path: string): boolean {
    const member = /[^.[\]]*$/.exec(path)?.[0] ?? ""
    if (isSecretMember(member) && there !== "" && here !== "") return this.#unifier.bind(there, here)
    return this.#unifier.matches(there, here, this.#toleranceMs)
  }

  #arrays(there: readonly unknown[], here: readonly unknown[], path: string): void {
    if (there.length === here.length && this.#isOtherOrder(there, here)) {
      this.#found("order", path, there, here)
      return
    }
    if (there.length !== here.length) {
      this.#found("length", path, there.length, here.length)
      this.#unequalArrays(there, here, path)
      return
    }
    for (const [at, element] of there.entries()) this.compare(element, here[at], `${path}[${at}]`)
  }

  /**
   * Compares arrays of different lengths: each recorded element with the element that has the same outline. Elements without a counterpart
   * are not compared.
   */
  #unequalArrays(there: readonly unknown[], here: readonly unknown[], path: string): void {
    const outlines = new Map(here.map((element, at) => [this.#unifier.outline(element, false), at]))
    for (const [at, element] of there.entries()) {
      const partner = outlines.get(this.#unifier.outline(element, true))
      if (partner !== undefined) this.compare(element, here[partner], `${path}[${at}]`)
    }
  }

  #isOtherOrder(there: readonly unknown[], here: readonly unknown[]): boolean {
    if (there.length < 2) return false
    const [left, right] = [
      there.map((element) => this.#unifier.outline(element, true)),
      here.map((element) => this.#unifier.outline(element, false)),
    ]
    if (left.every((element, at) => element === right[at])) return false
    return left.toSorted().join("\n") === right.toSorted().join("\n")
  }

  #maps(there: Readonly<Record<string, unknown>>, here: Readonly<Record<string, unknown>>, path: string): void {
    const left = new Set(Object.keys(here))
    const unpaired: string[] = []
    for (const key of Object.keys(there)) {
      const own = isGenerated(key) ? (this.#unifier.hereOf(key) ?? key) : key
      if (left.delete(own)) this.compare(there[key], here[own], memberOf(path, key))
      else unpaired.push(key)
    }
    for (const key of unpaired) {
      const partner = isGenerated(key) ? [...left].find((own) => this.#mayBind(key, own)) : undefined
      if (partner === undefined) this.#found("missing", memberOf(path, key), there[key], undefined)
      else {
        left.delete(partner)
        this.#unifier.bind(key, partner)
        this.compare(there[key], here[partner], memberOf(path, key))
      }
    }
    for (const key of left) this.#found("extra", memberOf(path, key), undefined, here[key])
  }

  /** Returns whether two generated keys may correspond, because neither is bound yet. */
  #mayBind(there: string, here: string): boolean {
    return isGenerated(here) && !this.#unifier.isBoundHere(here) && this.#unifier.hereOf(there) === undefined
  }

  #found(kind: DifferenceKind, path: string, there: unknown, here: unknown): void {
    const member = /[^.[\]]*$/.exec(path)?.[0] ?? ""
    this.#report(
      isSecretMember(member)
        ? { kind, path, there: shownSecret(there), here: shownSecret(here) }
        : { kind, path, there, here },
    )
  }
}

const shownSecret = (value: unknown): unknown => (typeof value === "string" && value !== "" ? "(secret)" : value)

const memberOf = (path: string, key: string): string => `${path}.${isGenerated(key) ? "*" : key}`

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

function kindOf(value: unknown): string {
  if (value === null) return "null"
  return Array.isArray(value) ? "array" : typeof value
}
