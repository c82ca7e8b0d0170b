/** Types of zod objects with the descriptions of their properties; TypeScript 7 shows none of types that zod infers. */

import * as z from "zod"

/** An object type of properties: left side, type and description. */
export const objectType = (properties) =>
  properties.length === 0
    ? "Record<string, never>"
    : `{\n${properties.map(([left, type, text]) => `${comment(text)}${left}: ${type}\n`).join("")}}`

const comment = (text) => (text === undefined ? "" : `/** ${text.replaceAll("*/", "*\\/")} */\n`)

/** The schema within a schema that changes nothing about its properties. */
const inner = (schema) =>
  schema instanceof z.ZodOptional ? schema.unwrap() : schema instanceof z.ZodPipe ? schema.in : undefined

const textOf = (schema) => schema && (schema.description ?? textOf(inner(schema)))

/** The properties of a zod object; `type` is what zod infers of it, which the types of all properties refer to. */
export const described = (schema, type) =>
  members(schema, (part, name) => {
    const inferred = `${type}[${JSON.stringify(name)}]`
    return [part.safeParse(undefined).success, nested(part, inferred) ?? inferred]
  })

/** The properties of a zod object. `look` returns whether a property is optional, and its type. */
function members({ shape, def }, look) {
  const properties = Object.entries(shape).map(([name, part]) => {
    const [isOptional, type] = look(part, name)
    return [`${/^\w+$/.test(name) ? name : JSON.stringify(name)}${isOptional ? "?" : ""}`, type, textOf(part)]
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

/** Declarations of schemas that have an ID in OpenAPI, by name. `typeOf` fills it. */
export const sharedTypes = new Map()

/** The type of a response's schema, whose properties are described. */
export function typeOf(schema) {
  const id = z.globalRegistry.get(schema)?.id
  if (id === undefined) return ownType(schema)
  const name = `${id}Response`
  // The name is taken before the type is written, because a type may contain itself.
  if (!sharedTypes.has(name)) sharedTypes.set(name, "").set(name, `type ${name} = ${ownType(schema)}`)
  return name
}

function ownType(schema) {
  if (schema instanceof z.ZodLazy) return typeOf(schema.unwrap())
  if (schema instanceof z.ZodObject)
    return objectType(members(schema, (part) => [part instanceof z.ZodOptional, typeOf(part)]))
  if (schema instanceof z.ZodArray) return `(${typeOf(schema.element)})[]`
  if (schema instanceof z.ZodRecord) return `Record<string, ${typeOf(schema.valueType)}>`
  if (schema instanceof z.ZodUnion) return schema.options.map(typeOf).join(" | ")
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral)
    return [...(schema.options ?? schema.values)].map((value) => JSON.stringify(value)).join(" | ")
  if (schema instanceof z.ZodNullable) return `${typeOf(schema.unwrap())} | null`
  if (schema instanceof z.ZodOptional) return `${typeOf(schema.unwrap())} | undefined`
  if (schema instanceof z.ZodTuple && schema.def.items.length === 0) return "[]"
  if (schema instanceof z.ZodCustom) return schema.meta()?.type === "object" ? "JsonObject" : "unknown"
  if (["string", "number", "boolean", "null", "unknown"].includes(schema.def.type)) return schema.def.type
  throw new Error(`no type is known of ${schema.def.type}`)
}
