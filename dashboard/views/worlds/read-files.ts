import { isMap, isNode, isSeq, LineCounter, type Node, parseDocument } from "yaml"

/** A location in a dropped file, with the text of its line. */
interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly text: string
}

/** A mistake in a fixture, with its location in a file if that is known. */
export interface PlacedMistake extends Partial<Place> {
  readonly path: string
  readonly message: string
}

export interface ReadFixture {
  readonly name: string
  readonly fixture: unknown
  readonly mistakes: readonly PlacedMistake[]
  /** Returns the location of a mistake in the files by the mistake's path. */
  place(path: string): Place | undefined
}

/** Maximum number of characters of a line that are shown, because a whole file can be one line. */
const MAX_SHOWN_CHARACTERS = 160

/** Returns a location with its line. A long line is cut around the column. */
function placeIn(file: string, lines: readonly string[], line: number, column: number): Place {
  const whole = lines[line - 1] ?? ""
  const from = column > MAX_SHOWN_CHARACTERS ? column - MAX_SHOWN_CHARACTERS / 2 : 0
  const shown = whole.slice(from, from + MAX_SHOWN_CHARACTERS).trimEnd()
  return {
    file,
    line,
    column,
    text: `${from > 0 ? "…" : ""}${shown}${from + MAX_SHOWN_CHARACTERS < whole.trimEnd().length ? "…" : ""}`,
  }
}

const FIXTURE = /\.(?:json|ya?ml)$/i

/** Reads the fixture among dropped files, and the items files that it refers to. Returns undefined if none of the files is a fixture. */
export async function readFixture(files: readonly File[]): Promise<ReadFixture | undefined> {
  const file = files.find(({ name }) => FIXTURE.test(name))
  if (file === undefined) return undefined
  const counter = new LineCounter()
  const source = await file.text()
  const lines = source.split("\n")
  const document = parseDocument(source, { lineCounter: counter })
  const at = (offset: number) => {
    const { line, col } = counter.linePos(offset)
    return placeIn(file.name, lines, line, col)
  }
  const mistakes: PlacedMistake[] = document.errors.map(({ message, pos }) => ({
    path: "",
    message: (message.split("\n")[0] ?? message).replace(/ at line \d+, column \d+:?$/, ""),
    ...at(pos[0]),
  }))
  const fixture: unknown = mistakes.length === 0 ? document.toJS() : undefined
  const isFixture = typeof fixture === "object" && fixture !== null && !Array.isArray(fixture)
  if (mistakes.length === 0 && !isFixture)
    return { name: file.name, fixture: undefined, mistakes: [], place: () => undefined }
  const others = new Map(files.filter((other) => other !== file).map((other) => [other.name, other]))
  const items = await withItems(fixture, others)
  return {
    name: file.name,
    fixture,
    mistakes: [...mistakes, ...items.mistakes],
    place: (path) => {
      const keys = keysOf(path)
      const item = keys.indexOf("items") + 2
      const row = item > 1 ? items.rows.get(JSON.stringify(keys.slice(0, item))) : undefined
      if (row !== undefined) return row
      const node = nearestNode(document.contents, keys)
      return node?.range ? at(node.range[0]) : undefined
    },
  }
}

interface DroppedItems {
  readonly mistakes: readonly PlacedMistake[]
  /** Locations of the items, by the JSON of their path. */
  readonly rows: ReadonlyMap<string, Place>
}

/** Moves the items of dropped files into the datastores that refer to these files. */
async function withItems(fixture: unknown, files: ReadonlyMap<string, File>): Promise<DroppedItems> {
  const mistakes: PlacedMistake[] = []
  const rows = new Map<string, Place>()
  for (const [keys, datastore] of objectsIn(fixture)) {
    const named = datastore.items_file
    const file = typeof named === "string" ? files.get(named.split("/").at(-1) ?? "") : undefined
    if (file === undefined) continue
    const own: unknown = datastore.items
    const items: unknown[] = Array.isArray(own) ? [...own] : []
    const lines = (await file.text()).split("\n")
    for (const [at, line] of lines.entries()) {
      if (line.trim() === "") continue
      const place = placeIn(file.name, lines, at + 1, 1)
      try {
        items.push(JSON.parse(line))
        rows.set(JSON.stringify([...keys, "items", items.length - 1]), place)
      } catch {
        mistakes.push({ path: "", message: "no JSON", ...place })
      }
    }
    datastore.items = items
    delete datastore.items_file
  }
  return { mistakes, rows }
}

type Key = string | number

function* objectsIn(value: unknown, keys: readonly Key[] = []): Generator<[readonly Key[], Record<string, unknown>]> {
  if (Array.isArray(value)) for (const [at, element] of value.entries()) yield* objectsIn(element, [...keys, at])
  else if (isObject(value)) {
    if ("items_file" in value) yield [keys, value]
    for (const [key, member] of Object.entries(value)) yield* objectsIn(member, [...keys, key])
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

export const keysOf = (path: string): Key[] =>
  [...path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)].map(([, index, quoted, name]) =>
    index !== undefined ? Number(index) : (quoted ?? name ?? ""),
  )

/** Returns the YAML node at a path. If the path does not exist, returns the last node on the way to it. */
function nearestNode(root: unknown, keys: readonly Key[]): Node | undefined {
  let node: Node | undefined = isNode(root) ? root : undefined
  for (const key of keys) {
    const next: unknown = isMap(node) || isSeq(node) ? node.get(key, true) : undefined
    if (!isNode(next)) break
    node = next
  }
  return node
}
