import { nearest, World } from "../../../src/inside.ts"
import { equalFor } from "../../matchers/equal.ts"
import { brief, isPlain, isThenable } from "./format.ts"

/** What Vitest and Jest tell a matcher. */
export interface MatcherState {
  /** Whether it was asked with `.not`. */
  readonly isNot?: boolean
  /** The runner's own comparison of two values. */
  equals(left: unknown, right: unknown): boolean
}

/** What a matcher answers. */
export interface Verdict {
  /** Whether what is asserted holds. */
  readonly pass: boolean
  /** What to say where that is not what was asked for. */
  message(): string
}

/** A text, a pattern that it fits, or an asymmetric matcher of the runner. */
export type TextWanted = string | RegExp

/** What something is, for those who gave the wrong thing. */
export function kindOfThing(thing: unknown): string {
  if (thing === null || thing === undefined) return String(thing)
  if (typeof thing === "function") return "a function"
  if (typeof thing !== "object") return `${typeof thing} ${brief(thing)}`
  if (isThenable(thing)) return "a promise (await it first)"
  if (Array.isArray(thing)) return "an Array"
  if (!isPlain(thing)) return brief(thing)
  const names = Object.keys(thing)
  return names.length === 0 ? "an empty object" : `an object with ${names.slice(0, 5).join(", ")}`
}

/** The world that was given: itself, or a test's fixtures with one. Tells what to give otherwise. */
export function requireWorld(matcher: string, given: unknown): World {
  if (given instanceof World) return given
  const inside = typeof given === "object" && given !== null && "world" in given ? given.world : undefined
  if (inside instanceof World) return inside
  throw new TypeError(`${matcher} takes a world, expect(world).${matcher}(…); it was given ${kindOfThing(given)}`)
}

/**
 * What a matcher is told, as an object of the members that it knows. A misspelt member, or one that happens to be undefined, would let
 * anything fit, and nobody would notice.
 */
export function requireWanted<T extends object>(matcher: string, wanted: T, known: readonly (keyof T & string)[]): T {
  if (!isPlain(wanted)) {
    throw new TypeError(`${matcher} is told { ${known.join(", ")} }; it was told ${brief(wanted)}`)
  }
  for (const [name, value] of Object.entries(wanted)) {
    if (!known.some((one) => one === name)) {
      const meant = nearest(name, known)
      const hint = meant === undefined ? `it is told { ${known.join(", ")} }` : `did you mean ${meant}?`
      throw new TypeError(`${matcher} knows no ${name}; ${hint}`)
    }
    if (value === undefined) throw new TypeError(`${matcher}: ${name} is undefined; leave it out to let it be anything`)
  }
  return wanted
}

/** Refuses what is to be a text or a pattern, and is neither. */
export function requireText(matcher: string, name: string, wanted: unknown): void {
  if (wanted === undefined || typeof wanted === "string" || wanted instanceof RegExp || isAsymmetric(wanted)) return
  throw new TypeError(`${matcher}: ${name} is a text, a pattern or an asymmetric matcher, not ${brief(wanted)}`)
}

const isAsymmetric = (thing: unknown): boolean =>
  typeof thing === "object" && thing !== null && "asymmetricMatch" in thing

/** Whether a text is the one meant, or fits a pattern or an asymmetric matcher. */
export function fitsText(state: MatcherState, text: string, wanted: TextWanted): boolean {
  if (wanted instanceof RegExp) return text.search(wanted) >= 0
  return typeof wanted === "string" ? text === wanted : equalFor(state, text, wanted)
}
