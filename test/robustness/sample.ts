import type { Field } from "../../src/model/records/index.ts"
import { optionsOf } from "../operations/fields/options-of.ts"
import { kindOf, type PoolName, type Pools, type Scope } from "./pools.ts"
import type { Random } from "./random.ts"

export type Schema = Readonly<Record<string, unknown>>

const GARBAGE = [
  "",
  " ",
  "0",
  "-1",
  "1",
  "null",
  "__proto__",
  "constructor",
  "toString",
  "../../etc/passwd",
  "%00",
  "a\u0000b",
  "line\r\nbreak",
  "ＦＵＬＬ",
  "\ud83d\ude00",
  "\ud800",
  "((((",
  "(a+)+$",
  "<script>alert(1)</script>",
  "000000000000000000000000",
  "2026-01-05T09:00:00Z",
  "9999-99-99",
  "TODAY",
  "x".repeat(3000),
]

type Make = (random: Random, pools: Pools) => unknown

/** Approximate values of each data type. */
const INPUTS: Readonly<Record<string, Make>> & { readonly text: Make } = {
  text: (random) => random.pick(["text", "Ａ", "", "A longer text, with\na second line"]),
  number: (random) => random.pick([0, 5, "12", 99.5, 1000]),
  date: () => "2026-02-03",
  datetime: (random) => random.pick(["2026-02-03T04:05:06Z", "2026-02-03T04:05:06.789+09:00"]),
  time: () => "12:30",
  users: (random, { user }) => [random.pick(user)],
  dslookup: (random, { item }) => random.pick(item),
  file: (random, { file }) => [random.pick(file)],
  select: (random, { option }) => random.pick(option),
  nothing: () => null,
  object: () => ({ any: "thing" }),
}

const NUMBERS = [0, 1, 2, 3, 5, 10, 100, -1, 0.5, 1e9, 1e308, -1e308, 2 ** 53, 2 ** 31, Number.MIN_VALUE]

/** Generates values for a JSON Schema. Properties that refer to entities get names and IDs of the world. */
export class Sampler {
  readonly #random: Random
  readonly #pools: Pools

  #scope: Scope | undefined

  constructor(random: Random, pools: Pools) {
    this.#random = random
    this.#pools = pools
  }

  /** Sets the request's datastore. Most names are then from this datastore. */
  setScope(scope: Scope | undefined): void {
    this.#scope = scope
  }

