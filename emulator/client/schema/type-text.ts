/** A member's name, quoted where it must be. */
export const key = (id: string): string => (/^[A-Za-z_$][\w$]*$/.test(id) ? id : JSON.stringify(id))

/** Texts of which one is meant; none of them: `never`. */
export const union = (ids: readonly string[]): string =>
  ids.length === 0 ? "never" : [...new Set(ids)].map((id) => JSON.stringify(id)).join(" | ")

/** A text as it can stand in a comment, on one line. */
export const inComment = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll("*/", "* /")
    .trim()

/** `ORDER_LINES` → `OrderLines`, `orderLines` → `OrderLines`; what can't stand in a name is left out. */
function pascal(id: string): string {
  const words = id.match(/[\p{L}\p{N}]+/gu) ?? []
  const text = words
    .map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
  return /^\p{L}/u.test(text) ? text : `_${text}`
}

/**
 * Hands out names made of IDs, so that no two are the same whichever of `endings` is put behind them; later ones get a number.
 */
export function identifiers(taken: readonly string[]): (ids: readonly string[], endings: readonly string[]) => string {
  const used = new Set(taken)
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
