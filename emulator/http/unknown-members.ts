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
  const strays = straysIn(schema, input, [])
  if (strays.length === 0) return
  const told = strays.slice(0, MOST).map(({ path, meant }) => ({
    place: [where, ...path].join("."),
    member: path.join("."),
    why: `unknown member${meant === undefined ? "" : `; did you mean ${meant}?`}`,
  }))
  throw invalidParams(told.map(({ place, why }) => `${place}: ${why}`).join("; "), { findings: told.map(findingOf) })
}

function straysIn(schema: z.core.$ZodType, input: unknown, path: Stray["path"]): Stray[] {
  if (schema instanceof z.ZodObject) return straysOfObject(schema, input, path)
  if (schema instanceof z.ZodArray) {
    return Array.isArray(input) ? input.flatMap((one: unknown, at) => straysIn(schema.element, one, [...path, at])) : []
  }
  if (schema instanceof z.ZodRecord) {
    return membersOf(input).flatMap(([name, value]) => straysIn(schema.valueType, value, [...path, name]))
  }
  if (schema instanceof z.ZodUnion) return straysOfUnion(schema.options, input, path)
  if (schema instanceof z.ZodPipe) {
    return straysIn(schema.in instanceof z.ZodTransform ? schema.out : schema.in, input, path)
  }
  if (schema instanceof z.ZodLazy) return straysIn(schema.unwrap(), input, path)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return straysIn(schema.unwrap(), input, path)
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodReadonly) {
    return straysIn(schema.unwrap(), input, path)
  }
  return []
}

function straysOfObject({ shape, def }: z.ZodObject, input: unknown, path: Stray["path"]): Stray[] {
  const known = Object.keys(shape)
  // Documents of the service spell it in two ways; either is taken for the other.
  const isTemplate = TEMPLATE_NAMES.some((name) => known.includes(name))
  return membersOf(input).flatMap(([name, value]) => {
    const member: unknown = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (member instanceof z.ZodType) return straysIn(member, value, [...path, name])
    if (def.catchall !== undefined || (isTemplate && TEMPLATE_NAMES.some((one) => one === name))) return []
    return [{ path: [...path, name], meant: nearest(name, known) }]
  })
}

/** Of the branches that take the input, the one that passes over least. */
function straysOfUnion(options: readonly z.core.$ZodType[], input: unknown, path: Stray["path"]): Stray[] {
  const found = options.flatMap((option) =>
    option instanceof z.ZodType && option.safeParse(input).success ? [straysIn(option, input, path)] : [],
  )
  return found.sort((left, right) => left.length - right.length)[0] ?? []
}

const membersOf = (input: unknown): [string, unknown][] =>
  typeof input === "object" && input !== null && !Array.isArray(input) ? Object.entries(input) : []
