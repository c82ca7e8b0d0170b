import * as z from "zod"
import { $ZodAsyncError } from "zod/v4/core"
import { MOST_FINDINGS } from "./refusals.ts"

type Payload = Pick<z.core.ParsePayload, "value" | "issues">
type Context = z.core.ParseContextInternal

type JsonObject = Record<string, unknown>

const isObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/**
 * An object of which known members are read, in a time that goes with those that are there: zod looks at every one that could be,
 * and a body may hold 100,000 objects (control.md section 4).
 */
export function objectOf<O extends z.ZodObject>(object: O, prepare: (given: JsonObject) => JsonObject): O {
  let members: readonly Member[] | undefined
  return readBy(object, isObject, (payload, given, context) => {
    members ??= Object.entries(object.shape).map(memberOf)
    const prepared = prepare(given)
    const read: JsonObject = {}
    for (const { name, schema, mayMiss, mustBeThere } of members) {
      const value = prepared[name]
      if (value === undefined && mayMiss) continue
      const part = runOn(schema, value, context)
      if (part.issues.length > 0) addIssues(payload, part.issues, name)
      if (part.value !== undefined || name in prepared) read[name] = part.value
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

/** A list in a request. Of one that has more than a hundred mistakes the rest is not looked at. */
export function listOf<S extends z.ZodType>(element: S, { min, max = Infinity }: { min?: number; max?: number } = {}) {
  const list = z.array(element)
  const long = min === undefined ? list : list.min(min)
  // Of one that is too long nothing is looked at.
  const isMeant = (value: unknown): value is unknown[] => Array.isArray(value) && value.length <= max
  return readBy(max === Infinity ? long : long.max(max), isMeant, (payload, given, context) => {
    const parts = new Parts(element, payload, context)
    return given.map((value, at) => parts.read(value, at))
  })
}

/**
 * A list, perhaps of elements that have such lists, of which no more than `most` are read in a request, and the rest is left out:
 * for who refuses so many, whatever they are.
 */
export function listOfMost<S extends z.ZodType>(element: S, most: number) {
  return readBy(z.array(element), Array.isArray, (payload, given: unknown[], context) => {
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

/** A map by names. Of one that has more than a hundred mistakes the rest is not looked at. */
export function mapOf<S extends z.ZodType>(member: S) {
  return readBy(z.record(z.string(), member), isObject, (payload, given, context) => {
    const parts = new Parts(member, payload, context)
    const read = Object.entries(given)
    for (const entry of read) entry[1] = parts.read(entry[1], entry[0])
    return Object.fromEntries(read)
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
  // One without checks is run by what parses it; the checks of another come after that.
  if (run === parse) inner.run = bounded
  return schema
}

/** Reads the parts of a list or map by one schema. Their mistakes are added to those of the whole, unless that has enough of them. */
class Parts {
  readonly #schema: z.ZodType
  readonly #whole: Payload
  readonly #context: Context
  /** Whether any text is what it should be. */
  readonly #isText: boolean
  /** Of the part that is read; most have none, and need no list of their own. */
  readonly #issues: z.core.$ZodRawIssue[] = []

  constructor(schema: z.ZodType, whole: Payload, context: Context) {
    this.#schema = schema
    this.#whole = whole
    this.#context = context
    this.#isText = schema instanceof z.ZodString && schema.def.checks === undefined && schema.def.coerce !== true
  }

  /** What is made of a part. */
  read(value: unknown, at: string | number): unknown {
    if ((this.#isText && typeof value === "string") || this.#whole.issues.length > MOST_FINDINGS) return value
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
