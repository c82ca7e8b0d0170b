import { World } from "../../src/inside.ts"

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

/** A value in one short line. */
export function brief(value: unknown): string {
  if (value instanceof RegExp) return String(value)
  const text = typeof value === "function" ? "a function" : (JSON.stringify(value) ?? String(value))
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

/** What something is, for those who gave the wrong thing. */
export function kindOfThing(thing: unknown): string {
  if (thing === null || typeof thing !== "object")
    return thing === undefined ? "undefined" : `${typeof thing} ${brief(thing)}`
  if (thing instanceof Promise) return "a promise (await it first)"
  const { name } = thing.constructor ?? {}
  return name === undefined || name === "Object"
    ? `an object with ${Object.keys(thing).slice(0, 5).join(", ")}`
    : `a ${name}`
}

/** The world that was given: itself, or a test's fixtures with one. Tells what to give otherwise. */
export function requireWorld(matcher: string, given: unknown): World {
  if (given instanceof World) return given
  const inside = typeof given === "object" && given !== null && "world" in given ? given.world : undefined
  if (inside instanceof World) return inside
  throw new TypeError(`${matcher} takes a world, expect(world).${matcher}(…); it was given ${kindOfThing(given)}`)
}

/** Whether a text is the one meant, or fits a pattern. */
export const fitsText = (text: string, wanted: string | RegExp): boolean =>
  typeof wanted === "string" ? text === wanted : wanted.test(text)
