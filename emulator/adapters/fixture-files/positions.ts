import type { Pair, YAMLMap } from "yaml"
import { type Mistake, readScalars } from "../../../src/fixtures/index.ts"
import { linkAliases } from "./link-aliases.ts"
import { keepSources, keyText } from "./yaml-sources.ts"

/** A mistake in a fixture file, with its position in the file. */
export interface PlacedMistake {
  readonly file: string
  /** Line number, from 1; null if the position is unknown. */
  readonly line: number | null
  readonly column: number | null
  readonly path: string
  /** Path of the mistake, with names of list elements instead of indexes. */
  readonly names: string
  readonly message: string
  /** The existing name that an unknown reference probably meant; null for other mistakes. */
  readonly meant: string | null
}

export interface FileMistake extends Mistake {
  readonly file: string
  /** Path of the mistake within its file. */
  readonly place: string
  readonly line?: number | undefined
  readonly column?: number | undefined
}

export const isFileMistake = (mistake: Mistake): mistake is FileMistake => "file" in mistake && "place" in mistake

/** Properties that name an element of a list. The first one that the element has is used. */
const NAMING_KEYS = [
  ...["application_id", "datastore_id", "group_id", "role_id", "field_id", "status_id", "action_id", "email", "key"],
  ...["user_code", "name", "id"],
]

/** Maximum size, in characters, of a file in which positions are searched. A search takes a second or more per MiB. */
const MAX_CHARACTERS = 4 * 1_048_576

type Part = string | number

/** Splits a mistake's path, e.g. `workspaces[0].fields["Odd name"].min`, into names and indexes. */
export function partsOf(path: string): Part[] {
  const parts = path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)
  return [...parts].map(([, index, quoted, name]): Part => {
    if (index !== undefined) return Number(index)
    return quoted === undefined ? (name ?? "") : (JSON.parse(`"${quoted}"`) as string)
  })
}

const PLAIN_KEY = /^[\p{L}_@#$-][\p{L}\p{N}_@#.$ -]*$/u

/** Returns a path in which names replace the indexes of list elements, e.g. `workspaces[Acme].applications[SHOP].fields.Price`. */
function namedPath(document: unknown, parts: readonly Part[]): string {
  let text = ""
  let value = document
  for (const part of parts) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined
    if (typeof part === "number") text += `[${nameOf(value) ?? part}]`
    else if (/^[\p{L}\p{M}\p{Nd}_$-]+$/u.test(part)) text += text === "" ? part : `.${part}`
    else text += `[${JSON.stringify(part)}]`
  }
  return text
}

function nameOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined
  for (const member of NAMING_KEYS) {
    const own: unknown = Object.hasOwn(value, member) ? Reflect.get(value, member) : undefined
    const name = member === "name" && typeof own === "object" && own !== null ? Reflect.get(own, "en") : own
    if (typeof name === "string" && name !== "") return PLAIN_KEY.test(name) ? name : JSON.stringify(name)
  }
  return undefined
}

/** Adds line and column to each mistake. `read` returns a file's text, or undefined if the file can't be read. */
export async function placeMistakes(
  mistakes: readonly Mistake[],
  read: (file: string) => Promise<string | undefined>,
): Promise<PlacedMistake[]> {
  const files = new Map<string, Promise<Finder | undefined>>()
  const finderOf = (file: string) => {
    const known = files.get(file)
    if (known !== undefined) return known
    const finder = read(file).then((text) =>
      text === undefined || text.length > MAX_CHARACTERS ? undefined : makeFinder(text),
    )
    files.set(file, finder)
    return finder
  }
  const placed: PlacedMistake[] = []
  for (const mistake of mistakes) {
    const { message, meant = null } = mistake
    if (!isFileMistake(mistake)) {
      placed.push({ file: "", line: null, column: null, path: mistake.path, names: mistake.path, message, meant })
      continue
    }
    const { file, place, line = null, column = null } = mistake
    const found = place === "" ? undefined : (await finderOf(file))?.(partsOf(place))
    placed.push({
      file,
      line: found?.line ?? line,
      column: found?.column ?? column,
      path: place,
      names: found?.names ?? place,
      message,
      meant,
    })
  }
  return placed
}

type Finder = (parts: readonly Part[]) => { readonly line: number; readonly column: number; readonly names: string }

/** Creates a function that finds the position of a path in a text. The YAML parser also finds positions in JSON. */
async function makeFinder(text: string): Promise<Finder> {
  const yaml = await import("yaml")
  const { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } = yaml
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    strict: false,
    uniqueKeys: false,
  })
  keepSources(yaml, document)
  linkAliases(yaml, document)
  const whole = readScalars(document.toJS({ maxAliasCount: 10_000 })).value
  const startOf = (node: unknown): number | undefined => {
    const range: unknown = typeof node === "object" && node !== null ? Reflect.get(node, "range") : undefined
    return Array.isArray(range) && typeof range[0] === "number" ? range[0] : undefined
  }
  const pairsOfMaps = new Map<YAMLMap, ReadonlyMap<string, Pair>>()
  const pairsOf = (map: YAMLMap): ReadonlyMap<string, Pair> => {
    const known = pairsOfMaps.get(map)
    if (known !== undefined) return known
    const pairs = new Map<string, Pair>()
    for (const pair of map.items) {
      const name = isScalar(pair.key) ? keyText(pair.key) : undefined
      if (name !== undefined && !pairs.has(name)) pairs.set(name, pair)
    }
    pairsOfMaps.set(map, pairs)
    return pairs
  }
  return (parts) => {
    let node: unknown = document.contents
    let offset = startOf(node) ?? 0
    for (const part of parts) {
      if (isAlias(node)) node = node.resolve(document)
      if (isMap(node)) {
        const pair = pairsOf(node).get(String(part))
        if (pair === undefined) break
        offset = startOf(pair.key) ?? offset
        node = pair.value
      } else if (isSeq(node) && typeof part === "number") {
        node = node.items[part]
        offset = startOf(node) ?? offset
      } else break
    }
    const { line, col } = lines.linePos(offset)
    return { line, column: col, names: namedPath(whole, parts) }
  }
}
