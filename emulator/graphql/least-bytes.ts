import type { GraphQLResolveInfo, SelectionSetNode } from "graphql"

type Fragments = GraphQLResolveInfo["fragments"]

/** Number of bytes that a property needs in JSON besides its name and value: two quotes, a colon and a comma. */
const PROPERTY = 4

/**
 * Returns a number of bytes that the selected part of a root's result needs in JSON at least. Stops once the number exceeds `most`. Values
 * that only the execution determines count as one byte.
 */
export function leastBytes(value: unknown, { fieldNodes, fragments }: GraphQLResolveInfo, most: number): number {
  let bytes = 0
  for (const { selectionSet } of fieldNodes) bytes = Math.max(bytes, bytesOf(value, selectionSet, fragments, most))
  return bytes
}

function bytesOf(value: unknown, set: SelectionSetNode | undefined, fragments: Fragments, most: number): number {
  if (typeof value === "string") return value.length + 2
  if (typeof value !== "object" || value === null) return 1
  let bytes = 2
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && bytes <= most; at += 1) {
      bytes += 1 + bytesOf(value[at], set, fragments, most - bytes)
    }
    return bytes
  }
  if (set !== undefined) return bytes + bytesOfSelection(value as Members, set, fragments, most)
  for (const name in value) {
    if (bytes > most) break
    const member = (value as Members)[name]
    if (member !== undefined) bytes += name.length + PROPERTY + bytesOf(member, undefined, fragments, most - bytes)
  }
  return bytes
}

/** `seen` contains the response names that were counted. Fields of the same name are merged in the response. */
function bytesOfSelection(
  value: Members,
  set: SelectionSetNode,
  fragments: Fragments,
  most: number,
  seen = new Set<string>(),
): number {
  let bytes = 0
  for (const selection of set.selections) {
    if (bytes > most) break
    // A directive may leave out the selection.
    if (selection.directives !== undefined && selection.directives.length > 0) continue
    if (selection.kind === "Field") {
      const name = (selection.alias ?? selection.name).value
      if (seen.has(name)) continue
      seen.add(name)
      const member = value[selection.name.value]
      bytes += name.length + PROPERTY + bytesOf(member, selection.selectionSet, fragments, most - bytes)
    } else {
      const inner = selection.kind === "InlineFragment" ? selection : fragments[selection.name.value]
      if (inner !== undefined) bytes += bytesOfSelection(value, inner.selectionSet, fragments, most - bytes, seen)
    }
  }
  return bytes
}

type Members = Readonly<Record<string, unknown>>
