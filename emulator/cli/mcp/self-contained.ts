import type { JsonSchema, JsonSchemas } from "../../api/index.ts"

const AT = "#/components/schemas/"

/** Copies all components to which a schema refers into the schema's `$defs`. */
export function selfContained(schema: JsonSchema, { components }: JsonSchemas): JsonSchema {
  const definitions: Record<string, unknown> = {}
  const moved = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(moved)
    if (part === null || typeof part !== "object") return part
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, key === "$ref" ? copyComponent(String(value)) : moved(value)]),
    )
  }
  const copyComponent = (reference: string): string => {
    if (!reference.startsWith(AT)) return reference
    const name = reference.slice(AT.length)
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
