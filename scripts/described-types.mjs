/** Types of zod objects with the descriptions of their properties; TypeScript 7 shows none of types that zod infers. */

import * as z from "zod"

/** An object type of properties: left side, type and description. */
export const objectType = (properties) =>
  `{\n${properties.map(([left, type, text]) => `${comment(text)}${left}: ${type}\n`).join("")}}`

const comment = (text) => (text === undefined ? "" : `/** ${text.replaceAll("*/", "*\\/")} */\n`)

/** The schema within a schema that changes nothing about its properties. */
const inner = (schema) =>
  schema instanceof z.ZodOptional ? schema.unwrap() : schema instanceof z.ZodPipe ? schema.in : undefined

const textOf = (schema) => schema && (schema.description ?? textOf(inner(schema)))

/** The properties of a zod object; `type` is what zod infers of it, which the types of all properties refer to. */
export function described({ shape, def }, type) {
  const properties = Object.entries(shape).map(([name, schema]) => {
    const inferred = `${type}[${JSON.stringify(name)}]`
    const left = `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${schema.safeParse(undefined).success ? "?" : ""}`
    return [left, nested(schema, inferred) ?? inferred, textOf(schema)]
  })
  return def.catchall instanceof z.ZodUnknown ? [...properties, ["[name: string]", "unknown"]] : properties
}

/** Undefined for a type without described properties. */
function nested(schema, type) {
  const within = (part, path, around) => {
    const found = nested(part, path)
    return found && around(found)
  }
  if (schema instanceof z.ZodObject) return objectType(described(schema, type))
  if (schema instanceof z.ZodPipe) return nested(schema.in, type)
  if (schema instanceof z.ZodOptional)
    return within(schema.unwrap(), `NonNullable<${type}>`, (found) => `${found} | undefined`)
  if (schema instanceof z.ZodArray) return within(schema.element, `${type}[number]`, (found) => `readonly (${found})[]`)
  if (schema instanceof z.ZodRecord)
    return within(schema.valueType, `${type}[string]`, (found) => `Readonly<Record<string, ${found}>>`)
  if (!(schema instanceof z.ZodUnion)) return undefined
  const [object, ...others] = schema.options.filter((option) => (inner(option) ?? option) instanceof z.ZodObject)
  if (object === undefined || others.length > 0) return undefined
  return within(object, `Extract<${type}, object>`, (found) => `Exclude<${type}, object> | ${found}`)
}
