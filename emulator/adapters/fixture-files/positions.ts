import type { Mistake } from "../../../src/inside.ts"
import { linkAliases } from "./link-aliases.ts"

/** A mistake of a fixture file, where a person finds it. */
export interface PlacedMistake {
  readonly file: string
  /** Counted from 1; null where the text can't tell. */
  readonly line: number | null
  readonly column: number | null
  /** The path inside the file. */
  readonly path: string
  /** The same with the names of things instead of their positions. */
  readonly names: string
  readonly message: string
  /** Of a reference that means nothing: the name that was probably meant. */
  readonly meant: string | null
}

/** A mistake whose file is known apart from its path. */
export interface FileMistake extends Mistake {
  readonly file: string
  /** The path inside the file. */
  readonly place: string
  readonly line?: number
  readonly column?: number
}

export const isFileMistake = (mistake: Mistake): mistake is FileMistake => "file" in mistake && "place" in mistake

/** By which people know an element of a list, the first that it has. */
const NAMING = [
  ...["application_id", "datastore_id", "group_id", "role_id", "field_id", "status_id", "action_id", "email", "key"],
  ...["user_code", "name", "id"],
]

/** Of a larger text no positions are looked for. */
const LARGEST = 16 * 1_048_576

type Part = string | number

/** The parts of a path as mistakes have it: `workspaces[0].fields["Odd name"].min`. */
export function partsOf(path: string): Part[] {
  const parts = path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)
  return [...parts].map(([, index, quoted, name]): Part => {
    if (index !== undefined) return Number(index)
    return quoted === undefined ? (name ?? "") : (JSON.parse(`"${quoted}"`) as string)
  })
}

const PLAIN = /^[\p{L}_@#$-][\p{L}\p{N}_@#.$ -]*$/u

/** A path with names: `workspaces[Acme].applications[SHOP].fields.Price`. */
function namedPath(document: unknown, parts: readonly Part[]): string {
  let text = ""
  let value = document
  for (const part of parts) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined
    if (typeof part === "number") text += `[${nameOf(value) ?? part}]`
    else if (/^[\w$-]+$/.test(part)) text += text === "" ? part : `.${part}`
    else text += `[${JSON.stringify(part)}]`
  }
  return text
}

function nameOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined
  for (const member of NAMING) {
    const own: unknown = Object.hasOwn(value, member) ? Reflect.get(value, member) : undefined
    const name = member === "name" && typeof own === "object" && own !== null ? Reflect.get(own, "en") : own
    if (typeof name === "string" && name !== "") return PLAIN.test(name) ? name : JSON.stringify(name)
  }
  return undefined
}

/** Finds each mistake in the text of its file. `read` answers the text of a file, undefined where it can't be read. */
export async function placeMistakes(
  mistakes: readonly Mistake[],
  read: (file: string) => Promise<string | undefined>,
): Promise<PlacedMistake[]> {
  const files = new Map<string, Promise<Finder | undefined>>()
  const finderOf = (file: string) => {
    const known = files.get(file)
    if (known !== undefined) return known
    const finder = read(file).then((text) =>
      text === undefined || text.length > LARGEST ? undefined : makeFinder(text),
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

/** JSON is YAML as far as positions go. */
async function makeFinder(text: string): Promise<Finder> {
  const yaml = await import("yaml")
  const { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, parseDocument } = yaml
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true, strict: false })
  linkAliases(yaml, document)
  const whole: unknown = document.toJS({ maxAliasCount: 10_000 })
  const startOf = (node: unknown): number | undefined => {
    const range: unknown = typeof node === "object" && node !== null ? Reflect.get(node, "range") : undefined
    return Array.isArray(range) && typeof range[0] === "number" ? range[0] : undefined
  }
  return (parts) => {
    let node: unknown = document.contents
    let offset = startOf(node) ?? 0
    for (const part of parts) {
      if (isAlias(node)) node = node.resolve(document)
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part))
        if (!isPair(pair)) break
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
