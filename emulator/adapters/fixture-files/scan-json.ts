import { SourceScalar } from "../../../src/fixtures/index.ts"

/** Number whose source differs from the number's own text, such as `1.10`. */
interface InexactNumber {
  readonly path: readonly (string | number)[]
  readonly source: string
}

interface JsonFacts {
  /** First key that occurs twice in an object, and its offset. */
  readonly repeated: { readonly key: string; readonly offset: number } | undefined
  readonly inexact: readonly InexactNumber[]
}

interface Level {
  /** Keys of an object; undefined for an array. */
  readonly keys: Set<string> | undefined
  /** Key or index of the current value. */
  at: string | number
}

const NUMBER = /-?\d[\d.eE+-]*/y

/** Finds what `JSON.parse` does not report. `text` must be valid JSON. */
export function scanJson(text: string): JsonFacts {
  const levels: Level[] = []
  const inexact: InexactNumber[] = []
  let repeated: JsonFacts["repeated"]
  let isKey = false
  for (let offset = 0; offset < text.length; offset += 1) {
    const level = levels.at(-1)
    switch (text[offset]) {
      case "{":
        levels.push({ keys: new Set(), at: "" })
        isKey = true
        break
      case "[":
        levels.push({ keys: undefined, at: 0 })
        isKey = false
        break
      case "}":
      case "]":
        levels.pop()
        isKey = false
        break
      case ",":
        isKey = level?.keys !== undefined
        if (typeof level?.at === "number") level.at += 1
        break
      case '"': {
        const end = endOfString(text, offset)
        if (isKey && level?.keys !== undefined) {
          const key = JSON.parse(text.slice(offset, end)) as string
          if (level.keys.has(key)) repeated ??= { key, offset }
          level.keys.add(key)
          level.at = key
          isKey = false
        }
        offset = end - 1
        break
      }
      case "-":
      case "0":
      case "1":
      case "2":
      case "3":
      case "4":
      case "5":
      case "6":
      case "7":
      case "8":
      case "9": {
        NUMBER.lastIndex = offset
        const source = NUMBER.exec(text)?.[0] ?? ""
        if (String(Number(source)) !== source) inexact.push({ path: levels.map(({ at }) => at), source })
        offset += Math.max(source.length - 1, 0)
        break
      }
    }
  }
  return { repeated, inexact }
}

/** Returns the offset after the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1
  return end + 1
}

/** Replaces inexact numbers of a parsed document with `SourceScalar`s. */
export function withSources(document: unknown, inexact: readonly InexactNumber[]): unknown {
  const root = { document }
  for (const { path, source } of inexact) {
    const way: (string | number)[] = ["document", ...path]
    const last = way.pop() ?? "document"
    const holder = way.reduce<unknown>((value, part) => Reflect.get(value as object, part), root)
    Reflect.set(holder as object, last, new SourceScalar(Number(source), source, "json"))
  }
  return root.document
}
