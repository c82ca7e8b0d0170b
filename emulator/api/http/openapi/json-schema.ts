import * as z from "zod"
import { meaningOf } from "../../../contract/meanings/meaning.ts"

export type JsonSchema = Record<string, unknown>

/** Turns schemas of the contract into JSON Schema; those with a name become components and are referred to. */
export class JsonSchemas {
  /** By name. */
  readonly components: Record<string, JsonSchema> = {}

  /** What a request sends; `owner` is the operation whose members they are. */
  ofInput(schema: z.ZodType, owner = ""): JsonSchema {
    return this.#convert(schema, "input", owner)
  }

  /** What an answer holds. */
  ofOutput(schema: z.ZodType, owner = ""): JsonSchema {
    return this.#convert(schema, "output", owner)
  }

  #convert(schema: z.ZodType, io: "input" | "output", owner: string): JsonSchema {
    const { $schema: _, $defs = {}, id, ...converted } = z.toJSONSchema(schema, { io, unrepresentable: "any" })
    const hoisted = { id, ...converted }
    for (const [name, definition] of Object.entries({ ...$defs })) this.#keep(name, definition as JsonSchema)
    if (typeof id !== "string") return explain(this.#tidy(converted), owner) as JsonSchema
    this.#keep(id, hoisted)
    return { $ref: `#/components/schemas/${id}` }
  }

  #keep(name: string, { id: _, ...definition }: JsonSchema): void {
    this.components[name] ??= explain(this.#tidy(definition), name) as JsonSchema
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
    return opened(Object.fromEntries(entries))
  }
}

/** Generators take an object of which nothing is said for an empty one, and not for one of any members. */
const opened = (schema: JsonSchema): JsonSchema =>
  schema.type === "object" && !("properties" in schema) && !("additionalProperties" in schema)
    ? { ...schema, additionalProperties: true }
    : schema

/** Says of every member that doesn't say it itself what it means; `owner` is what it is a member of. */
function explain(part: unknown, owner: string): unknown {
  if (Array.isArray(part)) return part.map((element) => explain(element, owner))
  if (part === null || typeof part !== "object") return part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === "properties" ? explainMembers(value as Record<string, JsonSchema>, owner) : explain(value, owner),
    ]),
  )
}

const explainMembers = (members: Record<string, JsonSchema>, owner: string): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const description = member.description ?? meaningOf(owner, name)
      const explained = explain(member, name) as JsonSchema
      return [name, description === undefined ? explained : { ...explained, description }]
    }),
  )

/** What restricts nothing: keys that are texts, integers between the safe ones. */
const isNoise = (key: string, value: unknown): boolean =>
  (key === "propertyNames" && JSON.stringify(value) === '{"type":"string"}') ||
  ((key === "minimum" || key === "maximum") && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER)
