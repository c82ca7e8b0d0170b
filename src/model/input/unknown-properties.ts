import * as z from "zod"
import { invalidParams } from "../error.ts"
import { nearest } from "../strings/options.ts"
import { findingOf } from "./parse.ts"
import { TEMPLATE_NAMES } from "./schemas.ts"

interface Unknown {
  /** The object that contains the unknown property, and the object's schema shape. */
  readonly owner: Owner
  readonly path: readonly (string | number)[]
  readonly meant: string | undefined
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
  for (const { path, owner } of unknownIn(schema, input, [])) {
    const name = String(path.at(-1))
    if (isReturned(owner, name)) continue
    const place = path
      .slice(0, -1)
      .reduce((text, step) => text + (typeof step === "number" ? `[${step}]` : `.${step}`), operation)
    const open = Object.keys(owner.shape).filter((one) => Reflect.get(owner.input, one) === undefined)
    const near = name === "values" && "item" in owner.shape ? "item" : nearest(name.replaceAll("_", ""), open)
    const advice = near === undefined ? `allowed: ${propertyNames(owner.shape)}` : `did you mean ${near}?`
    throw new UnknownProperty(`unknown property ${name} of ${place}; ${advice}`)
  }
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
  const found = firstOf(unknownIn(schema, input, []))
  if (found.length === 0) return
  const mistakes = found.map(({ path, meant }) => ({
    place: [where, ...path].join("."),
    member: path.join("."),
    why: `unknown member${meant === undefined ? "" : `; did you mean ${meant}?`}`,
  }))
  throw invalidParams(mistakes.map(({ place, why }) => `${place}: ${why}`).join("; "), {
    findings: mistakes.map(findingOf),
  })
}

function firstOf(properties: Iterable<Unknown>): Unknown[] {
  const first: Unknown[] = []
  for (const property of properties) {
    first.push(property)
    if (first.length === MAX_REPORTED) break
  }
  return first
}

function* unknownIn(schema: z.core.$ZodType, input: unknown, path: Unknown["path"]): Generator<Unknown> {
  if (schema instanceof z.ZodObject) yield* unknownOfObject(schema, input, path)
  else if (schema instanceof z.ZodArray) {
    if (!Array.isArray(input)) return
    for (const [at, one] of input.entries()) yield* unknownIn(schema.element, one, [...path, at])
  } else if (schema instanceof z.ZodRecord) {
    for (const [name, value] of membersOf(input)) yield* unknownIn(schema.valueType, value, [...path, name])
  } else if (schema instanceof z.ZodUnion) yield* unknownOfUnion(schema.options, input, path)
  else if (schema instanceof z.ZodPipe) {
    yield* unknownIn(schema.in instanceof z.ZodTransform ? schema.out : schema.in, input, path)
  } else if (isWrapper(schema)) yield* unknownIn(schema.unwrap(), input, path)
}

const isWrapper = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodLazy ||
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodDefault ||
  schema instanceof z.ZodPrefault ||
  schema instanceof z.ZodReadonly

function* unknownOfObject({ shape, def }: z.ZodObject, input: unknown, path: Unknown["path"]): Generator<Unknown> {
  const known = Object.keys(shape)
  // The service's documentation has two names for the template ID; both are accepted.
  const isTemplate = TEMPLATE_NAMES.some((name) => known.includes(name))
  for (const [name, value] of membersOf(input)) {
    const member: unknown = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (member instanceof z.ZodType) yield* unknownIn(member, value, [...path, name])
    else if (def.catchall === undefined && !(isTemplate && TEMPLATE_NAMES.some((one) => one === name)))
      yield { path: [...path, name], meant: nearest(name, known), owner: { shape, input: input as object } }
  }
}

/** Returns the unknown properties according to the matching union branch that has the fewest of them. */
function unknownOfUnion(options: readonly z.core.$ZodType[], input: unknown, path: Unknown["path"]): Unknown[] {
  const found = options.flatMap((option) =>
    option instanceof z.ZodType && option.safeParse(input).success ? [firstOf(unknownIn(option, input, path))] : [],
  )
  return found.sort((left, right) => left.length - right.length)[0] ?? []
}

const membersOf = (input: unknown): [string, unknown][] =>
  typeof input === "object" && input !== null && !Array.isArray(input) ? Object.entries(input) : []
