import * as z from "zod"
import { invalidParams } from "../error.ts"
import { nearest } from "../strings/options.ts"
import { findingOf } from "./parse.ts"
import { isObject, lazy, TEMPLATE_NAMES, templateNamesOf } from "./schemas.ts"

interface Unknown {
  /** The object that contains the unknown property, and the object's schema shape. */
  readonly owner: Owner
  readonly path: readonly (string | number)[]
}

/** Properties of returned items. Calls accept and ignore them, so that callers can send back a changed item. */
const RETURNED_PROPERTIES: readonly string[] = [
  ...["itemId", "title", "revNo", "status", "values", "createdAt", "createdBy", "updatedAt", "updatedBy"],
  ...["dId", "pId", "sId", "actions", "unread", "historyId", "findings", "item", "lookups", "linkedItems"],
]

/** Thrown if an in-process call has a property that the operation does not define. */
export class UnknownProperty extends TypeError {
  /** Set explicitly, because minifiers rename classes and would change the default name. */
  static override readonly name: string = "TypeError"
  constructor(message: string) {
    super(message)
    this.name = "TypeError"
  }
}

/** Throws if the input of an in-process call has an unknown property, which would otherwise be silently ignored. */
export function requireKnown(operation: string, schema: z.ZodObject, input: unknown): void {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new UnknownProperty(
      `${operation} expects an object with ${propertyNames(schema.shape)}, received ${kindOf(input)}`,
    )
  }
  const [unknown] = findUnknown(schema, input, isReturned)
  if (unknown === undefined) return
  const { path, owner } = unknown
  const name = String(path.at(-1))
  const place = path
    .slice(0, -1)
    .reduce((text, step) => text + (typeof step === "number" ? `[${step}]` : `.${step}`), operation)
  const open = Object.keys(owner.shape).filter((one) => Reflect.get(owner.input, one) === undefined)
  const near = name === "values" && "item" in owner.shape ? "item" : nearest(name.replaceAll("_", ""), open)
  const advice = near === undefined ? `allowed: ${propertyNames(owner.shape)}` : `did you mean ${near}?`
  throw new UnknownProperty(`unknown property ${name} of ${place}; ${advice}`)
}

export const absentProperty = ({ shape }: z.ZodObject, input: unknown): string | undefined =>
  typeof input !== "object" || input === null
    ? undefined
    : Object.entries(shape).find(
        ([name, schema]) =>
          (Reflect.get(input, name) ?? undefined) === undefined && !schema.safeParse(undefined).success,
      )?.[0]

function isReturned({ shape, input }: Owner, name: string): boolean {
  if (!RETURNED_PROPERTIES.includes(name)) return false
  const isGiven = (property: string) => Reflect.get(input, property) !== undefined
  const isWhole = Object.entries(shape).every(
    ([property, schema]) => isGiven(property) || z.safeParse(schema, undefined).success,
  )
  return isWhole && (name !== "values" || !("item" in shape) || isGiven("item") || isGiven("changes"))
}

const MOST_NAMED = 8

/** Returns property names for a message, required properties first. */
function propertyNames(shape: Owner["shape"]): string {
  const isOptional = (schema: z.core.$ZodType) => Number(z.safeParse(schema, undefined).success)
  const names = Object.entries(shape)
    .toSorted(([, left], [, right]) => isOptional(left) - isOptional(right))
    .map(([name]) => name)
  if (names.length === 0) return "no properties"
  return `${names.slice(0, MOST_NAMED).join(", ")}${names.length > MOST_NAMED ? ", …" : ""}`
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return "an array"
  return typeof value === "string" ? JSON.stringify(value.slice(0, 60)) : `the ${typeof value} ${String(value)}`
}

interface Owner {
  readonly shape: Readonly<Record<string, z.core.$ZodType>>
  readonly input: object
}

const MAX_REPORTED = 20

/**
 * Throws INVALID_PARAMS with up to 20 unknown properties (control.md section 1, "strict"). `input` must match the schema.
 */
export function refuseUnknown(schema: z.ZodType, input: unknown, where: string): void {
  const found = findUnknown(schema, input)
  if (found.length === 0) return
  const mistakes = found.map(({ path, owner }) => {
    const meant = nearest(String(path.at(-1)), Object.keys(owner.shape))
    return {
      place: [where, ...path].join("."),
      member: path.join("."),
      why: `unknown member${meant === undefined ? "" : `; did you mean ${meant}?`}`,
    }
  })
  throw invalidParams(mistakes.map(({ place, why }) => `${place}: ${why}`).join("; "), {
    findings: mistakes.map(findingOf),
  })
}

