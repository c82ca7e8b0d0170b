import * as z from "zod"

export type JsonSchema = Record<string, unknown>

/** Converts the contract's schemas to JSON Schema. Each named schema becomes a component that other schemas reference. */
export class JsonSchemas {
  readonly components: Record<string, JsonSchema> = {}

  ofInput(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, "input")
  }

  ofOutput(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, "output")
  }

  #convert(schema: z.ZodType, io: "input" | "output"): JsonSchema {
    const { $schema: _, $defs = {}, id, ...converted } = z.toJSONSchema(schema, { io, unrepresentable: "any" })
    const hoisted = { id, ...converted }
    for (const [name, definition] of Object.entries({ ...$defs })) this.#keep(name, definition as JsonSchema)
    if (typeof id !== "string") return this.#tidy(converted) as JsonSchema
    this.#keep(id, hoisted)
    return { $ref: `#/components/schemas/${id}` }
  }

  #keep(name: string, { id: _, ...definition }: JsonSchema): void {
    this.components[name] ??= this.#tidy(definition) as JsonSchema
  }

  /** Changes references to point to the components, and removes constraints that have no effect. */
  #tidy(part: unknown): unknown {
    if (Array.isArray(part)) return part.map((element) => this.#tidy(element))
    if (part === null || typeof part !== "object") return part
    const entries = Object.entries(part)
      .filter(([key, value]) => value !== undefined && !isNoise(key, value))
      .map(([key, value]) => [
        key,
        key === "$ref" ? String(value).replace("#/$defs/", "#/components/schemas/") : this.#tidy(value),
      ])
    return openSchema(Object.fromEntries(entries))
  }
}

/** Allows any properties in an object schema without properties, because code generators assume an empty object. */
const openSchema = (schema: JsonSchema): JsonSchema =>
  schema.type === "object" && !("properties" in schema) && !("additionalProperties" in schema)
    ? { ...schema, additionalProperties: true }
    : schema

/**
 * Returns whether to leave out a constraint: property names as strings and the bounds of safe integers have no effect, and many validators
 * can't read a pattern with Unicode properties.
 */
const isNoise = (key: string, value: unknown): boolean =>
  (key === "pattern" && typeof value === "string" && value.includes("\\p{")) ||
  (key === "propertyNames" && JSON.stringify(value) === '{"type":"string"}') ||
  ((key === "minimum" || key === "maximum") && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER)
