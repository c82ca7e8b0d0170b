import type { GraphQLResolveInfo, Kind, SelectionNode } from "graphql"
import { graphqlJs } from "./graphql-js.ts"
import { type Selections, SelectionTree } from "./selection-tree.ts"

/** Number of bytes that a property needs in JSON besides its name and value: two quotes, a colon and a comma. */
const PROPERTY = 4

/**
 * Returns a number of bytes that the selected part of a root's result needs in JSON at least. Stops once the number exceeds `most`. Values
 * that only the execution determines count as one byte.
 */
export function leastBytes(value: unknown, info: GraphQLResolveInfo, most: number): number {
  const { fieldNodes, fragments } = info
  const sets = new Map(Object.entries(fragments).map(([name, { selectionSet }]) => [name, selectionSet]))
  const tree = new SelectionTree(sets, (selection) => isIncluded(selection, info))
  const selectionSet = { kind: "SelectionSet" as Kind.SELECTION_SET, selections: fieldNodes }
  const [root] = tree.read(selectionSet).values()
  return bytesOf(value, root?.fields, most)
}

function isIncluded(selection: SelectionNode, { variableValues }: GraphQLResolveInfo): boolean {
  const { getDirectiveValues, GraphQLIncludeDirective, GraphQLSkipDirective } = graphqlJs.code
  return (
    getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.if !== false
  )
}

/** `selections` contains the selected members of objects. Undefined for a scalar, which contains all its members. */
function bytesOf(value: unknown, selections: Selections | undefined, most: number): number {
  if (typeof value === "string") return value.length + 2
  if (typeof value !== "object" || value === null) return 1
  let bytes = 2
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && bytes <= most; at += 1) {
      bytes += 1 + bytesOf(value[at], selections, most - bytes)
    }
    return bytes
  }
  const members = value as Readonly<Record<string, unknown>>
  if (selections !== undefined) {
    for (const [name, { name: member, fields }] of selections) {
      if (bytes > most) break
      bytes += name.length + PROPERTY + bytesOf(members[member], fields, most - bytes)
    }
    return bytes
  }
  for (const name in members) {
    if (bytes > most) break
    const member = members[name]
    if (member !== undefined) bytes += name.length + PROPERTY + bytesOf(member, undefined, most - bytes)
  }
  return bytes
}
