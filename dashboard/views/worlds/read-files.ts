import { isMap, isNode, isSeq, LineCounter, type Node, parseDocument } from "yaml"

/** A mistake of a fixture, with the place in its file where that is known. */
export interface PlacedMistake {
  readonly path: string
  readonly message: string
  readonly line?: number
  readonly column?: number
}

export interface ReadFixture {
  readonly name: string
  readonly fixture: unknown
  /** What is wrong before anything is imported. */
  readonly mistakes: readonly PlacedMistake[]
  /** Where in the file a path of a mistake leads. */
  place(path: string): { readonly line: number; readonly column: number } | undefined
}

const FIXTURE = /\.(?:json|ya?ml)$/i

/** Of files that were dropped together the fixture, with the items of those that it names. Undefined when none is one. */
export async function readFixture(files: readonly File[]): Promise<ReadFixture | undefined> {
  const file = files.find(({ name }) => FIXTURE.test(name))
  if (file === undefined) return undefined
  const lines = new LineCounter()
  const document = parseDocument(await file.text(), { lineCounter: lines })
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const mistakes: PlacedMistake[] = document.errors.map(({ message, pos }) => ({
    path: file.name,
    message: message.split("\n")[0] ?? message,
    ...at(pos[0]),
  }))
  const fixture: unknown = mistakes.length === 0 ? document.toJS() : undefined
  const isFixture = typeof fixture === "object" && fixture !== null && !Array.isArray(fixture)
  if (mistakes.length === 0 && !isFixture)
    return { name: file.name, fixture: undefined, mistakes: [], place: () => undefined }
  const others = new Map(files.filter((other) => other !== file).map((other) => [other.name, other]))
  mistakes.push(...(await withItems(fixture, others)))
  return {
    name: file.name,
    fixture,
    mistakes,
    place: (path) => {
      const node = nearestNode(document.contents, keysOf(path))
      return node?.range ? at(node.range[0]) : undefined
    },
  }
}

/** Writes the items of dropped files into the datastores that name them. The answer is what is wrong with these files. */
async function withItems(fixture: unknown, files: ReadonlyMap<string, File>): Promise<PlacedMistake[]> {
  const mistakes: PlacedMistake[] = []
  for (const datastore of objectsIn(fixture)) {
    const named = datastore.items_file
    const file = typeof named === "string" ? files.get(named.split("/").at(-1) ?? "") : undefined
    if (file === undefined) continue
    const own: unknown = datastore.items
    const items: unknown[] = Array.isArray(own) ? [...own] : []
    for (const [at, line] of (await file.text()).split("\n").entries()) {
      if (line.trim() === "") continue
      try {
        items.push(JSON.parse(line))
      } catch {
        mistakes.push({ path: file.name, message: "no JSON", line: at + 1, column: 1 })
      }
    }
    datastore.items = items
    delete datastore.items_file
  }
  return mistakes
}

function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const element of value) yield* objectsIn(element)
  else if (isObject(value)) {
    if ("items_file" in value) yield value
    for (const member of Object.values(value)) yield* objectsIn(member)
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/** The keys of a path such as `workspaces[0].applications[1].name`. */
export const keysOf = (path: string): (string | number)[] =>
  [...path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)].map(([, index, quoted, name]) =>
    index !== undefined ? Number(index) : (quoted ?? name ?? ""),
  )

/** The node that a path leads to, or the last one on the way there. */
function nearestNode(root: unknown, keys: readonly (string | number)[]): Node | undefined {
  let node: Node | undefined = isNode(root) ? root : undefined
  for (const key of keys) {
    const next: unknown = isMap(node) || isSeq(node) ? node.get(key, true) : undefined
    if (!isNode(next)) break
    node = next
  }
  return node
}
