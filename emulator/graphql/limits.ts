import type { DocumentNode, FieldNode, OperationDefinitionNode, SelectionSetNode } from "graphql"
import { graphqlJs } from "./graphql-js.ts"
import { refusedBy, refusedRequest } from "./refusals.ts"

/** Maximum length of a query text in bytes (graphql.md section 1.1). */
export const MAX_TEXT_BYTES = 65_536
export const MAX_TOKENS = 5000
/** Maximum number of tokens when every spread is replaced by its fragment. */
export const MAX_EXPANDED_TOKENS = 10_000
/** Maximum depth of brackets in a query text. The parser needs stack for each bracket. */
export const MAX_BRACKETS = 100
export const MAX_DEPTH = 20
export const MAX_ROOTS = 20
/** Maximum number of fields with the same name in one place. They are limited because validation compares each pair of them. */
export const MAX_REPEATS = 20

/** Refuses a query text that is too long, has too many tokens or nests its brackets too deeply. */
export function requireSmallText(text: string): void {
  if (text.length > MAX_TEXT_BYTES || new TextEncoder().encode(text).length > MAX_TEXT_BYTES) {
    throw refusedRequest(`query: expected at most ${MAX_TEXT_BYTES / 1024} KiB`)
  }
  const { Lexer, Source, TokenKind, GraphQLError } = graphqlJs.code
  const opening: readonly string[] = [TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]
  const closing: readonly string[] = [TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]
  const lexer = new Lexer(new Source(text))
  let depth = 0
  try {
    for (let tokens = 0; lexer.advance().kind !== TokenKind.EOF; tokens += 1) {
      if (tokens === MAX_TOKENS) throw refusedRequest(`query: expected at most ${MAX_TOKENS} tokens`)
      const { kind } = lexer.token
      if (opening.includes(kind)) depth += 1
      else if (closing.includes(kind)) depth -= 1
      if (depth > MAX_BRACKETS) throw refusedRequest(`query: expected at most ${MAX_BRACKETS} nested brackets`)
    }
  } catch (error) {
    if (error instanceof GraphQLError) throw refusedBy([error], "GRAPHQL_PARSE_FAILED")
    throw error
  }
}

/**
 * Refuses a document that would take too long to validate or to execute. Returns a function that lists the roots of an
 * operation.
 */
export function requireSmallDocument(document: DocumentNode): (operation: OperationDefinitionNode) => string[] {
  const fragments = new Map<string, SelectionSetNode>()
  for (const definition of document.definitions) {
    if (definition.kind === "FragmentDefinition") fragments.set(definition.name.value, definition.selectionSet)
  }
  requireFewTokens(document, fragments)
  const tree = new SelectionTree(fragments)
  for (const definition of document.definitions) {
    if (!("selectionSet" in definition)) continue
    const roots = tree.read(definition.selectionSet)
    if (definition.kind === "OperationDefinition" && roots.size > MAX_ROOTS) {
      throw refusedRequest(`query: expected at most ${MAX_ROOTS} roots, received ${roots.size}`)
    }
  }
  return ({ selectionSet }) =>
    [...new Set([...tree.read(selectionSet).values()].map(({ name }) => name))].filter(isRoot)
}

const isRoot = (name: string): boolean => !name.startsWith("__")

/** Counts the tokens of all definitions as if each spread were replaced by its fragment. */
function requireFewTokens({ definitions }: DocumentNode, fragments: ReadonlyMap<string, SelectionSetNode>): void {
  const { visit, BREAK } = graphqlJs.code
  const sizes = new Map<string, number>()
  // A fragment that spreads itself counts as empty inside itself. The validation refuses it.
  const sizeOf = (node: DocumentNode["definitions"][number] | SelectionSetNode): number => {
    let size = tokensOf(node)
    visit(node, {
      FragmentSpread({ name: { value } }) {
        const fragment = fragments.get(value)
        if (!sizes.has(value) && fragment !== undefined) {
          sizes.set(value, 0)
          sizes.set(value, sizeOf(fragment))
        }
        size += sizes.get(value) ?? 0
        return size > MAX_EXPANDED_TOKENS ? BREAK : undefined
      },
    })
    return size
  }
  let total = 0
  for (const definition of definitions) {
    total += sizeOf(definition)
    if (total > MAX_EXPANDED_TOKENS) {
      throw refusedRequest(`query: expected at most ${MAX_EXPANDED_TOKENS} tokens after fragments are expanded`)
    }
  }
}

function tokensOf({ loc }: Pick<SelectionSetNode, "loc">): number {
  let tokens = 1
  for (let token = loc?.startToken; token !== loc?.endToken; token = token?.next ?? loc?.endToken) tokens += 1
  return tokens
}

/** A field that a document selects, and how often it is selected in the same place. */
interface Selected {
  readonly name: string
  times: number
  readonly fields: Selections
}

/** Selected fields by name in the response. */
type Selections = Map<string, Selected>

/** A position in a document during the walk through its fields. */
interface Position {
  readonly depth: number
  /** Names of the fragments that enclose the position. */
  readonly spread: readonly string[]
  /** Whether the position is inside an introspection field. */
  readonly isIntrospection: boolean
}

const START: Position = { depth: 1, spread: [], isIntrospection: false }

/** The fields that a document selects, after replacing each spread by its fragment and merging fields of the same name. */
class SelectionTree {
  readonly #fragments: ReadonlyMap<string, SelectionSetNode>

  constructor(fragments: ReadonlyMap<string, SelectionSetNode>) {
    this.#fragments = fragments
  }

  read(set: SelectionSetNode): Selections {
    const selections: Selections = new Map()
    this.#add(set, selections, START)
    return selections
  }

  #add({ selections }: SelectionSetNode, into: Selections, at: Position): void {
    if (at.depth > MAX_DEPTH) throw refusedRequest(`query: expected at most ${MAX_DEPTH} levels of fields`)
    for (const selection of selections) {
      if (selection.kind === "Field") this.#addField(selection, into, at)
      else if (selection.kind === "InlineFragment") this.#add(selection.selectionSet, into, at)
      else {
        const { value } = selection.name
        const fragment = this.#fragments.get(value)
        if (fragment === undefined || at.spread.includes(value)) continue
        this.#add(fragment, into, { ...at, spread: [...at.spread, value] })
      }
    }
  }

  #addField({ name: { value: name }, alias, selectionSet }: FieldNode, into: Selections, at: Position): void {
    const isIntrospection = at.isIntrospection || name === "__schema" || name === "__type"
    // Aliases would multiply the size of the response.
    if (isIntrospection && alias !== undefined) throw refusedRequest("query: introspection can't use aliases")
    const key = alias?.value ?? name
    const selected = into.get(key) ?? { name, times: 0, fields: new Map() }
    selected.times += 1
    if (selected.times > MAX_REPEATS) {
      throw refusedRequest(`query: expected the field ${key.slice(0, 100)} at most ${MAX_REPEATS} times in one place`)
    }
    into.set(key, selected)
    if (selectionSet) this.#add(selectionSet, selected.fields, { ...at, depth: at.depth + 1, isIntrospection })
  }
}
