import { nearest } from "../../../src/model/index.ts"
import { KitError } from "./failures.ts"

export function requireKnown(where: string, given: object, known: readonly string[]): void {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new KitError(`${where}: expected an object of options, received ${JSON.stringify(given)}`)
  }
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const meant = nearest(name, known)
    const hint = meant === undefined ? `its options are ${known.join(", ")}` : `did you mean ${meant}?`
    throw new KitError(`${where} has no option ${name}; ${hint}`)
  }
}

export function requireWhole(name: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= least)) return
  throw new KitError(`${name}: expected a whole number of at least ${least}, received ${String(value)}`)
}

const OLDEST_FAST_CHECK = 4

/** Throws if fast-check is older than 4.0. An older one would fail later with unclear errors. */
export function requireFastCheck(version: string): void {
  if (Number.parseInt(version, 10) >= OLDEST_FAST_CHECK) return
  throw new KitError(
    `hexarium/testing: expected fast-check ${OLDEST_FAST_CHECK}.0 or later, received ${version}; run npm install --save-dev fast-check@latest`,
  )
}
