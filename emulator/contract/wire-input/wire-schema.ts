import * as z from "zod"
import { boundsOf, isData, listOf, listOfMost, mapOf, normalizer, objectOf, sharedNameOf } from "../../../src/inside.ts"
import { named } from "../shapes.ts"
import { SHARED_WIRE_NAMES } from "./shared-wire-names.ts"

/** `itemId` is `item_id`. */
export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const made = new WeakMap<z.core.$ZodType, z.ZodType>()

/**
 * The wire's form of an input schema: it reads snake_case names and returns what the input schema describes. The schema itself where no
 * name within it differs.
 */
export function wireSchema(schema: z.ZodType): z.ZodType {
  const known = made.get(schema)
  if (known !== undefined) return known
  const wire = makeWireSchema(schema)
  made.set(schema, wire)
  return wire
}

function makeWireSchema(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return describedAs(schema, wireObject(schema))
  if (schema instanceof z.ZodOptional) return wrapped(schema, schema.unwrap() as z.ZodType, (inner) => inner.optional())
  if (schema instanceof z.ZodNullable) return wrapped(schema, schema.unwrap() as z.ZodType, (inner) => inner.nullable())
  if (schema instanceof z.ZodLazy) return z.lazy(() => wireSchema(schema.unwrap() as z.ZodType))
  if (schema instanceof z.ZodArray) {
    const { most, ...bounds } = boundsOf(schema)
    const wrap = (element: z.ZodType) => (most === undefined ? listOf(element, bounds) : listOfMost(element, most))
    return wrapped(schema, schema.element as z.ZodType, wrap)
  }
  if (schema instanceof z.ZodRecord) {
    const bounds = boundsOf(schema)
    return wrapped(schema, schema.valueType as z.ZodType, (value) => mapOf(value, bounds))
  }
  if (schema instanceof z.ZodUnion) {
    const options = (schema.options as z.ZodType[]).map(wireSchema)
    return options.every((option, at) => option === schema.options[at]) ? schema : describedAs(schema, z.union(options))
  }
  return schema
}

function wireObject(schema: z.ZodObject): z.ZodType {
  const name = sharedNameOf(schema)
  const irregular: Readonly<Record<string, string>> = (name && SHARED_WIRE_NAMES[name]) || {}
  const shape: Record<string, z.ZodType> = {}
  const renamed: Record<string, string> = {}
  for (const [property, member] of Object.entries(schema.shape)) {
    const wireName = irregular[property] ?? snakeCase(property)
    shape[wireName] = wireSchema(member)
    renamed[wireName] = property
  }
  const object = objectOf(z.object(shape), normalizer(shape), renamed)
  return name === undefined ? object : named(name, object)
}

const wrapped = (schema: z.ZodType, inner: z.ZodType, wrap: (wire: z.ZodType) => z.ZodType): z.ZodType => {
  const wire = wireSchema(inner)
  return wire === inner && !(inner instanceof z.ZodObject) ? schema : describedAs(schema, wrap(wire))
}

/** Gives a schema the description of another, and its handling of null. */
function describedAs(schema: z.ZodType, wire: z.ZodType): z.ZodType {
  const { description } = schema
  const described = description === undefined || description === wire.description ? wire : wire.describe(description)
  if (isData(schema)) throw new Error("a value whose null is data has no properties of its own")
  return described
}
