import type { DocumentNode, OperationDefinitionNode } from "graphql"
import { graphqlJs } from "./graphql-js.ts"
import { requireSmallDocument, requireSmallText } from "./limits.ts"
import { refusedBy, refusedRequest } from "./refusals.ts"
import { gatewaySchema } from "./schema.ts"

/** A checked document, and the operation in it that a request runs. */
export interface ReadDocument {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  /** Names of the operation's roots, in order. Excludes introspection. */
  readonly roots: readonly string[]
}

/**
 * Parses and validates a query text. Throws `RefusedRequest` for a text that is malformed, invalid or too large. Calls
 * `parsed` before the validation.
 */
export function readDocument(
  text: string,
  operationName: string | undefined,
  parsed: (document: DocumentNode) => void,
): ReadDocument {
  const { validate, specifiedRules, getOperationAST } = graphqlJs.code
  requireSmallText(text)
  const document = parseText(text)
  parsed(document)
  const operation = getOperationAST(document, operationName)
  if (operation == null) throw refusedRequest(whichOperation(document, operationName))
  const rootsOf = requireSmallDocument(document)
  const errors = validate(gatewaySchema(), document, specifiedRules)
  if (errors.length > 0) throw refusedBy(errors, "GRAPHQL_VALIDATION_FAILED")
  return { document, operation, roots: rootsOf(operation) }
}

function parseText(text: string): DocumentNode {
  const { parse, GraphQLError } = graphqlJs.code
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof GraphQLError) throw refusedBy([error], "GRAPHQL_PARSE_FAILED")
    throw error
  }
}

const whichOperation = ({ definitions }: DocumentNode, name: string | undefined): string => {
  const names = definitions.flatMap((definition) =>
    definition.kind === "OperationDefinition" ? [definition.name?.value ?? "(unnamed)"] : [],
  )
  if (names.length === 0) return "query: the document has no operation"
  return name === undefined
    ? `operationName: expected one of ${names.slice(0, 20).join(", ")}, because the document has several operations`
    : `operationName: the document has no operation ${JSON.stringify(name.slice(0, 100))}`
}
