/**
 * Replaces the references in a part of the document with their targets. Recursive references stay. Used instead of Swagger UI's own resolver,
 * which takes seconds because it reads the whole document for each opened operation.
 */
export async function resolveSubtree(document: unknown, path: readonly string[]) {
  const resolve = (value: unknown, within: readonly unknown[]): unknown => {
    if (typeof value !== "object" || value === null) return value
    if (Array.isArray(value)) return value.map((element) => resolve(element, within))
    const { $ref } = value as { $ref?: unknown }
    if (typeof $ref === "string" && !within.includes($ref)) {
      return resolve(partAt(document, $ref.split("/").slice(1)), [...within, $ref])
    }
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member, within)]))
  }
  return { spec: resolve(partAt(document, path), []), errors: [] }
}

const partAt = (document: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], document)
