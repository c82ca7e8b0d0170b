import { nearest } from "../../model/index.ts"
import type { Field } from "../../model/records/index.ts"
import type { WriteContext } from "./field-type.ts"

/** Longest text that is suggested, in characters. */
const MAX_CHARACTERS = 1000

/** Returns the lower and the upper limit of a field's values, or of their lengths. `""` means that there is none. */
export const limitsOf = ({ minValue, maxValue }: Field): readonly [least: string, most: string] => [minValue, maxValue]

const setLimitsOf = (field: Field): string[] => limitsOf(field).filter((limit) => limit !== "")

/** Returns numbers near `given`: a limit, the whole number and the next one. */
export function suggestNumbers(given: unknown, field: Field): number[] {
  const sent = typeof given === "number" ? given : Number.parseFloat(String(given))
  const limits = setLimitsOf(field).map(Number).filter(Number.isFinite)
  if (!Number.isFinite(sent)) return [...limits, 1].slice(0, 2)
  const near = limits.toSorted((left, right) => Math.abs(left - sent) - Math.abs(right - sent))
  return [...near.slice(0, 1), Math.trunc(sent), sent + 1]
}

/** Returns `given` cut or filled to the field's lengths, and another text. */
export function suggestTexts(given: unknown, { minValue, maxValue, displayId }: Field): string[] {
  const text = typeof given === "string" && given !== "" ? given : displayId
  const longest = maxValue === "" ? Number.POSITIVE_INFINITY : Number(maxValue)
  const shortest = minValue === "" ? 0 : Number(minValue)
  const fitted = [...text].slice(0, longest).join("").padEnd(Math.min(shortest, MAX_CHARACTERS), "x")
  const another = `${[...text].slice(0, Math.max(0, Math.min(longest, MAX_CHARACTERS) - 2)).join("")} 2`
  return [...new Set([fitted, another])]
}

/** Returns the field's limits and the current day and instant. */
export const suggestDates = (_: unknown, field: Field, { view }: Pick<WriteContext, "view">): string[] => [
  ...setLimitsOf(field),
  view.now.slice(0, 10),
  view.now,
]

/** Returns the enabled option that is most similar to `given`, or else the first two. */
export function suggestOptions(
  given: unknown,
  { options }: { readonly options: readonly { readonly displayId: string; readonly enabled: boolean }[] },
): string[] {
  const names = options.flatMap(({ displayId, enabled }) => (enabled ? [displayId] : []))
  const meant = typeof given === "string" ? nearest(given, names) : undefined
  return meant === undefined ? names.slice(0, 2) : [meant]
}
