import type { JsonSchema } from "./json-schema.ts"

interface OpenApi {
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

const PREFIX = "#/components/schemas/"
const SUFFIX = "WithoutNesting"

/**
 * Cuts the recursion of schemas at one level, for tools that replace each reference with its target. A schema that refers
 * to itself, also through others, refers to a copy of the target instead. In this copy, any value takes the place of the
 * next level.
 */
export function withoutRecursion<D extends OpenApi>(document: D): D {
  const { schemas } = document.components
  const reached = new Map(Object.keys(schemas).map((name) => [name, reachedFrom(schemas, name)]))
  const isCycle = (from: string, to: string): boolean => reached.get(to)?.has(from) === true
  const flat: Record<string, JsonSchema> = {}
  for (const [name, schema] of Object.entries(schemas)) {
    flat[name] = mapReferences(schema, (target, reference) =>
      isCycle(name, target) ? { ...reference, $ref: `${PREFIX}${target}${SUFFIX}` } : reference,
    )
    if (isCycle(name, name)) {
      flat[`${name}${SUFFIX}`] = mapReferences(schema, (target, { $ref: _, ...reference }) =>
        isCycle(name, target) ? reference : { ...reference, $ref: `${PREFIX}${target}` },
      )
    }
  }
  return { ...document, components: { ...document.components, schemas: flat } }
}

/** Returns the names of all schemas that a schema refers to, directly or through others. */
function reachedFrom(schemas: OpenApi["components"]["schemas"], start: string): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (name: string): void => {
    mapReferences(schemas[name] ?? {}, (target, reference) => {
      if (!found.has(target)) {
        found.add(target)
        visit(target)
      }
      return reference
    })
  }
  visit(start)
  return found
}

/** Returns a copy of a schema in which `change` has replaced each object with a reference. */
function mapReferences(schema: JsonSchema, change: (target: string, reference: JsonSchema) => JsonSchema): JsonSchema {
  const mapped = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(mapped)
    if (part === null || typeof part !== "object") return part
    const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, mapped(value)]))
    const { $ref } = copy
    return typeof $ref === "string" && $ref.startsWith(PREFIX) ? change($ref.slice(PREFIX.length), copy) : copy
  }
  return mapped(schema) as JsonSchema
}
