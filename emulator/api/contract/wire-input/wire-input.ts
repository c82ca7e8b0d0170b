import * as z from "zod"
import { type Operation, object } from "../../../../src/inside.ts"
import { formBoolean, queryBoolean, queryInteger } from "../../../contract/shapes.ts"
import { PATH_PROPERTIES, type PathParameter } from "../../../contract/wire-input/path-properties.ts"
import { snakeCase, wireSchema } from "../../../contract/wire-input/wire-schema.ts"

/** The part of a request, besides its path, that an operation's properties are in. */
export type RequestPart = "query" | "body" | "form"

/** Irregular wire names: one, several of which the first that is sent counts, or null where the wire has none. */
export type WireNames = Readonly<Record<string, string | readonly string[] | null>>

/** Where a property of an input is in a request. */
export interface Location {
  /** The property, or the way to one within it. */
  readonly path: readonly [string, ...string[]]
  /** Path parameters that give it. */
  readonly parameters: readonly string[]
  /** Names in the part that give it where no path parameter does. */
  readonly names: readonly string[]
}

/** What follows from a declaration for its requests. */
export interface WireInput {
  readonly locations: readonly Location[]
  /** Schema of query, body or form; undefined where the operation takes nothing there. */
  readonly schema: z.ZodObject | undefined
}

interface Facts {
  readonly part: RequestPart
  readonly parameters: readonly string[]
  readonly wire: WireNames
  readonly wireOnly: z.ZodRawShape
}

/** Finds the place in a request of each property of an operation's input. */
export function wireInputOf(operation: Operation, { part, parameters, wire, wireOnly }: Facts): WireInput {
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
  // A form is read even where all it has is a file.
  const isNeeded = part === "form" || Object.keys(all).length > 0
  return { locations, schema: isNeeded ? object(all) : undefined }
}

function propertyOf(parameter: string, shape: object): string | undefined {
  const candidates: readonly string[] = PATH_PROPERTIES[parameter as PathParameter] ?? []
  return candidates.find((property) => property in shape)
}

export const isRequired = (schema: z.ZodType): boolean => !schema.safeParse(undefined).success

/** A property within an object, which is optional where anything around it is. */
function memberAt(schema: z.ZodType, path: readonly string[]): z.ZodType {
  const [first, ...rest] = path
  if (first === undefined) return schema
  if (schema instanceof z.ZodOptional) {
    const member = memberAt(schema.unwrap() as z.ZodType, path)
    return isRequired(member) ? member.optional() : member
  }
  const member = schema instanceof z.ZodObject ? schema.shape[first] : undefined
  if (member === undefined) throw new Error(`an input has no ${first}`)
  return memberAt(member, rest)
}

/** Queries and forms are text. */
function inPart(part: RequestPart, schema: z.ZodType): z.ZodType {
  if (part === "body") return schema
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema
  const boolean = part === "query" ? queryBoolean : formBoolean
  const text = inner instanceof z.ZodBoolean ? boolean() : inner instanceof z.ZodNumber ? queryInteger() : undefined
  if (text === undefined) return schema
  const description = schema.description ?? inner.description
  return description === undefined ? text : text.describe(description)
}

/** The input that a request's parts give, but for the properties that the wire has no name for. */
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

/**
 * The place of a request, read by the schemas that read the whole later: a property that does not fit counts as absent. Undefined where
 * one is absent that must be there; the whole is then refused before anything is authorized.
 */
export function placeOf(
  operation: Operation,
  { locations, schema }: WireInput,
  params: Readonly<Record<string, string>>,
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const { shape } = operation.input()
  const place: Record<string, unknown> = {}
  for (const property of operation.place) {
    const at = locations.find(({ path }) => path[0] === property)
    const value = at && (firstOf(at.parameters, params) ?? fittingOf(at.names, schema, sent))
    if (value !== undefined) place[property] = value
    else if (isRequired(shape[property] as z.ZodType)) return undefined
  }
  return place
}

function fittingOf(names: readonly string[], schema: z.ZodObject | undefined, sent: Readonly<Record<string, unknown>>) {
  for (const name of names) {
    const value = (schema?.shape[name] as z.ZodType | undefined)?.safeParse(sent[name] ?? undefined).data
    if (value !== undefined) return value
  }
  return undefined
}
