import type * as z from "zod"

type Schema = z.core.JSONSchema._JSONSchema

/** Almost the maximum number of values in a body. */
export const MANY_VALUES = 99_000

/** Maximum number of keys in a map. */
const MAX_NAMES = 9900

/** The elements of a list or map, minimal valid ones or invalid ones, and the number of values in an element. */
export interface Elements {
  readonly kind: "right" | "wrong"
  readonly values: number
}

export interface Much {
  /** The list or map, and its type of elements. */
  readonly what: string
  readonly body: unknown
}

/** Bodies that match a schema. Each contains very many elements in a different list or map. */
export const bodiesWithMuch = (schema: z.core.JSONSchema.JSONSchema, elements: Elements): Much[] => [
  ...new Filler((schema.$defs ?? {}) as Record<string, Schema>, elements).within(schema as Schema, 0),
]

const isSchema = (schema: Schema | undefined): schema is z.core.JSONSchema.JSONSchema => typeof schema === "object"

class Filler {
  readonly #definitions: Readonly<Record<string, Schema>>
  readonly #elements: Elements

  constructor(definitions: Readonly<Record<string, Schema>>, elements: Elements) {
    this.#definitions = definitions
    this.#elements = elements
  }

  *within(schema: Schema, depth: number): Generator<Much> {
    const { properties, items, additionalProperties, anyOf = [], type } = this.#resolve(schema)
    if (depth > 4) return
    for (const one of anyOf) yield* this.within(one, depth + 1)
    if (type === "array") {
      const element = Array.isArray(items) ? undefined : items
      yield this.#list(element)
      for (const { what, body } of this.within(element ?? {}, depth + 1)) {
        yield { what: `[${what}]`, body: [body] }
      }
    } else if (properties !== undefined) {
      for (const [name, member] of Object.entries(properties)) {
        for (const { what, body } of this.within(member, depth + 1)) {
          yield { what: `${name}${what}`, body: { ...this.#leastObject(schema), [name]: body } }
        }
      }
    } else if (isSchema(additionalProperties)) {
      yield this.#map(additionalProperties)
      for (const { what, body } of this.within(additionalProperties, depth + 1)) {
        yield { what: `{${what}}`, body: { name: body } }
      }
    }
  }

  #resolve(schema: Schema): z.core.JSONSchema.JSONSchema {
    if (!isSchema(schema)) return {}
    const { $ref } = schema
    return $ref === undefined ? schema : this.#resolve(this.#definitions[$ref.slice("#/$defs/".length)] ?? {})
  }

  #list(element: Schema | undefined): Much {
    const one = this.#element(element)
    const length = Math.floor(this.#elements.values / countOf(one))
    return { what: `[${JSON.stringify(one)}]`, body: Array.from({ length }, () => one) }
  }

  #map(member: Schema): Much {
    const one = this.#element(member)
    const length = Math.min(MAX_NAMES, Math.floor(this.#elements.values / countOf(one)))
    const body = Object.fromEntries(Array.from({ length }, (_, at) => [`name${at}`, one]))
    return { what: `{${JSON.stringify(one)}}`, body }
  }

  #element(schema: Schema | undefined): unknown {
    const least = schema === undefined ? "x" : this.#least(schema)
    if (this.#elements.kind === "right") return least
    return least !== null && typeof least === "object" ? 0 : {}
  }

  /** The smallest value that matches the schema. */
  #least(schema: Schema): unknown {
    const resolved = this.#resolve(schema)
    const [choice] = resolved.anyOf ?? []
    if (choice !== undefined) return this.#least(choice)
    if (resolved.const !== undefined) return resolved.const
    if (resolved.enum !== undefined) return resolved.enum[0]
    switch (resolved.type) {
      case "object":
        return this.#leastObject(schema)
      case "array":
        return []
      case "boolean":
        return false
      case "integer":
      case "number":
        return resolved.minimum ?? 1
      default:
        return "x"
    }
  }

  #leastObject(schema: Schema): Record<string, unknown> {
    const { properties = {}, required = [] } = this.#resolve(schema)
    return Object.fromEntries(required.map((name) => [name, this.#least(properties[name] ?? {})]))
  }
}

/** Number of values in JSON. */
const countOf = (value: unknown): number =>
  value !== null && typeof value === "object"
    ? Object.values(value).reduce((sum: number, inner) => sum + countOf(inner), 1)
    : 1
