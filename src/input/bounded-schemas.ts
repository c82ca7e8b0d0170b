import * as z from "zod"
import { $ZodAsyncError } from "zod/v4/core"
import { MOST_FINDINGS } from "../model/refusals/refusals.ts"
import { plainly } from "./plain-values.ts"

type Payload = Pick<z.core.ParsePayload, "value" | "issues">
type Context = z.core.ParseContextInternal

type JsonObject = Record<string, unknown>

const isObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/**
 * An object of which known members are read, in a time that goes with those that are there: zod looks at every one that could be,
 * and a body may hold 100,000 objects (control.md section 4). `renamed`: the names that properties have in the output.
 */
export function objectOf<O extends z.ZodObject>(
  object: O,
  prepare: (given: JsonObject) => JsonObject,
  renamed?: Readonly<Record<string, string>>,
): O {
  let members: readonly Member[] | undefined
  let known: Known | undefined
  return readBy(object, isObject, (payload, given, context) => {
    members ??= Object.entries(object.shape).map(memberOf)
    known ??= new Known(members)
    if (renamed === undefined && known.isPlain(given)) return given
    const prepared = prepare(given)
    const read: JsonObject = {}
    for (const { name, schema, mayMiss, mustBeThere } of members) {
      const value = prepared[name]
      if (value === undefined && mayMiss) continue
      const part = runOn(schema, value, context)
      if (part.issues.length > 0) addIssues(payload, part.issues, name)
      if (part.value !== undefined || (renamed === undefined && name in prepared))
        read[renamed?.[name] ?? name] = part.value
      else if (mustBeThere && part.issues.length === 0) {
        payload.issues.push({ code: "invalid_type", expected: "nonoptional", input: undefined, path: [name] })
      }
    }
    return read
  })
}

interface Member {
  readonly name: string
  readonly schema: z.core.$ZodType
  /** Whether nothing comes of it where it is absent. */
  readonly mayMiss: boolean
  /** Whether it is a mistake where it is absent, even if the schema takes `undefined`. */
  readonly mustBeThere: boolean
}

const memberOf = ([name, schema]: [string, z.core.$ZodType]): Member => {
  const { optin, optout } = schema._zod
  return { name, schema, mayMiss: optin === "optional" && optout === "optional", mustBeThere: optin === undefined }
}

/** The members of an object, by which most of what a list holds is known to be right without anything being made of it. */
class Known {
  readonly #byName: ReadonlyMap<string, { readonly at: number; readonly isPlain: (value: unknown) => boolean }>
  readonly #needed: readonly string[]

  constructor(members: readonly Member[]) {
    this.#byName = new Map(members.map(({ name, schema }, at) => [name, { at, isPlain: plainly(schema) }]))
    this.#needed = members.filter(({ mayMiss }) => !mayMiss).map(({ name }) => name)
  }

