import type { JsonSchema, JsonSchemas } from "../../api/index.ts"

const SCHEMA_PREFIX = "#/components/schemas/"

/**
 * Copies all components to which a schema refers into the schema's `$defs`. Replaces lists of types, which many MCP clients refuse, by
 * alternatives with one type each.
 */
export function selfContained(schema: JsonSchema, { components }: JsonSchemas): JsonSchema {
  const definitions: Record<string, unknown> = {}
  const moved = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(moved)
    if (part === null || typeof part !== "object") return part
    return withOneType(
      Object.fromEntries(
        Object.entries(part).map(([key, value]) => [key, key === "$ref" ? copyComponent(String(value)) : moved(value)]),
      ),
    )
  }
  const copyComponent = (reference: string): string => {
    if (!reference.startsWith(SCHEMA_PREFIX)) return reference
    const name = reference.slice(SCHEMA_PREFIX.length)
    if (!(name in definitions)) {
      // The name is set before the recursion, because a schema may refer to itself.
      definitions[name] = {}
      definitions[name] = moved(components[name])
    }
    return `#/$defs/${name}`
  }
  const whole = moved(schema) as JsonSchema
  return Object.keys(definitions).length === 0 ? whole : { ...whole, $defs: definitions }
}

function withOneType({ type, ...schema }: JsonSchema): JsonSchema {
  if (!Array.isArray(type)) return type === undefined ? schema : { type, ...schema }
  if (type.length === 1) return { type: type[0], ...schema }
  const alternatives = type.map((one) => ({ type: one }))
  return "anyOf" in schema ? { ...schema, allOf: [{ anyOf: alternatives }] } : { ...schema, anyOf: alternatives }
}