/** Finds up to `MAX_REPORTED` unknown properties, without those that `isAccepted` accepts. */
function findUnknown(
  schema: z.core.$ZodType,
  input: unknown,
  isAccepted: Search["isAccepted"] = () => false,
): Unknown[] {
  const search: Search = { found: [], isAccepted }
  finderOf(schema)?.(input, [], search)
  return search.found.slice(0, MAX_REPORTED)
}

interface Search {
  readonly found: Unknown[]
  readonly isAccepted: (owner: Owner, name: string) => boolean
}

type Find = (input: unknown, path: Unknown["path"], search: Search) => void

const isFull = ({ found }: Search): boolean => found.length >= MAX_REPORTED

const finders = new WeakMap<z.core.$ZodType, Find | null>()

/** Returns the function that finds unknown properties in inputs of a schema. Returns null if such inputs contain no objects. */
function finderOf(schema: z.core.$ZodType): Find | null {
  const known = finders.get(schema)
  if (known !== undefined) return known
  const made = makeFinder(schema)
  finders.set(schema, made)
  return made
}

function makeFinder(schema: z.core.$ZodType): Find | null {
  if (schema instanceof z.ZodObject) return finderInObject(schema)
  if (schema instanceof z.ZodArray) return finderInList(schema)
  if (schema instanceof z.ZodRecord) return finderInMap(schema)
  if (schema instanceof z.ZodUnion) return finderInUnion(schema)
  if (schema instanceof z.ZodPipe) return finderOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in)
  // A recursive schema refers to itself through a lazy one, so that one is only followed when an input is there.
  if (schema instanceof z.ZodLazy) return (input, path, search) => finderOf(schema.unwrap())?.(input, path, search)
  return isWrapper(schema) ? finderOf(schema.unwrap()) : null
}

const isWrapper = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodDefault ||
  schema instanceof z.ZodPrefault ||
  schema instanceof z.ZodReadonly

function finderInObject({ shape, def }: z.ZodObject): Find {
  const inMembers = lazy(() => new Map(Object.entries(shape).map(([name, member]) => [name, finderOf(member)])))
  // The service's documentation has two names for the template ID; both are accepted.
  const isTemplate = templateNamesOf(shape) !== undefined
  const isKnown = (name: string) => isTemplate && TEMPLATE_NAMES.some((one) => one === name)
  return (input, path, search) => {
    if (!isObject(input)) return
    const finds = inMembers()
    for (const name in input) {
      if (isFull(search)) return
      const find = finds.get(name)
      if (find) find(input[name], [...path, name], search)
      if (find !== undefined || def.catchall !== undefined || isKnown(name)) continue
      const owner = { shape, input }
      if (!search.isAccepted(owner, name)) search.found.push({ path: [...path, name], owner })
    }
  }
}

function finderInList({ element }: z.ZodArray): Find | null {
  const find = finderOf(element)
  if (find === null) return null
  return (input, path, search) => {
    if (!Array.isArray(input)) return
    for (const [at, one] of input.entries()) {
      if (isFull(search)) return
      find(one, [...path, at], search)
    }
  }
}

function finderInMap({ valueType }: z.ZodRecord): Find | null {
  const find = finderOf(valueType)
  if (find === null) return null
  return (input, path, search) => {
    if (!isObject(input)) return
    for (const name in input) {
      if (isFull(search)) return
      find(input[name], [...path, name], search)
    }
  }
}

/** Reports the unknown properties according to the matching branch that has the fewest of them. */
function finderInUnion({ options }: z.ZodUnion): Find | null {
  if (options.every((option) => finderOf(option) === null)) return null
  return (input, path, search) => {
    if (typeof input !== "object" || input === null) return
    const found = options
      .filter((option) => z.safeParse(option, input).success)
      .map((option) => {
        const within: Search = { ...search, found: [] }
        finderOf(option)?.(input, path, within)
        return within.found
      })
    search.found.push(...(found.sort((left, right) => left.length - right.length)[0] ?? []))
  }
}
