import type { Document, Node, Pair, Scalar } from "yaml"
import { SourceScalar } from "../../../src/fixtures/index.ts"

type Yaml = Pick<typeof import("yaml"), "visit">

/**
 * Replaces numbers, booleans and dates in a document with `SourceScalar`s, so that the text of their source is not lost. A key is always the
 * text of its source, because all keys of fixtures are strings.
 */
export function keepSources({ visit }: Yaml, document: Document): void {
  visit(document, {
    Scalar(key, node) {
      const { value, source } = node
      if (source === undefined || !isBare(value)) return
      node.value = key === "key" ? source : new SourceScalar(value, source, "yaml")
    },
  })
}

const isBare = (value: unknown): boolean =>
  typeof value === "number" || typeof value === "boolean" || typeof value === "bigint" || value instanceof Date

/** Returns the text of a key, as `keepSources` reads it. */
export const keyText = ({ value, source }: Scalar): string =>
  isBare(value) ? (source ?? String(value)) : String(value)

/** Returns the first tag in a document, such as `!!str`, and the offset of its node. */
export function findTag(
  { visit }: Yaml,
  document: Document,
): { readonly tag: string; readonly offset: number } | undefined {
  let found: { readonly tag: string; readonly offset: number } | undefined
  visit(document, {
    Node(_, node) {
      if (!("tag" in node) || node.tag === undefined) return undefined
      found = { tag: node.tag.replace("tag:yaml.org,2002:", "!!"), offset: node.range?.[0] ?? 0 }
      return visit.BREAK
    },
  })
  return found
}

interface YamlFault {
  readonly reason: string
  readonly offset: number
}

type YamlTests = Pick<typeof import("yaml"), "isAlias" | "isCollection" | "isMap" | "isScalar" | "isSeq" | "visit">

/** Returns the first part of a document that the library would refuse without a place, or change. Needs linked aliases. */
export function findUnreadable(yaml: YamlTests, document: Document): YamlFault | undefined {
  const { isAlias, visit } = yaml
  let found: YamlFault | undefined
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return undefined
      found = {
        reason: `no anchor &${alias.source} precedes the alias *${alias.source}`,
        offset: alias.range?.[0] ?? 0,
      }
      return visit.BREAK
    },
    Pair(_, pair) {
      const key = isAlias(pair.key) ? pair.key.resolve(document) : pair.key
      const reason = yaml.isCollection(key)
        ? "a key must be a text, not a list or a map"
        : mergeFault(yaml, document, pair)
      if (reason === undefined) return undefined
      found = { reason, offset: (pair.key as Node).range?.[0] ?? 0 }
      return visit.BREAK
    },
  })
  return found
}

/** Returns why a merge key has no map to merge. Unknown aliases are another fault. */
function mergeFault(
  { isAlias, isMap, isScalar, isSeq }: YamlTests,
  document: Document,
  { key, value }: Pair,
): string | undefined {
  // The library reads a bare << as a symbol.
  if (!isScalar(key) || typeof key.value !== "symbol") return undefined
  const target = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node)
  const merged = target(value)
  const sources = isSeq(merged) ? merged.items.map(target) : [merged]
  return sources.every((source) => source === undefined || isMap(source))
    ? undefined
    : "the value of << must be a map or a list of maps"
}
