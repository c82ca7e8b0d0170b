import { nearest } from "../../../src/inside.ts"
import { KitError } from "./failures.ts"

/** Refuses options that do not exist, with those that do: a misspelt one would change nothing and nobody would notice. */
export function requireKnown(where: string, given: object, known: readonly string[]): void {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new KitError(`${where} takes an object of options, not ${JSON.stringify(given)}`)
  }
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const meant = nearest(name, known)
    const hint = meant === undefined ? `it has ${known.join(", ")}` : `did you mean ${meant}?`
    throw new KitError(`${where} has no option ${name}; ${hint}`)
  }
}

/** Refuses what is no whole number from `least`. */
export function requireWhole(name: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= least)) return
  throw new KitError(`${name} must be a whole number from ${least}, not ${String(value)}`)
}

const OLDEST = 4

/** Refuses a fast-check that is too old, before it fails somewhere inside. */
export function requireFastCheck(version: string): void {
  if (Number.parseInt(version, 10) >= OLDEST) return
  throw new KitError(
    `hexarium/testing needs fast-check ${OLDEST}.0 or later, and this is ${version}: npm install --save-dev fast-check@latest`,
  )
}
