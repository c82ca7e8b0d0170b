import { nearest } from "../../texts/nearest.ts"

/** The names of all members of a type, which the compiler asks for. */
export type NamesOf<T> = { readonly [N in keyof T]-?: true }

/**
 * Refuses options that are no object, or of which one does not exist: a misspelt one would change nothing, and nobody would notice.
 * `where` is who takes them, such as `createWorld`.
 */
export function requireOptions<T>(where: string, given: unknown, known: NamesOf<T>): void {
  const names = Object.keys(known)
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new TypeError(
      `${where} takes an object of options, { ${names.slice(0, 4).join(", ")}, … }, not ${shown(given)}`,
    )
  }
  const stray = Object.keys(given).find((name) => !Object.hasOwn(known, name))
  if (stray === undefined) return
  const meant = nearest(stray, names)
  const hint = meant === undefined ? `it has ${names.join(", ")}` : `did you mean ${meant}?`
  throw new TypeError(`${where} has no option ${stray}; ${hint}`)
}

/** A value in short, for those who gave the wrong one. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
  if (Array.isArray(value)) return "a list"
  if (typeof value === "function") return "a function"
  if (typeof value !== "object" || value === null) return String(value)
  if ("then" in value) return "a promise (await it first)"
  if (value instanceof Date) return "a Date"
  return "an object"
}
