import * as z from "zod"

export type JsonSchema = Record<string, unknown>

/** Turns schemas of the contract into JSON Schema; those with a name become components and are referred to. */
export class JsonSchemas {
  /** By name. */
  readonly components: Record<string, JsonSchema> = {}

  /** What a request sends. */
  ofInput(schema: z.ZodType): JsonSchema {
    return this.#convert(schema, "input")
  }

  /** What an answer holds. */
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

  /** Points references at the components, and leaves out what only says again that anything goes. */
  #tidy(part: unknown): unknown {
    if (Array.isArray(part)) return part.map((element) => this.#tidy(element))
    if (part === null || typeof part !== "object") return part
    const entries = Object.entries(part)
      .filter(([key, value]) => value !== undefined && !isNoise(key, value))
      .map(([key, value]) => [
        key,
        key === "$ref" ? String(value).replace("#/$defs/", "#/components/schemas/") : this.#tidy(value),
      ])
    return Object.fromEntries(entries)
  }
}

/** What restricts nothing: keys that are texts, integers between the safe ones. */
const isNoise = (key: string, value: unknown): boolean =>
  (key === "propertyNames" && JSON.stringify(value) === '{"type":"string"}') ||
  ((key === "minimum" || key === "maximum") && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER)
