import type { DocumentNode, OperationDefinitionNode, SelectionSetNode } from "graphql"
import { graphqlJs } from "./graphql-js.ts"
import { refusedBy, refusedRequest } from "./refusals.ts"
import { SelectionTree } from "./selection-tree.ts"

/** Maximum length of a query text in bytes (graphql.md section 1.1). */
export const MAX_TEXT_BYTES = 65_536
export const MAX_TOKENS = 5000
/** Maximum number of tokens when every spread is replaced by its fragment. */
export const MAX_EXPANDED_TOKENS = 10_000
/** Maximum depth of brackets in a query text. The parser needs stack for each bracket. */
export const MAX_BRACKETS = 100
export const MAX_ROOTS = 20

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
