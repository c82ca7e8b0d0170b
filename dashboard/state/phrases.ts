/** An English text of the server as a pattern, and its Japanese form. A function receives the groups of the pattern. */
export type Phrase = readonly [pattern: RegExp, japanese: string | ((...groups: readonly string[]) => string)]

/** Returns the Japanese form of a text by the first phrase that matches. Undefined if none matches. */
export function inJapanese(text: string, phrases: readonly Phrase[]): string | undefined {
  for (const [pattern, japanese] of phrases) {
    const [whole, ...groups] = pattern.exec(text) ?? []
    if (whole === undefined) continue
    return typeof japanese === "string"
      ? text.replace(pattern, japanese)
      : japanese(...groups.map((group: string | undefined) => group ?? ""))
  }
  return undefined
}
