import { isDeepStrictEqual } from "node:util"
import type { Document, Node, Pair, ParsedNode, YAMLMap } from "yaml"
import { UpstreamProblem } from "../upstream-problem.ts"
import { entriesOf } from "./merge-trees.ts"

type Yaml = typeof import("yaml")

/** Changes a YAML document so that it has this value. Comments and the parts that are equal stay. */
export async function editDocument(document: Document, value: unknown, file: string): Promise<void> {
  const edit = new Edit(await import("yaml"), document)
  document.contents = edit.node("", document.contents, value) as ParsedNode
  if (!isDeepStrictEqual(document.toJS(), value)) {
    throw new UpstreamProblem(
      `${file} has a merge key (<<) with a value that was removed upstream; write its values out`,
    )
  }
}

class Edit {
  readonly #yaml: Yaml
  readonly #document: Document

  constructor(yaml: Yaml, document: Document) {
    this.#yaml = yaml
    this.#document = document
  }

  /** Returns the node with the value: the same node, if it can be changed. */
  node(path: string, node: unknown, value: unknown): unknown {
    const { isAlias, isMap, isNode, isSeq } = this.#yaml
    // The order of a map's entries has a meaning, but is not part of its equality.
    if (isMap(node) && typeof value === "object" && value !== null && !Array.isArray(value)) {
      node.items = this.#pairs(path, node, value)
      return node
    }
    if (isSeq(node) && Array.isArray(value)) {
      const values = entriesOf(path, value)
      const old = entriesOf(path, node.toJS(this.#document))
      if (values !== undefined && old !== undefined) {
        const nodes = new Map([...old.keys()].map((key, at) => [key, node.items[at]]))
        node.items = [...values].map(([key, one]) => this.node(`${path}[${key}]`, nodes.get(key), one))
        return node
      }
    }
    // An alias loses its target when the anchored node is replaced.
    const isLost = isAlias(node) && node.resolve(this.#document) === undefined
    const isEqual = !isLost && isNode(node) && isDeepStrictEqual(node.toJS(this.#document), value)
    return isEqual ? node : this.#replaced(node, value)
  }

  #pairs(path: string, map: YAMLMap, value: object): Pair[] {
    const nameOf = ({ key }: Pair) => String(this.#yaml.isScalar(key) ? key.value : key)
    const isMerge = (pair: Pair) => ["<<", "Symbol(<<)"].includes(nameOf(pair))
    const old = new Map(map.items.map((pair) => [nameOf(pair), pair]))
    const merges = map.items.filter(isMerge)
    const inherited = merges.length === 0 ? {} : (map.toJS(this.#document) as Readonly<Record<string, unknown>>)
    const edited = Object.entries(value).flatMap(([name, one]) => {
      const pair = old.get(name)
      if (pair === undefined) {
        const isInherited = Object.hasOwn(inherited, name) && isDeepStrictEqual(inherited[name], one)
        return isInherited ? [] : this.#document.createPair(name, one, OPTIONS)
      }
      pair.value = this.node(`${path}.${name}`, pair.value, one)
      return pair
    })
    return [...merges, ...edited]
  }

  /** Creates a node with the comments of another one. */
  #replaced(old: unknown, value: unknown): Node {
    const created = this.#document.createNode(value, OPTIONS) as Node
    if (!this.#yaml.isNode(old)) return created
    created.comment = old.comment ?? null
    created.commentBefore = old.commentBefore ?? null
    created.spaceBefore = old.spaceBefore ?? false
    return created
  }
}

const OPTIONS = { aliasDuplicateObjects: false } as const