  /** Whether an object is what would be read of it: it has no other members, in the same order, and all it must have. */
  isPlain(given: JsonObject): boolean {
    let last = -1
    for (const name in given) {
      const value = given[name]
      const member = this.#byName.get(name)
      if (member === undefined || member.at < last || value == null || !member.isPlain(value)) return false
      last = member.at
    }
    for (const name of this.#needed) if (!(name in given)) return false
    return true
  }
}

/** The bounds of lists and maps, for schemas that are derived from them. */
const boundsBySchema = new WeakMap<z.core.$ZodType, Bounds>()

interface Bounds {
  readonly min?: number
  readonly max?: number
  /** How many elements of all such lists of an input are read; the rest is left out. */
  readonly most?: number
}

export const boundsOf = (schema: z.core.$ZodType): Bounds => boundsBySchema.get(schema) ?? {}

/** A list in a request. Of one that has more than a hundred mistakes the rest is not looked at. */
export function listOf<S extends z.ZodType>(element: S, bounds: Bounds = {}) {
  const { min, max = Infinity } = bounds
  const list = z.array(element)
  const long = min === undefined ? list : list.min(min)
  // Of one that is too long nothing is looked at.
  const isMeant = (value: unknown): value is unknown[] => Array.isArray(value) && value.length <= max
  const bounded = max === Infinity ? long : long.max(max)
  boundsBySchema.set(bounded, bounds)
  return readBy(bounded, isMeant, (payload, given, context) => {
    const parts = new Parts(element, payload, context)
    let isSame = true
    const read = given.map((value, at) => {
      const part = parts.read(value, at)
      isSame &&= part === value
      return part
    })
    return isSame ? given : read
  })
}

/**
 * A list, perhaps of elements that have such lists, of which no more than `most` are read in a request, and the rest is left out:
 * for who refuses so many, whatever they are.
 */
export function listOfMost<S extends z.ZodType>(element: S, most: number) {
  const list = z.array(element)
  boundsBySchema.set(list, { most })
  return readBy(list, Array.isArray, (payload, given: unknown[], context) => {
    const parts = new Parts(element, payload, context)
    const read: unknown[] = []
    for (const [at, value] of given.entries()) {
      const before = readSoFar.get(context) ?? 0
      if (before >= most) break
      readSoFar.set(context, before + 1)
      read.push(parts.read(value, at))
    }
    return read
  })
}

/** How many elements of such lists were read of an input: a context is made for each. */
const readSoFar = new WeakMap<Context, number>()

/** A map by names. Of one that has more than a hundred mistakes, or more names than it may, the rest is not looked at. */
export function mapOf<S extends z.ZodType>(member: S, { max = Infinity }: { max?: number } = {}) {
  const map = z.record(z.string(), member)
  const bounded = max === Infinity ? map : map.meta({ maxProperties: max })
  boundsBySchema.set(bounded, { max })
  return readBy(bounded, isObject, (payload, given, context) => {
    const read = Object.entries(given)
    if (read.length > max) {
      payload.issues.push({ code: "custom", message: `expected at most ${max} names`, input: given, path: [] })
      return given
    }
    const parts = new Parts(member, payload, context)
    let isSame = true
    for (const entry of read) {
      const [name, value] = entry
      entry[1] = parts.read(value, name)
      isSame &&= entry[1] === value
    }
    return isSame ? given : Object.fromEntries(read)
  })
}

/** Has values of a kind read by `read`; others are left to the schema itself, which says what is wrong with them. */
function readBy<S extends z.ZodType, V>(
  schema: S,
  isMeant: (value: unknown) => value is V,
  read: (payload: Payload, given: V, context: Context) => unknown,
): S {
  const inner: Pick<z.core.$ZodTypeInternals, "parse" | "run"> = schema._zod
  const { parse, run } = inner
  const bounded: typeof parse = (payload, context) => {
    const { value } = payload
    if (isMeant(value)) {
      payload.value = read(payload, value, context)
      return payload
    }
    const outcome = parse(payload, context)
    // When it is first used, zod puts back what it had wrapped in a watch for cycles, of which JSON has none.
    inner.parse = bounded
    return outcome
  }
  inner.parse = bounded
  // zod's own `describe` returns a copy, which would parse without bounds.
  schema.describe = (description) => {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), description })
    return schema
  }
  // One without checks is run by what parses it; the checks of another come after that.
  if (run === parse) inner.run = bounded
  return schema
}

/** Reads the parts of a list or map by one schema. Their mistakes are added to those of the whole, unless that has enough of them. */
class Parts {
  readonly #schema: z.ZodType
  readonly #whole: Payload
  readonly #context: Context
  readonly #isPlain: (value: unknown) => boolean
  /** Of the part that is read; most have none, and need no list of their own. */
  readonly #issues: z.core.$ZodRawIssue[] = []

  constructor(schema: z.ZodType, whole: Payload, context: Context) {
    this.#schema = schema
    this.#whole = whole
    this.#context = context
    this.#isPlain = plainly(schema)
  }

  /** What is made of a part. */
  read(value: unknown, at: string | number): unknown {
    if ((value !== null && this.#isPlain(value)) || this.#whole.issues.length > MOST_FINDINGS) return value
    const part = runOn(this.#schema, value, this.#context, this.#issues)
    if (part.issues.length > 0) addIssues(this.#whole, part.issues, at)
    if (this.#issues.length > 0) this.#issues.length = 0
    return part.value
  }
}

function runOn(schema: z.core.$ZodType, value: unknown, context: Context, issues: z.core.$ZodRawIssue[] = []): Payload {
  const part = schema._zod.run({ value, issues }, context)
  if (part instanceof Promise) throw new $ZodAsyncError()
  return part
}

function addIssues(whole: Payload, issues: Payload["issues"], at: string | number): void {
  for (const issue of issues) whole.issues.push({ ...issue, path: [at, ...(issue.path ?? [])] })
}
