import * as z from "zod"
import { invalidParams } from "../error.ts"
import { nearest } from "../strings/options.ts"
import { type Elsewhere, elsewhereText, suggestPlace, type UnknownProperty } from "./misplaced.ts"
import { findingOf } from "./parse.ts"
import { isObject, lazy, TEMPLATE_NAMES, templateNamesOf } from "./schemas.ts"
import { walkerOf } from "./walker.ts"

interface Unknown {
  /** The object that contains the unknown property, and the object's schema shape. */
  readonly owner: Owner
  readonly path: readonly (string | number)[]
}

/** Properties of returned items that are no inputs of most operations. */
const RETURNED_PROPERTIES: readonly string[] = [
  ...["itemId", "title", "revNo", "status", "values", "createdAt", "createdBy", "updatedAt", "updatedBy"],
  ...["dId", "pId", "sId", "actions", "unread", "historyId", "findings", "item", "lookupItems", "linkedItems"],
  ...["links", "lookups", "did", "logs", "preResult", "asResult"],
]

export const isReturnedProperty = (name: string): boolean => RETURNED_PROPERTIES.includes(name)

/**
 * Returns what is wrong with the input of an in-process call: it is no object, or it has a property that would otherwise be silently
 * ignored. Undefined if nothing is wrong.
 */
export function unknownInput(operation: string, schema: z.ZodObject, input: unknown): string | undefined {
  if (typeof input !== "object" || input === null || Array.isArray(input))
    return `${operation} expects an object with ${propertyNames(schema.shape)}, received ${kindOf(input)}`
  const [unknown] = findUnknown(schema, input, isOfReference)
  if (unknown === undefined) return undefined
  const { path, owner } = unknown
  const name = String(path.at(-1))
  const place = path
    .slice(0, -1)
    .reduce((text, step) => text + (typeof step === "number" ? `[${step}]` : `.${step}`), operation)
  const advice = adviceFor(name, owner.shape)
  if (advice !== undefined) return `${name} is not an input of ${place}; ${advice}`
  const open = Object.keys(owner.shape).filter((one) => Reflect.get(owner.input, one) === undefined)
  const meant = meantBy(name, { schema, path: path.slice(0, -1), input, known: open }, owner)
  if (meant !== undefined) return `unknown property ${name} of ${place}; ${elsewhereText(meant, operation)}`
  const allowed = `allowed: ${propertyNames(owner.shape)}`
  return isReturnedProperty(name)
    ? `${name} is not an input of ${place}; ${allowed}`
    : `unknown property ${name} of ${place}; ${allowed}`
}

const camelCase = (name: string): string => name.replaceAll(/_+([a-z])/g, (_, letter: string) => letter.toUpperCase())

function meantBy(name: string, where: Omit<UnknownProperty, "name">, { shape }: Owner): Elsewhere | undefined {
  if (name === "values" && "item" in shape) return { below: "item" }
  const spelled = camelCase(name)
  if (!isReturnedProperty(name)) return suggestPlace({ ...where, name: spelled })
  const similar = nearest(spelled, where.known ?? [])
  return similar === undefined ? undefined : { below: similar }
}

/** Says how to get the effect that a property of a returned item suggests. Undefined if no input has such an effect. */
function adviceFor(name: string, shape: Owner["shape"]): string | undefined {
  if ("item" in shape) {
    if (name === "status" || name === "sId") return "executeAction changes it"
    if (name === "title") return "it follows from the values of item"
  }
  return "conditions" in shape && SEARCHABLE_PROPERTIES.includes(name) ? "search for it with conditions" : undefined
}

const SEARCHABLE_PROPERTIES = ["title", "status", "values", "createdAt", "createdBy", "updatedAt", "updatedBy"]

export const absentProperty = ({ shape }: z.ZodObject, input: unknown): string | undefined =>
  typeof input !== "object" || input === null
    ? undefined
    : Object.entries(shape).find(
        ([name, schema]) =>
          (Reflect.get(input, name) ?? undefined) === undefined && !schema.safeParse(undefined).success,
      )?.[0]

/** Returned items are accepted as references to items: an object that takes an item's ID and datastore ignores the other properties. */
const isOfReference = ({ shape, input }: Owner, name: string): boolean =>
  isReturnedProperty(name) && Object.keys(shape).sort().join() === "datastore,itemId" && "itemId" in input

const MAX_NAMES = 8

/** Returns property names for a message, required properties first. */
function propertyNames(shape: Owner["shape"]): string {
  const isOptional = (schema: z.core.$ZodType) => Number(z.safeParse(schema, undefined).success)
  const names = Object.entries(shape)
    .toSorted(([, left], [, right]) => isOptional(left) - isOptional(right))
    .map(([name]) => name)
  if (names.length === 0) return "no properties"
  return `${names.slice(0, MAX_NAMES).join(", ")}${names.length > MAX_NAMES ? ", …" : ""}`
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
    const name = String(path.at(-1))
    const meant = suggestPlace({ schema, path: path.slice(0, -1), name, input, known: Object.keys(owner.shape) })
    return {
      place: [where, ...path].join("."),
      member: path.join("."),
      why: `unknown member${meant === undefined ? "" : `; ${elsewhereText(meant)}`}`,
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
  finderOf(schema)(input, [], search)
  return search.found.slice(0, MAX_REPORTED)
}

interface Search {
  readonly found: Unknown[]
  readonly isAccepted: (owner: Owner, name: string) => boolean
}

type Find = (input: unknown, path: Unknown["path"], search: Search) => void

const isFull = ({ found }: Search): boolean => found.length >= MAX_REPORTED

const NOTHING: Find = () => {}

/** Returns the function that finds unknown properties in inputs of a schema; `NOTHING` if such inputs contain no objects. */
const finderOf = walkerOf<Find>({
  object: finderInObject,
  list: ({ element }, of) => finderInElements(of(element), (input) => (Array.isArray(input) ? input.entries() : [])),
  map: ({ valueType }, of) =>
    finderInElements(of(valueType), (input) => (isObject(input) ? Object.entries(input) : [])),
  union: finderInUnion,
  pipe: (schema, of) => of(schema.in instanceof z.ZodTransform ? schema.out : schema.in),
  wrapper: (schema, of) => of(schema.unwrap()),
  leaf: () => NOTHING,
})

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
      if (find !== undefined) find(input[name], [...path, name], search)
      if (find !== undefined || def.catchall !== undefined || isKnown(name)) continue
      const owner = { shape, input }
      if (!search.isAccepted(owner, name)) search.found.push({ path: [...path, name], owner })
    }
  }
}

function finderInElements(
  find: Find,
  elementsOf: (input: unknown) => Iterable<readonly [string | number, unknown]>,
): Find {
  if (find === NOTHING) return NOTHING
  return (input, path, search) => {
    for (const [at, element] of elementsOf(input)) {
      if (isFull(search)) return
      find(element, [...path, at], search)
    }
  }
}

/** Reports the unknown properties according to the matching branch that has the fewest of them. */
function finderInUnion({ options }: z.ZodUnion): Find {
  if (options.every((option) => finderOf(option) === NOTHING)) return NOTHING
  return (input, path, search) => {
    if (typeof input !== "object" || input === null) return
    const found = options
      .filter((option) => z.safeParse(option, input).success)
      .map((option) => {
        const within: Search = { ...search, found: [] }
        finderOf(option)(input, path, within)
        return within.found
      })
    search.found.push(...(found.sort((left, right) => left.length - right.length)[0] ?? []))
  }
}
