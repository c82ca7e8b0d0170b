import { KitError } from "./failures.ts"

/** Refuses options that do not exist, with those that do: a misspelt one would change nothing and nobody would notice. */
export function requireKnown(where: string, given: object, known: readonly string[]): void {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new KitError(`${where} takes an object of options, not ${JSON.stringify(given)}`)
  }
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const meant = known.find((one) => isAlmost(one.toLowerCase(), name.toLowerCase()))
    const hint = meant === undefined ? "" : `; did you mean ${meant}?`
    throw new KitError(`${where} has no option ${name}${hint || `; it has ${known.join(", ")}`}`)
  }
}

/** Whether one insertion, deletion, exchange or swap of neighbours makes one of the other. */
function isAlmost(left: string, right: string): boolean {
  if (left === right) return true
  const at = [...left].findIndex((letter, place) => letter !== right[place])
  const from = at < 0 ? left.length : at
  const [restLeft, restRight] = [left.slice(from), right.slice(from)]
  return (
    restLeft.slice(1) === restRight ||
    restLeft === restRight.slice(1) ||
    restLeft.slice(1) === restRight.slice(1) ||
    (restLeft[0] === restRight[1] && restLeft[1] === restRight[0] && restLeft.slice(2) === restRight.slice(2))
  )
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
