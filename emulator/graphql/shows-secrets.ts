import { graphqlJs } from "./graphql-js.ts"
import { requireSmallText } from "./limits.ts"
import { hasSecrets } from "./secrets.ts"

/**
 * Returns whether a request's query text or its response may contain secrets where their names do not suggest it. A text that can't be
 * parsed counts as one. Loads the package graphql.
 */
export async function mayShowSecrets(query: string): Promise<boolean> {
  await graphqlJs.load()
  try {
    requireSmallText(query)
    return hasSecrets(graphqlJs.code.parse(query))
  } catch {
    return true
  }
}
