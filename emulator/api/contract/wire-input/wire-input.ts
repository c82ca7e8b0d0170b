import * as z from "zod"
import type { Operation } from "../../../../src/engine/index.ts"
import { defined, oncePer, snakeCase } from "../../../../src/model/index.ts"
import { checksOf, isData, object, parseInput, sharedNameOf } from "../../../../src/model/input/index.ts"
import { formBoolean, queryBoolean, queryInteger } from "../shapes.ts"
import { PATH_PROPERTIES, type PathParameter } from "./path-properties.ts"

/** The part of a request, besides the path, that contains the operation's input properties. */
export type RequestPart = "query" | "body" | "form"

/** Names in requests by input property. Of several names, the first in the request counts. Null if never sent. */
export type WireNames = Readonly<Record<string, string | readonly string[] | null>>

/** The place of an input property in a request. */
export interface Location {
  /** Name of the property; for a nested property, the names from the outermost object to the property. */
  readonly path: readonly [string, ...string[]]
  /** Path parameters that can contain the property. */
  readonly parameters: readonly string[]
  /** Names of the property in the query, body or form, which are read if no path parameter contains the property. */
  readonly names: readonly string[]
}

/** An input property that the operation's `authorize` step needs. */
interface PlaceProperty extends Pick<Location, "parameters" | "names"> {
  readonly property: string
  readonly isRequired: boolean
}

/** The request format that is derived from an operation's declaration. */
export interface WireInput {
  readonly locations: readonly Location[]
  readonly place: readonly PlaceProperty[]
  /** Schema of the query, body or form properties; undefined if the operation has no such properties. */
  readonly schema: z.ZodObject | undefined
  /** Request parts with their schemas, in the order in which the parts are read. */
  readonly schemas: readonly (readonly [RequestPart, z.ZodType])[]
}

interface Facts {
  readonly part: RequestPart
  readonly bodyToo: boolean
  /** Input property whose value is the whole JSON body; undefined if there is no such property. */
  readonly wholeBody: string | undefined
  readonly parameters: readonly string[]
  readonly wire: WireNames
  readonly wireOnly: z.ZodRawShape
}

/** Derives the request format of an operation: where each input property is sent, and the schemas. */
export function wireInputOf(operation: Operation, facts: Facts): WireInput {
  const { part, parameters, wire, wireOnly, wholeBody } = facts
  const { shape } = operation.input()
  const locations: Location[] = []
  const sent: Record<string, z.ZodType> = {}
  const add = (
    path: Location["path"],
    schema: z.ZodType,
    given: string | readonly string[],
    inPath: readonly string[],
  ) => {
    const names = typeof given === "string" ? [given] : given
    for (const name of names) {
      const written = inPart(part, wireSchema(schema))
      sent[name] = (inPath.length > 0 || names.length > 1) && isRequired(written) ? written.optional() : written
    }
    locations.push({ path, names, parameters: inPath })
  }
  for (const [property, schema] of Object.entries(shape) as [string, z.ZodType][]) {
    const nested = Object.keys(wire).filter((key) => key.startsWith(`${property}.`))
    const inPath = parameters.filter((parameter) => propertyOf(parameter, shape) === property)
    const name = wire[property]
    if (nested.length > 0) {
      for (const key of nested) {
        const path = key.split(".") as [string, ...string[]]
        const given = wire[key]
        if (given !== null && given !== undefined) add(path, memberAt(schema, path.slice(1)), given, [])
      }
    } else if (name === null) continue
    else if (inPath.length > 0 && name === undefined)
      locations.push({ path: [property], parameters: inPath, names: [] })
    else add([property], schema, name ?? snakeCase(property), inPath)
  }
  const all = { ...sent, ...wireOnly }
  // A form that consists only of a file also needs a schema.
  const isNeeded = part === "form" || Object.keys(all).length > 0
  const schema = isNeeded ? object(all) : undefined
  const schemas: (readonly [RequestPart, z.ZodType])[] = []
  if (schema !== undefined && (part !== "body" || wholeBody === undefined)) schemas.push([part, schema])
  if (wholeBody !== undefined) schemas.push(["body", shape[wholeBody] as z.ZodType])
  else if (schema !== undefined && facts.bodyToo) schemas.push(["body", schema])
  const place = operation.place.map((property) => {
    const { parameters = [], names = [] } = locations.find(({ path }) => path[0] === property) ?? {}
    return { property, parameters, names, isRequired: isRequired(shape[property] as z.ZodType) }
  })
  return { locations, place, schema, schemas }
}

function propertyOf(parameter: string, shape: object): string | undefined {
  const candidates: readonly string[] = PATH_PROPERTIES[parameter as PathParameter] ?? []
  return candidates.find((property) => property in shape)
}

const isRequired = (schema: z.ZodType): boolean => !schema.safeParse(undefined).success

