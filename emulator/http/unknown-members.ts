import * as z from "zod"
import { invalidParams, nearest } from "../../src/inside.ts"
import { TEMPLATE_NAMES } from "../contract/shapes.ts"
import { findingOf } from "./check.ts"

/** A member that nobody reads. */
interface Stray {
  readonly path: readonly (string | number)[]
  /** The member that was probably meant. */
  readonly meant: string | undefined
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
      yield { path: [...path, name], meant: nearest(name, known) }
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