  #pool(kind: PoolName): readonly string[] {
    const own = this.#scope?.[kind as "field"]
    return own !== undefined && own.length > 0 && this.#random.chance(0.9) ? own : this.#pools[kind]
  }

  /** A string for a parameter or property of this name. */
  text(name: string): string {
    const kind = kindOf(name)
    const pool = kind === undefined ? [] : this.#pool(kind)
    if (pool.length > 0 && this.#random.chance(0.93)) return this.#random.pick(pool)
    if (name === "method") return this.#random.pick(["GET", "POST"])
    if (name === "uri") return this.#random.pick(["/api/v0/userinfo", "/api/v0/applications/CRM/queries"])
    return this.garbage()
  }

  garbage(): string {
    if (this.#random.chance(0.2)) return this.#random.pick(Object.values(this.#pools).flat())
    return this.#random.pick(GARBAGE)
  }

  number(): number {
    return this.#random.pick(NUMBERS)
  }

  /** Any JSON value. */
  any(depth = 0): unknown {
    const kinds = depth > 3 ? 5 : 7
    switch (this.#random.below(kinds)) {
      case 0:
        return null
      case 1:
        return this.#random.chance(0.5)
      case 2:
        return this.number()
      case 3:
      case 4:
        return this.garbage()
      case 5:
        return Array.from({ length: this.#random.below(4) }, () => this.any(depth + 1))
      default:
        return Object.fromEntries(
          Array.from({ length: this.#random.below(4) }, () => [this.key(), this.any(depth + 1)]),
        )
    }
  }

  /** A key that occurs in some object of the world. */
  key(): string {
    return this.#random.pick(
      this.#random.chance(0.9) ? this.#pool("field") : ["constructor", "title", "i_id", "", "nope", "status_id"],
    )
  }

  value(schema: Schema, name: string, definitions: Schema, depth = 0): unknown {
    if (typeof schema.$ref === "string") {
      const target = definitions[schema.$ref.slice("#/$defs/".length)] as Schema | undefined
      return depth > 4 ? undefined : this.value(target ?? {}, name, definitions, depth + 1)
    }
    const choices = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined
    if (choices !== undefined) return this.value(this.#random.pick(choices), name, definitions, depth)
    if (schema.const !== undefined) return schema.const
    if (Array.isArray(schema.enum)) return this.#random.pick(schema.enum)
    const type = Array.isArray(schema.type) ? this.#random.pick(schema.type) : schema.type
    switch (type) {
      case "string":
        return this.text(name)
      case "boolean":
        return this.#random.chance(name.startsWith("is_force") ? 0.8 : 0.5)
      case "integer":
        if (name === "rev_no") return this.#random.pick([1, 1, 1, 2, 3])
        return this.#random.pick([0, 1, 1, 2, 3, 10, 20, 100, -1, 2 ** 31])
      case "number":
        return name === "operation" ? this.#random.pick([1, 2, 3, 11, 12, 7]) : this.number()
      case "null":
        return null
      case "array":
        return this.#array(schema, name, definitions, depth)
      case "object":
        return this.#object(schema, name, definitions, depth)
      default:
        return name === "value" && this.#random.chance(0.7) ? this.fieldValue() : this.any()
    }
  }

  /** A value of a random data type. */
  fieldValue(): unknown {
    return this.#random.pick(Object.values(INPUTS))(this.#random, this.#pools)
  }

  /** Values for fields of the scope, mostly valid. */
  #item(): Record<string, unknown> {
    const fields = this.#scope?.fields ?? []
    const isSane = this.#random.chance(0.6)
    return Object.fromEntries(
      Array.from({ length: this.#random.below(5) }, () => {
        const field = fields.length > 0 && this.#random.chance(0.95) ? this.#random.pick(fields) : undefined
        if (field === undefined) return [this.key(), this.fieldValue()]
        const key = this.#random.chance(0.5) ? field.fId : field.displayId
        return [key, isSane || this.#random.chance(0.7) ? this.#fitting(field) : this.fieldValue()]
      }),
    )
  }

  #fitting(field: Field): unknown {
    const options = optionsOf(field)
    const option = options.length > 0 ? this.#random.pick(options).oId : ""
    if (field.dataType === "select" || field.dataType === "radio") return option
    if (field.dataType === "checkbox") return option === "" ? [] : [option]
    return (INPUTS[field.dataType] ?? INPUTS.text)(this.#random, this.#pools)
  }

  #array(schema: Schema, name: string, definitions: Schema, depth: number): unknown[] {
    const length = Math.max(Number(schema.minItems ?? 0), this.#random.below(depth > 3 ? 2 : 4))
    const items = (schema.items ?? {}) as Schema
    return Array.from({ length }, () => this.value(items, name, definitions, depth + 1)).filter(
      (element) => element !== undefined,
    )
  }

  #object(schema: Schema, name: string, definitions: Schema, depth: number): Record<string, unknown> {
    const properties = schema.properties as Readonly<Record<string, Schema>> | undefined
    if (properties === undefined) return this.#map(schema, name, definitions, depth)
    const required = new Set((schema.required ?? []) as string[])
    const result: Record<string, unknown> = {}
    for (const [member, memberSchema] of Object.entries(properties)) {
      if (!required.has(member) && !this.#random.chance(depth > 2 ? 0.25 : 0.45)) continue
      const value = this.value(memberSchema, member, definitions, depth + 1)
      if (value !== undefined) result[member] = value
    }
    return result
  }

  /** An object without declared properties: field values for an item, datastores with entries, or any values. */
  #map(schema: Schema, name: string, definitions: Schema, depth: number): Record<string, unknown> {
    if (name === "item") return this.#item()
    const values = schema.additionalProperties
    const makeKey = () => (name === "related_ds_items" ? this.text("datastore_id") : this.key())
    const makeValue = () =>
      typeof values === "object" && values !== null
        ? this.value(values as Schema, name, definitions, depth + 1)
        : this.fieldValue()
    return Object.fromEntries(
      Array.from({ length: this.#random.below(4) }, () => [makeKey(), makeValue()]).filter(
        ([, value]) => value !== undefined,
      ),
    )
  }
}