/** Returns the schema of a nested property. If a containing object is optional, the returned schema is optional. */
function memberAt(schema: z.ZodType, path: readonly string[]): z.ZodType {
  const [first, ...rest] = path
  if (first === undefined) return schema
  if (schema instanceof z.ZodOptional) {
    const member = memberAt(schema.unwrap() as z.ZodType, path)
    return isRequired(member) ? member.optional() : member
  }
  const member = schema instanceof z.ZodObject ? schema.shape[first] : undefined
  if (member === undefined) throw new Error(`the input schema has no property ${first}`)
  return memberAt(member, rest)
}

/** Returns a schema that parses a query or form property from a string. Body schemas are returned unchanged. */
function inPart(part: RequestPart, schema: z.ZodType): z.ZodType {
  if (part === "body") return schema
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema
  const boolean = part === "query" ? queryBoolean : formBoolean
  const text = inner instanceof z.ZodBoolean ? boolean() : inner instanceof z.ZodNumber ? queryInteger() : undefined
  if (text === undefined) return schema
  const description = schema.description ?? inner.description
  return description === undefined ? text : text.describe(description)
}

/** Assembles an operation's input from path parameters and sent properties. Absent properties are left out. */
export function assemble(
  { locations }: WireInput,
  params: Readonly<Record<string, string>>,
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const { path, parameters, names } of locations) {
    const value = firstOf(parameters, params) ?? firstOf(names, sent)
    if (value === undefined) continue
    const [property, ...rest] = path
    if (rest.length === 0) input[property] = value
    else putAt(input, path, value)
  }
  return input
}

function firstOf(names: readonly string[], values: Readonly<Record<string, unknown>>): unknown {
  for (const name of names) if (values[name] !== undefined) return values[name]
  return undefined
}

function putAt(input: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at = input
  for (const name of path.slice(0, -1)) {
    at[name] ??= {}
    at = at[name] as Record<string, unknown>
  }
  at[path.at(-1) ?? ""] = value
}

/** Returns whether the path contains all properties that `authorize` needs. */
export const isPlacedByPath = ({ place }: WireInput, params: Readonly<Record<string, string>>): boolean =>
  place.every(({ parameters }) => firstOf(parameters, params) !== undefined)

/** Reads the properties that `authorize` needs; undefined if a required one is absent. Invalid values count as absent. */
export function placeOf(
  { place, schema }: WireInput,
  params: Readonly<Record<string, string>>,
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const read: Record<string, unknown> = {}
  for (const { property, parameters, names, isRequired } of place) {
    const value = firstOf(parameters, params) ?? fittingOf(names, schema, sent)
    if (value !== undefined) read[property] = value
    else if (isRequired) return undefined
  }
  return read
}

function fittingOf(names: readonly string[], schema: z.ZodObject | undefined, sent: Readonly<Record<string, unknown>>) {
  for (const name of names) {
    const value = sent[name] ?? undefined
    const property = value === undefined ? undefined : schema?.shape[name]
    const parsed = property && parseInput(property, value)
    if (parsed?.success === true && parsed.data !== undefined) return parsed.data
  }
  return undefined
}

/** Names in requests that differ from snake_case, by name of the schema, which several operations share. */
const SHARED_WIRE_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  RelatedEntry: { itemId: "i_id" },
}

/** Converts an input schema to a schema with snake_case names. Returns a schema without objects unchanged. */
export const wireSchema = oncePer(makeWireSchema)

function makeWireSchema(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return wireObject(schema)
  if (schema instanceof z.ZodOptional)
    return wrapSchema(schema, schema.unwrap() as z.ZodType, (inner) => inner.optional())
  if (schema instanceof z.ZodNullable)
    return wrapSchema(schema, schema.unwrap() as z.ZodType, (inner) => inner.nullable())
  if (schema instanceof z.ZodLazy) return z.lazy(() => wireSchema(schema.unwrap() as z.ZodType))
  if (schema instanceof z.ZodArray) {
    return wrapSchema(schema, schema.element as z.ZodType, (element) => z.array(element).check(...checksOf(schema)))
  }
  if (schema instanceof z.ZodRecord) {
    const ofValues = (value: z.ZodType) =>
      z
        .record(z.string(), value)
        .check(...checksOf(schema))
        .meta(schema.meta() ?? {})
    return wrapSchema(schema, schema.valueType as z.ZodType, ofValues)
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
  const wire = z.object(shape).transform((read) => {
    const input: Record<string, unknown> = {}
    for (const [wireName, value] of Object.entries(read)) {
      if (value !== undefined) input[renamed[wireName] ?? wireName] = value
    }
    return input
  })
  z.globalRegistry.add(wire, { ...schema.meta(), ...defined({ id: name }) })
  return wire
}

const wrapSchema = (schema: z.ZodType, inner: z.ZodType, wrap: (wire: z.ZodType) => z.ZodType): z.ZodType => {
  const wire = wireSchema(inner)
  return wire === inner && !(inner instanceof z.ZodObject) ? schema : describedAs(schema, wrap(wire))
}

/** Copies the description of `schema` to `wire`. */
function describedAs(schema: z.ZodType, wire: z.ZodType): z.ZodType {
  const { description } = schema
  const described = description === undefined || description === wire.description ? wire : wire.describe(description)
  if (isData(schema)) throw new Error("a schema that accepts null must not rename its properties")
  return described
}
