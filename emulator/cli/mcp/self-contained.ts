import type { JsonSchema, JsonSchemas } from "../../api/http/openapi/json-schema.ts"

const AT = "#/components/schemas/"

/** A schema that brings along, as its `$defs`, every component that it or one of them refers to. */
export function selfContained(schema: JsonSchema, { components }: JsonSchemas): JsonSchema {
  const definitions: Record<string, unknown> = {}
  const moved = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(moved)
    if (part === null || typeof part !== "object") return part
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, key === "$ref" ? takeAlong(String(value)) : moved(value)]),
    )
  }
  const takeAlong = (reference: string): string => {
    if (!reference.startsWith(AT)) return reference
    const name = reference.slice(AT.length)
    if (!(name in definitions)) {
      // Written down first, since a schema may refer to itself.
      definitions[name] = {}
      definitions[name] = moved(components[name])
    }
    return `#/$defs/${name}`
  }
  const whole = moved(schema) as JsonSchema
  return Object.keys(definitions).length === 0 ? whole : { ...whole, $defs: definitions }
}
