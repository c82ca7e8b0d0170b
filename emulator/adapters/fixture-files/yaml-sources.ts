import type { Document, Scalar } from "yaml"
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
