/** Matches the parts of a JSON text that matter for secrets: strings, numbers and punctuation. */
const PARTS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/gs

/** Returns the secret text in a part, or undefined if the value under this name is no secret. */
type Conceal<K> = (kind: K, secret: string) => string

interface Level<K> {
  readonly isObject: boolean
  /** Kind of secret of all values inside, because the name of an outer member suggests one. */
  readonly inherited: K | undefined
  /** Kind of secret of the next value. */
  kind: K | undefined
  /** Whether the next string is a name. */
  isAtName: boolean
}

/**
 * Conceals all strings and numbers under names with a kind of secret, also inside lists and objects. Changes nothing else in the text, and
 * also works on texts that are only nearly JSON.
 */
export function concealJson<K>(text: string, kindOf: (name: string) => K | undefined, conceal: Conceal<K>): string {
  const levels: Level<K>[] = []
  return text.replace(PARTS, (part, at: number) => {
    const level = levels.at(-1)
    switch (part) {
      case "{":
      case "[": {
        const inherited = level?.kind
        levels.push({ isObject: part === "{", inherited, kind: inherited, isAtName: part === "{" })
        return part
      }
      case "}":
      case "]":
        levels.pop()
        return part
      case ",":
        if (level?.isObject) Object.assign(level, { kind: level.inherited, isAtName: true })
        return part
      case ":":
        return part
    }
    if (level?.isAtName && part.startsWith('"') && /^\s*:/.test(text.slice(at + part.length, at + part.length + 64))) {
      level.kind = level.inherited ?? kindOf(unquotePart(part))
      level.isAtName = false
      return part
    }
    if (level?.kind === undefined) return part
    return JSON.stringify(conceal(level.kind, part.startsWith('"') ? unquotePart(part) : part))
  })
}

function unquotePart(part: string): string {
  try {
    return JSON.parse(part)
  } catch {
    return part.slice(1, -1)
  }
}
