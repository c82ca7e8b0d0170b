import { nearest } from "../../../src/model/index.ts"
import { isWorld, type World } from "../../../src/world/index.ts"
import { brief, isPlain, isThenable } from "./format.ts"

/** The matcher context that Vitest and Jest pass as `this`. */
export interface MatcherState {
  /** Whether the assertion uses `.not`. */
  readonly isNot?: boolean
  /** Compares two values with the runner's own equality. */
  equals(left: unknown, right: unknown): boolean
}

/** The result of a matcher. */
export interface Verdict {
  /** Whether the received value matches. The test runner inverts it for `.not`. */
  readonly pass: boolean
  /** Returns the failure message. */
  message(): string
}

export type TextWanted = string | RegExp

export function kindOfThing(thing: unknown): string {
  if (thing === null || thing === undefined) return String(thing)
  if (typeof thing === "function") return "a function"
  if (typeof thing !== "object") return `${typeof thing} ${brief(thing)}`
  if (isThenable(thing)) return "a promise (await it first)"
  if (Array.isArray(thing)) return "an array"
  if (!isPlain(thing)) return brief(thing)
  const names = Object.keys(thing)
  return names.length === 0 ? "an empty object" : `an object with ${names.slice(0, 5).join(", ")}`
}

/** Returns the given world, or the `world` property of a test's fixtures. Throws if the value is neither. */
export function requireWorld(matcher: string, given: unknown): World {
  if (isWorld(given)) return given
  const inside = typeof given === "object" && given !== null && "world" in given ? given.world : undefined
  if (isWorld(inside)) return inside
  throw new TypeError(`${matcher} expects a world, as in expect(world).${matcher}(…), received ${kindOfThing(given)}`)
}

/** Returns `wanted`. Throws for unknown and undefined properties, because a misspelt property would match anything. */
export function requireWanted<T extends object>(matcher: string, wanted: T, known: readonly (keyof T & string)[]): T {
  if (!isPlain(wanted)) {
    throw new TypeError(`${matcher} expects { ${known.join(", ")} }, received ${brief(wanted)}`)
  }
  for (const [name, value] of Object.entries(wanted)) {
    if (!known.some((one) => one === name)) {
      const meant = nearest(name, known)
      const hint = meant === undefined ? `the properties are ${known.join(", ")}` : `did you mean ${meant}?`
      throw new TypeError(`${matcher}: unknown property ${name}; ${hint}`)
    }
    if (value === undefined) throw new TypeError(`${matcher}: ${name} is undefined; omit ${name} to match any value`)
  }
  return wanted
}

export function requireText(matcher: string, name: string, wanted: unknown): void {
  if (wanted === undefined || typeof wanted === "string" || wanted instanceof RegExp || isAsymmetric(wanted)) return
  throw new TypeError(
    `${matcher}: expected ${name} to be a string, a RegExp or an asymmetric matcher, received ${brief(wanted)}`,
  )
}

export function fitsText(state: MatcherState, text: string, wanted: TextWanted): boolean {
  if (wanted instanceof RegExp) return text.search(wanted) >= 0
  return typeof wanted === "string" ? text === wanted : equalFor(state, text, wanted)
}

/** Compares with the runner's `equals`. Uses `areEqual` instead if `equals` throws, as it does in Playwright. */
export function equalFor(state: MatcherState, value: unknown, wanted: unknown): boolean {
  try {
    return state.equals(value, wanted)
  } catch {
    return areEqual(value, wanted)
  }
}

function areEqual(value: unknown, wanted: unknown): boolean {
  if (isAsymmetric(wanted)) return wanted.asymmetricMatch(value)
  if (Array.isArray(wanted)) {
    return Array.isArray(value) && value.length === wanted.length && wanted.every((one, at) => areEqual(value[at], one))
  }
  if (!isPlain(wanted) || !isPlain(value)) return Object.is(value, wanted)
  const [has, wants] = [new Map(Object.entries(value)), Object.entries(wanted)]
  return has.size === wants.length && wants.every(([name, one]) => has.has(name) && areEqual(has.get(name), one))
}

const isAsymmetric = (thing: unknown): thing is { asymmetricMatch(value: unknown): boolean } =>
  typeof thing === "object" &&
  thing !== null &&
  "asymmetricMatch" in thing &&
  typeof thing.asymmetricMatch === "function"
