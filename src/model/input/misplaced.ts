import * as z from "zod"
import { isSlip, nearest } from "../strings/options.ts"
import { valueAt } from "./issue-text.ts"

type Path = readonly PropertyKey[]

/** A property name, or the position of any element or value. */
type Step = string | typeof ANY
const ANY = Symbol("any")

interface Place {
  readonly schema: z.core.$ZodType
  readonly steps: readonly Step[]
}

/** Number of nested objects in which a property is searched. */
const MAX_LEVELS = 2

/**
 * The place of a property that an object's schema does not have.
 * - `below`: a similar name, or its path from the nearest object that contains both places, such as `match.user` or
 *   `actions.Create.fields.Name.mandatory`
 * - `above`: path of the outer object to which it belongs; "" for the whole input
 */
export type Elsewhere = { readonly below: string } | { readonly above: string }

/** An unknown property of an object, whose path in `input` is `path`. `known` are the names that the object may have. */
export interface UnknownProperty {
  readonly schema: z.core.$ZodType
  readonly path: Path
  readonly name: string
  readonly input: unknown
  readonly known?: readonly string[]
}

/**
 * Suggests a known name or another place for an unknown property. The same name one level below is likelier than a similar name that differs
 * by more than one letter. A similar name is likelier than the same name one level above the object or beside it.
 */
export function suggestPlace(unknown: UnknownProperty): Elsewhere | undefined {
  const { schema, path, name, input, known = keysAt(schema, path) } = unknown
  const similar = nearest(name, known)
  const inside = similar !== undefined && isSlip(name, similar) ? undefined : placeBelow(schema, path, name, input)
  if (inside !== undefined) return { below: inside }
  return similar === undefined ? placeAround(schema, path, name, input) : { below: similar }
}

function placeBelow(schema: z.core.$ZodType, path: Path, name: string, input: unknown): string | undefined {
  const steps = uniqueBelow(schemasAt(schema, path), name, undefined, 1)
  return steps && pathText(steps, valueAt(input, path), path)
}

/** Finds a property's place above an object or beside it. Returns undefined if no such place has the property, or several. */
function placeAround(schema: z.core.$ZodType, path: Path, name: string, input: unknown): Elsewhere | undefined {
  for (let length = path.length - 1; length >= 0; length -= 1) {
    const outer = path.slice(0, length)
    const schemas = schemasAt(schema, outer)
    if (!schemas.some((one) => one instanceof z.ZodObject)) continue
    if (schemas.some((one) => hasProperty(one, name))) return { above: fullText(outer) }
    const beside = uniqueBelow(schemas, name, path[length], MAX_LEVELS)
    return beside && { below: pathText(beside, valueAt(input, outer), path) }
  }
  return undefined
}

/** Formats the place for a message. `top` is the name of the whole input. */
export function elsewhereText(place: Elsewhere, top = "the top level"): string {
  return "below" in place ? `did you mean ${place.below}?` : `it belongs to ${place.above === "" ? top : place.above}`
}

const hasProperty = (schema: z.core.$ZodType, name: string): boolean =>
  schema instanceof z.ZodObject && Object.hasOwn(schema.shape, name)

/** Searches level by level. Returns the steps to the only object that has the property, without the property `except` of the schemas. */
function uniqueBelow(
  schemas: readonly z.core.$ZodType[],
  name: string,
  except: PropertyKey | undefined,
  levels: number,
): readonly Step[] | undefined {
  let places = schemas.flatMap((schema) => membersOf({ schema, steps: [] })).filter(({ steps }) => steps[0] !== except)
  for (let level = 1; level <= levels; level += 1) {
    const found = places.filter(({ schema }) => hasProperty(schema, name))
    const [first] = found
    if (first !== undefined) return found.length === 1 ? [...first.steps, name] : undefined
    places = places.flatMap(membersOf)
  }
  return undefined
}

/** Returns the objects that an object's properties contain, directly or in lists and maps. */
function membersOf({ schema, steps }: Place): Place[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, member]) =>
    objectsIn({ schema: member, steps: [...steps, name] }),
  )
}

/** Does not follow lazy schemas, which may be recursive. */
function objectsIn({ schema, steps }: Place): Place[] {
  if (schema instanceof z.ZodObject) return [{ schema, steps }]
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => objectsIn({ schema: option, steps }))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return objectsIn({ schema: schema.unwrap(), steps })
  if (schema instanceof z.ZodArray) return objectsIn({ schema: schema.element, steps: [...steps, ANY] })
  if (schema instanceof z.ZodRecord) return objectsIn({ schema: schema.valueType, steps: [...steps, ANY] })
  return []
}

/** Returns the property names that a schema allows at a path. For a union, returns the names of all its alternatives. */
const keysAt = (schema: z.core.$ZodType, path: Path): string[] =>
  schemasAt(schema, path).flatMap((one) => (one instanceof z.ZodObject ? Object.keys(one.shape) : []))

/** Returns the schemas of the value at a path, one for each branch of a union. */
function schemasAt(schema: z.core.$ZodType, path: Path): z.core.$ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => schemasAt(option, path))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodLazy)
    return schemasAt(schema.unwrap(), path)
  const [first, ...rest] = path
  if (first === undefined) return [schema]
  if (schema instanceof z.ZodArray) return schemasAt(schema.element, rest)
  if (schema instanceof z.ZodRecord) return schemasAt(schema.valueType, rest)
  const member = schema instanceof z.ZodObject ? schema.shape[String(first)] : undefined
  return member === undefined ? [] : schemasAt(member, rest)
}

/**
 * Formats the steps below `value`. A map's key is the one that the faulty path has after the same property, or else the first key of the
 * input, or else NAME.
 */
function pathText(steps: readonly Step[], value: unknown, path: Path): string {
  let text = ""
  let inner = value
  let before = ""
  for (const step of steps) {
    const key = step === ANY ? anyKey(inner, before, path) : step
    text += typeof key === "number" ? `[${key}]` : `${text === "" ? "" : "."}${key}`
    inner = valueAt(inner, [key])
    before = String(key)
  }
  return text
}

function anyKey(value: unknown, property: string, path: Path): string | number {
  if (Array.isArray(value)) return 0
  const same = path[path.lastIndexOf(property) + 1]
  if (path.includes(property) && typeof same === "string") return same
  const keys = typeof value === "object" && value !== null ? Object.keys(value) : []
  return keys[0] ?? "NAME"
}

const fullText = (path: Path): string =>
  path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text === "" ? String(key) : `${text}.${String(key)}`),
    "",
  )
