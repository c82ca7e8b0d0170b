import type { DocumentNode, OperationDefinitionNode } from "graphql"
import { graphqlJs } from "./graphql-js.ts"
import { requireSmallDocument, requireSmallText } from "./limits.ts"
import { refusedBy, refusedRequest } from "./refusals.ts"
import { gatewaySchema } from "./schema.ts"
import { hasSecrets } from "./secrets.ts"

/** A checked document, and the operation in it that a request runs. */
export interface ReadDocument {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  /** Names of the operation's roots, in order. Excludes introspection. */
  readonly roots: readonly string[]
  /** Whether the request log must not show the request and the response. */
  readonly hasSecrets: boolean
}

/** Maximum total length of the cached query texts in characters. The SDK's 73 documents have about 40,000. */
const MAX_CACHED = 131_072
/** Maximum length of a cached query text in characters. */
const MAX_CACHED_TEXT = 8192

/**
 * Reads query texts. Keeps the latest valid documents of a server, because clients send the same few texts again and
 * again, and a validation takes longer than a read of an item.
 */
export class Documents {
  /** Documents by operation name and text, oldest first. */
  readonly #known = new Map<string, ReadDocument>()
  #size = 0

  /** Parses and validates a query text. Throws `RefusedRequest` for a text that is malformed, invalid or too large. */
  read(text: string, operationName: string | undefined, parsed: Parsed): ReadDocument {
    const key = `${operationName ?? ""} ${text}`
    const known = this.#known.get(key)
    if (known === undefined) return this.#keep(key, readDocument(text, operationName, parsed))
    this.#known.delete(key)
    this.#known.set(key, known)
    parsed(known.hasSecrets)
    return known
  }

  #keep(key: string, read: ReadDocument): ReadDocument {
    if (key.length > MAX_CACHED_TEXT) return read
    this.#known.set(key, read)
    this.#size += key.length
    for (const oldest of this.#known.keys()) {
      if (this.#size <= MAX_CACHED) break
      this.#known.delete(oldest)
      this.#size -= oldest.length
    }
    return read
  }
}

/** Called with whether a parsed document may contain secrets, before the document is validated. */
type Parsed = (hasSecrets: boolean) => void

function readDocument(text: string, operationName: string | undefined, parsed: Parsed): ReadDocument {
  const { validate, specifiedRules, getOperationAST } = graphqlJs.code
  requireSmallText(text)
  const document = parseText(text)
  requireKnownOperations(document)
  const isSecret = hasSecrets(document)
  parsed(isSecret)
  const operation = getOperationAST(document, operationName)
  if (operation == null) throw refusedRequest(whichOperation(document, operationName))
  const rootsOf = requireSmallDocument(document)
  const errors = validate(gatewaySchema(), document, specifiedRules)
  if (errors.length > 0) throw refusedBy(errors, "GRAPHQL_VALIDATION_FAILED")
  return { document, operation, roots: rootsOf(operation), hasSecrets: isSecret }
}

/** Refuses operations of a type that the schema lacks, such as subscriptions. The validation does not look at them. */
function requireKnownOperations({ definitions }: DocumentNode): void {
  for (const definition of definitions) {
    if (definition.kind !== "OperationDefinition" || gatewaySchema().getRootType(definition.operation)) continue
    throw refusedRequest(`query: expected a query or a mutation, received a ${definition.operation}`)
  }
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
