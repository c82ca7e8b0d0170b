/** Returns the name with the smallest edit distance from `given`; undefined if all distances are too large for a typing error. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const wanted = given.toLowerCase()
  const allowed = Math.max(2, Math.floor(given.length / 3))
  let best: { name: string; distance: number } | undefined
  for (const name of names) {
    const other = name.toLowerCase()
    // The distance is at least the difference of the lengths.
    if (Math.abs(other.length - wanted.length) > allowed) continue
    const distance = editDistance(wanted, other)
    if (distance <= allowed && (best === undefined || distance < best.distance)) best = { name, distance }
  }
  return best?.name
}

/** Returns whether two names differ by at most one letter, apart from case. */
export const isSlip = (given: string, name: string): boolean =>
  Math.abs(given.length - name.length) < 2 && editDistance(given.toLowerCase(), name.toLowerCase()) < 2

/** Returns the Levenshtein distance of two strings. */
export function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= right.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}

/** An object with all property names of a type. The compiler checks that no name is missing. */
export type NamesOf<T> = { readonly [N in keyof T]-?: true }

/** Names of the properties of options that are objects, by option. */
export type InnerNames = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * Throws a TypeError for unknown properties, which would otherwise be ignored. `where` is the function's name for the message. A property
 * that is in `inner` is suggested with its option.
 */
export function requireOptions<T>(where: string, given: unknown, known: NamesOf<T>, inner: InnerNames = {}): void {
  const names = Object.keys(known)
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new TypeError(
      `${where} expects an object with the options { ${names.slice(0, 4).join(", ")}, … }, received ${inspect(given)}`,
    )
  }
  const stray = Object.keys(given).find((name) => !Object.hasOwn(known, name))
  if (stray === undefined) return
  const holder = Object.keys(inner).find((name) => Object.hasOwn(inner[name] ?? {}, stray))
  const similar = nearest(stray, names)
  const meant =
    holder === undefined || (similar !== undefined && isSlip(stray, similar)) ? similar : `${holder}.${stray}`
  const hint = meant === undefined ? `its options are ${names.join(", ")}` : `did you mean ${meant}?`
  throw new TypeError(`${where} has no option ${stray}; ${hint}`)
}

export function inspect(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
  if (Array.isArray(value)) return "a list"
  if (typeof value === "function") return "a function"
  if (typeof value !== "object" || value === null) return String(value)
  if ("then" in value) return "a promise (await it first)"
  if (value instanceof Date) return "a Date"
  return "an object"
}
