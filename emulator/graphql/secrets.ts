import type { ASTNode, DocumentNode } from "graphql"
import { isSecretName } from "../../src/model/index.ts"
import { graphqlJs } from "./graphql-js.ts"
import { roots } from "./roots/table.ts"

/**
 * Returns whether the log must not show the request and the response. The log hides the values of properties with names
 * such as `password`. A document has secrets in other places if it contains them as literals, passes them in variables
 * of other names, or renames them in the response.
 */
export function hasSecrets(document: DocumentNode): boolean {
  const { visit, BREAK } = graphqlJs.code
  let isFound = false
  const find = () => {
    isFound = true
    return BREAK
  }
  visit(document, {
    Field({ name: { value: name }, alias }) {
      const isRenamed = alias !== undefined && isSecretName(name) && !isSecretName(alias.value)
      return isRenamed || roots[name]?.carriesFiles === true ? find() : undefined
    },
    Argument: (node) => (isSecretName(node.name.value) && isShown(node.value) ? find() : undefined),
    ObjectField: (node) => (isSecretName(node.name.value) && isShown(node.value) ? find() : undefined),
    VariableDefinition: ({ defaultValue }) =>
      defaultValue !== undefined && isShown(defaultValue) ? find() : undefined,
  })
  return isFound
}

/** Returns whether the log would show a secret value: a string, or a variable whose name does not suggest a secret. */
function isShown(value: ASTNode): boolean {
  const { visit, BREAK } = graphqlJs.code
  let isFound = false
  visit(value, {
    enter({ kind, ...node }) {
      const isOpenVariable =
        kind === "Variable" && "name" in node && !isSecretName((node.name as { value: string }).value)
      if (kind !== "StringValue" && !isOpenVariable) return undefined
      isFound = true
      return BREAK
    },
  })
  return isFound
}
