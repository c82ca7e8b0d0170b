import * as z from "zod"
import { invalidParams } from "../error.ts"
import { nearest } from "../../texts/nearest.ts"
import { findingOf } from "../../input/check.ts"
import { TEMPLATE_NAMES } from "./schemas.ts"

/** A member that nobody reads. */
interface Stray {
  /** The object that has it, and the schema of that. */
  readonly owner: Owner
  readonly path: readonly (string | number)[]
  /** The member that was probably meant. */
  readonly meant: string | undefined
}

/** The properties of an item that is answered: a caller who sends an answer back, changed, means no harm by these. */
const ANSWERED: readonly string[] = [
  ...["itemId", "title", "revNo", "status", "values", "createdAt", "createdBy", "updatedAt", "updatedBy"],
  ...["dId", "pId", "sId", "actions", "unread", "historyId", "findings", "item", "lookups", "linkedItems"],
]

/** Of a call in process that has a property its operation does not know. */
export class UnknownProperty extends TypeError {
  /** The name that is printed, minified or not. */
  static override readonly name: string = "TypeError"
  constructor(message: string) {
    super(message)
    this.name = "TypeError"
  }
}

/**
 * Refuses an input in process that has a property which its schema does not: the operation would do something else than was meant, and
 * nobody would notice.
 */
export function requireKnown(operation: string, schema: z.ZodObject, input: unknown): void {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new UnknownProperty(`${operation} expects an object with ${listed(schema.shape)}, got ${kindOf(input)}`)
  }
  for (const { path, owner } of straysIn(schema, input, [])) {
    const name = String(path.at(-1))
    if (isAnswered(owner, name)) continue
    const place = path
      .slice(0, -1)
      .reduce((text, step) => text + (typeof step === "number" ? `[${step}]` : `.${step}`), operation)
    const open = Object.keys(owner.shape).filter((one) => Reflect.get(owner.input, one) === undefined)
    const near = name === "values" && "item" in owner.shape ? "item" : nearest(name.replaceAll("_", ""), open)
    const advice = near === undefined ? `it takes ${listed(owner.shape)}` : `did you mean ${near}?`
    throw new UnknownProperty(`unknown property ${name} of ${place}; ${advice}`)
  }
}

/** The first property that must be there and is not. */
export const absentProperty = ({ shape }: z.ZodObject, input: unknown): string | undefined =>
  typeof input !== "object" || input === null
    ? undefined
    : Object.entries(shape).find(
        ([name, schema]) =>
          (Reflect.get(input, name) ?? undefined) === undefined && !schema.safeParse(undefined).success,
      )?.[0]

/** Whether an unknown property comes of an answer that is sent back. */
function isAnswered({ shape, input }: Owner, name: string): boolean {
  if (!ANSWERED.includes(name)) return false
  const isGiven = (property: string) => Reflect.get(input, property) !== undefined
  const isWhole = Object.entries(shape).every(
    ([property, schema]) => isGiven(property) || z.safeParse(schema, undefined).success,
  )
  return isWhole && (name !== "values" || !("item" in shape) || isGiven("item") || isGiven("changes"))
}

const MOST_NAMED = 8

/** The properties of an object, those that must be there first. */
function listed(shape: Owner["shape"]): string {
  const isOptional = (schema: z.core.$ZodType) => Number(z.safeParse(schema, undefined).success)
  const names = Object.entries(shape)
    .toSorted(([, left], [, right]) => isOptional(left) - isOptional(right))
    .map(([name]) => name)
  if (names.length === 0) return "nothing"
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

/** Of so many strays the rest is not told. */
const MOST = 20

/**
 * Refuses what a lenient schema takes and passes over (control.md section 1, "strict"), as INVALID_PARAMS with a finding for each
 * member. `input` fits the schema.
 */
export function refuseUnknown(schema: z.ZodType, input: unknown, where: string): void {
  const strays = firstOf(straysIn(schema, input, []))
  if (strays.length === 0) return
  const told = strays.map(({ path, meant }) => ({
    place: [where, ...path].join("."),
    member: path.join("."),
    why: `unknown member${meant === undefined ? "" : `; did you mean ${meant}?`}`,
  }))
  throw invalidParams(told.map(({ place, why }) => `${place}: ${why}`).join("; "), { findings: told.map(findingOf) })
}

function firstOf(strays: Iterable<Stray>): Stray[] {
  const first: Stray[] = []
  for (const stray of strays) {
    first.push(stray)
    if (first.length === MOST) break
  }
  return first
}

function* straysIn(schema: z.core.$ZodType, input: unknown, path: Stray["path"]): Generator<Stray> {
  if (schema instanceof z.ZodObject) yield* straysOfObject(schema, input, path)
  else if (schema instanceof z.ZodArray) {
    if (!Array.isArray(input)) return
    for (const [at, one] of input.entries()) yield* straysIn(schema.element, one, [...path, at])
  } else if (schema instanceof z.ZodRecord) {
    for (const [name, value] of membersOf(input)) yield* straysIn(schema.valueType, value, [...path, name])
  } else if (schema instanceof z.ZodUnion) yield* straysOfUnion(schema.options, input, path)
  else if (schema instanceof z.ZodPipe) {
    yield* straysIn(schema.in instanceof z.ZodTransform ? schema.out : schema.in, input, path)
  } else if (isWrapper(schema)) yield* straysIn(schema.unwrap(), input, path)
}

const isWrapper = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodLazy ||
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodDefault ||
  schema instanceof z.ZodPrefault ||
  schema instanceof z.ZodReadonly

function* straysOfObject({ shape, def }: z.ZodObject, input: unknown, path: Stray["path"]): Generator<Stray> {
  const known = Object.keys(shape)
  // Documents of the service spell it in two ways; either is taken for the other.
  const isTemplate = TEMPLATE_NAMES.some((name) => known.includes(name))
  for (const [name, value] of membersOf(input)) {
    const member: unknown = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (member instanceof z.ZodType) yield* straysIn(member, value, [...path, name])
    else if (def.catchall === undefined && !(isTemplate && TEMPLATE_NAMES.some((one) => one === name)))
      yield { path: [...path, name], meant: nearest(name, known), owner: { shape, input: input as object } }
  }
}

/** Of the branches that take the input, the one that passes over least. */
function straysOfUnion(options: readonly z.core.$ZodType[], input: unknown, path: Stray["path"]): Stray[] {
  const found = options.flatMap((option) =>
    option instanceof z.ZodType && option.safeParse(input).success ? [firstOf(straysIn(option, input, path))] : [],
  )
  return found.sort((left, right) => left.length - right.length)[0] ?? []
}

const membersOf = (input: unknown): [string, unknown][] =>
  typeof input === "object" && input !== null && !Array.isArray(input) ? Object.entries(input) : []
