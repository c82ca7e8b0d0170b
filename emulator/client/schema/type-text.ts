export const key = (id: string): string => (/^[A-Za-z_$][\w$]*$/.test(id) ? id : JSON.stringify(id))

/** Returns a union of string literals; `never` for an empty list. */
export const union = (ids: readonly string[]): string =>
  ids.length === 0 ? "never" : [...new Set(ids)].map((id) => JSON.stringify(id)).join(" | ")

/** Makes text safe to use in a comment, on one line. */
export const inComment = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll("*/", "* /")
    .trim()

/** Converts `ORDER_LINES` or `orderLines` to `OrderLines`. Characters that a name can't contain are dropped. */
function pascal(id: string): string {
  const words = id.match(/[\p{L}\p{N}]+/gu) ?? []
  const text = words
    .map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
  return /^\p{L}/u.test(text) ? text : `_${text}`
}

/** Returns a function that makes unique names from IDs, with or without one of `endings` appended. */
export function identifiers(
  reserved: readonly string[],
): (ids: readonly string[], endings: readonly string[]) => string {
  const used = new Set(reserved)
  return (ids, endings) => {
    const wish = ids.map(pascal).join("")
    for (let at = 1; ; at += 1) {
      const name = at === 1 ? wish : `${wish}${at}`
      if (endings.some((ending) => used.has(name + ending))) continue
      for (const ending of endings) used.add(name + ending)
      return name
    }
  }
}
