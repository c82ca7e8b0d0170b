/** Converts zod objects to TypeScript types with descriptions of properties, which TypeScript 7 omits from inferred types. */

import * as z from "zod"

/** Returns the code of an object type. Each property consists of its name with modifiers, its type and its description. */
export const objectType = (properties) =>
  properties.length === 0
    ? "Record<string, never>"
    : `{\n${properties.map(([left, type, text]) => `${comment(text)}${left}: ${type}\n`).join("")}}`

const comment = (text) => (text === undefined ? "" : `/** ${text.replaceAll("*/", "*\\/")} */\n`)

/** Returns the schema inside an optional or a pipe, which has the same properties. Returns undefined for other schemas. */
const inner = (schema) =>
  schema instanceof z.ZodOptional ? schema.unwrap() : schema instanceof z.ZodPipe ? schema.in : undefined

const textOf = (schema) => schema && (schema.description ?? textOf(inner(schema)))

/** Returns the properties of a zod object. `type` is the name of its inferred type, to which the properties' types refer. */
export const describeProperties = (schema, type) =>
  members(schema, (part, name) => {
    const inferred = `${type}[${JSON.stringify(name)}]`
    return [part.safeParse(undefined).success, describeNested(part, inferred) ?? inferred]
  })

/** Returns the properties of a zod object. For each, `look` returns whether it is optional, and its type. */
function members({ shape, def }, look) {
  const properties = Object.entries(shape).map(([name, part]) => {
    const [isOptional, type] = look(part, name)
    return [`${/^\w+$/.test(name) ? name : JSON.stringify(name)}${isOptional ? "?" : ""}`, type, textOf(part)]
  })
  return def.catchall instanceof z.ZodUnknown ? [...properties, ["[name: string]", "unknown"]] : properties
}

/** Returns the code of the type if it contains described properties, otherwise undefined. */
function describeNested(schema, type) {
  const within = (part, path, around) => {
    const found = describeNested(part, path)
    return found && around(found)
  }
  if (schema instanceof z.ZodObject) return objectType(describeProperties(schema, type))
  if (schema instanceof z.ZodPipe) return describeNested(schema.in, type)
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

/** Declarations of the schemas that have an ID in OpenAPI, by name. `typeOf` adds them. */
export const sharedTypes = new Map()

/** Returns the code of the type of a response, with descriptions of its properties. */
export function typeOf(schema) {
  const id = z.globalRegistry.get(schema)?.id
  if (id === undefined) return ownType(schema)
  const name = `${id}Response`
  // Adds the name before the declaration is complete, because a type may contain itself.
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
  throw new Error(`no TypeScript type is known for the schema type ${schema.def.type}`)
}
