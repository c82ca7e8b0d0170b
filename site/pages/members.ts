import { cell, tableOf } from "./markdown.ts"
import { slugOf } from "./slug.ts"

/** The JSON Schema features that this project's OpenAPI documents use. */
export interface Schema {
  readonly type?: string
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly examples?: readonly unknown[]
}

const nameIn = (ref: string): string => ref.replace(/^.*\//, "")

/** Describes in a few words which values a schema allows. `shapes` is the page that describes named schemas. */
export function typeOf(schema: Schema, shapes: string): string {
  if (schema.$ref !== undefined) return `[${nameIn(schema.$ref)}](${shapes}#${slugOf(nameIn(schema.$ref))})`
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(" or ")
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return [...new Set(choices.map((choice) => typeOf(choice, shapes)))].join(" or ")
  if (schema.type === "array") return schema.items === undefined ? "list" : `list of ${typeOf(schema.items, shapes)}`
  if (schema.type === "object" && typeof schema.additionalProperties === "object") {
    return `map of ${typeOf(schema.additionalProperties, shapes)}`
  }
  if (schema.pattern === "^[0-9a-f]{24}$") return "ID"
  return schema.type ?? "any JSON"
}

/**
 * Lists the properties within a property, with names like `a.b`, `a[].b` for the elements of an array, and `a.*.b` for the values of a map.
 */
function within(name: string, schema: Schema): [string, Schema][] {
  if (schema.properties !== undefined) return [[name, schema]]
  if (schema.items !== undefined) return within(`${name}[]`, schema.items)
  if (typeof schema.additionalProperties === "object") return within(`${name}.*`, schema.additionalProperties)
  return (schema.anyOf ?? schema.oneOf ?? []).flatMap((choice) => within(name, choice))
}

function rowsOf(schema: Schema, shapes: string, prefix: string): string[][] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = `${prefix}${name}`
    const limits = [
      ...(member.minimum === undefined ? [] : [`at least ${member.minimum}`]),
      ...(member.maximum === undefined ? [] : [`at most ${member.maximum}`]),
    ]
    const type = [typeOf(member, shapes), ...limits].join(", ")
    const row = [`\`${path}\``, type, required.has(name) ? "always" : "", cell(member.description ?? "")]
    return [row, ...within(path, member).flatMap(([place, inner]) => rowsOf(inner, shapes, `${place}.`))]
  })
}

/** Creates a table of all properties of a schema that isn't a reference, nested ones included. */
export const membersTable = (schema: Schema, shapes: string, always = "always there"): string =>
  tableOf(["property", "type", always, "meaning"], rowsOf(schema, shapes, ""))
