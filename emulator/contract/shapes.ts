import * as z from "zod"
import { $ZodAsyncError } from "zod/v4/core"
import { MOST_FINDINGS } from "./refusals.ts"

/** Defers building a schema until it is first needed, then keeps it (150 schemas cost 20 ms at start). */
export function lazy<S extends z.ZodType>(make: () => S): () => S {
  let made: S | undefined
  return () => {
    made ??= make()
    return made
  }
}

const keepsNull = new WeakSet<z.ZodType>()

/** A member whose `null` is data and not absence. Outermost, after `.optional()`. */
export function data<S extends z.ZodType>(schema: S): S {
  keepsNull.add(schema)
  return schema
}

/** The two spellings of the mail template's ID in the service's documents (api.md section 0). */
export const TEMPLATE_NAMES = ["email_template_id", "email_templates_id"] as const

type JsonObject = Record<string, unknown>

const isObject = (input: unknown): input is JsonObject =>
  input !== null && typeof input === "object" && !Array.isArray(input)

/**
 * Drops known members that are `null`, and gives the template ID its listed name when the other one was sent. Answers the
 * input itself where nothing is to be done.
 */
function normalizer(shape: z.ZodRawShape): (input: unknown) => unknown {
  const nullable = Object.keys(shape).filter((name) => !keepsNull.has(shape[name] as z.ZodType))
  const template = TEMPLATE_NAMES.find((name) => name in shape)
  const otherTemplate = TEMPLATE_NAMES.find((name) => name !== template)
  return (input) => {
    if (!isObject(input)) return input
    let output = input
    for (const name of nullable) {
      if (input[name] !== null) continue
      if (output === input) output = { ...input }
      delete output[name]
    }
    if (template === undefined || otherTemplate === undefined) return output
    const other = input[otherTemplate]
    if ((output[template] ?? "") === "" && other !== undefined && other !== null) {
      output = { ...output, [template]: other }
    }
    return output
  }
}

/**
 * A JSON object of a request, the body itself or one inside it. Unknown members are ignored; a known member that is `null`
 * counts as absent (api.md section 0), unless its schema is made with `data`.
 */
export const body = <S extends z.ZodRawShape>(shape: S) => known(shape, z.object(shape))

/** Like `body`, with the unknown members kept. */
export const openBody = <S extends z.ZodRawShape>(shape: S) => known(shape, z.looseObject(shape))

/** Typed as what clients should send, although more is taken. */
const known = <O, I>(shape: z.ZodRawShape, object: z.ZodType<O, I>) =>
  z.preprocess(normalizer(shape), object) as z.ZodType<O, I>

/** An optional ID: `""` counts as absent (api.md section 0). */
export const optionalId = () =>
  z
    .string()
    .transform((id) => (id === "" ? undefined : id))
    .optional()

const flag = () =>
  z
    .string()
    .meta({ type: "boolean" })
    .transform((text) => text === "true" || text === "1")
    .optional()

/** `true` and `1` are true, anything else is false (api.md section 0). */
export const queryBoolean = flag

/** A text part of a form that says yes or no, written as in a query. */
export const formBoolean = flag

/** An integer in a query string. */
export const queryInteger = () =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, "expected an integer")
    .meta({ type: "integer", pattern: undefined })
    .transform(Number)
    .optional()

/** Any JSON object, handed on as it came. */
export const anyObject = () =>
  z.custom<JsonObject>((input) => isObject(input), { error: "expected an object" }).meta({ type: "object" })

/** Any JSON value, which must be there. */
export const anyValue = () => z.custom<unknown>((input) => input !== undefined, { error: "is required" })

/** A name in a request, `{en,ja}`. */
export const namesInput = () => body({ en: z.string().optional(), ja: z.string().optional() })

/** A name in a request: a text, or `{en,ja}`. */
export const nameInput = () => z.union([z.string(), namesInput()])

/** Gives a shape that several operations share its name in the documents. */
export const named = <S extends z.ZodType>(id: string, schema: S): S => schema.meta({ id }) as S

/** A JSON object of an answer: an undocumented member is an error. */
export const answer = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape)

/** A list in a request. Of one that has more than a hundred mistakes the rest is not looked at. */
export function listOf<S extends z.ZodType>(element: S) {
  const list = z.array(element)
  const { run } = list._zod
  list._zod.run = (payload, context) => {
    const given = payload.value
    if (!Array.isArray(given)) return run(payload, context)
    payload.value = given.map((value, at) => runPart(element, payload, value, at, context)) as typeof payload.value
    return payload
  }
  return list
}

/** A map by names. Of one that has more than a hundred mistakes the rest is not looked at. */
export function mapOf<S extends z.ZodType>(member: S) {
  const map = z.record(z.string(), member)
  const { run } = map._zod
  map._zod.run = (payload, context) => {
    const given: unknown = payload.value
    if (!isObject(given)) return run(payload, context)
    const taken = Object.entries(given).map(([name, value]) => [name, runPart(member, payload, value, name, context)])
    payload.value = Object.fromEntries(taken)
    return payload
  }
  return map
}

/** What a schema makes of a part; its mistakes are added to those of the whole, unless that has enough of them. */
function runPart(
  schema: z.ZodType,
  whole: Pick<z.core.ParsePayload, "issues">,
  value: unknown,
  at: string | number,
  context: z.core.ParseContextInternal,
): unknown {
  if (whole.issues.length > MOST_FINDINGS) return value
  const part = schema._zod.run({ value, issues: [] }, context)
  if (part instanceof Promise) throw new $ZodAsyncError()
  for (const issue of part.issues) whole.issues.push({ ...issue, path: [at, ...(issue.path ?? [])] })
  return part.value
}

/** `{en,ja}` in an answer, both halves. */
export const names = () => answer({ en: z.string(), ja: z.string() })

/** An internal ID: 24 lower-case hex characters. */
export const internalId = () => z.string().regex(/^[0-9a-f]{24}$/, "expected an internal ID")

/** An internal ID, or `""` for none. */
export const internalIdOrNone = () =>
  z.string().regex(/^(?:[0-9a-f]{24})?$/, "expected an internal ID or an empty text")

/** The ID of an option, which a fixture may choose freely; generated ones are UUIDs. */
export const optionId = () => z.string().regex(/^\S+$/, "expected an option ID")

export const displayId = () => z.string().regex(/^[A-Za-z0-9_-]+$/, "expected a display ID")

export const displayIdOrNone = () => z.string().regex(/^[A-Za-z0-9_-]*$/, "expected a display ID or an empty text")

/** An instant in the millisecond form. */
export const millis = () =>
  z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, "expected an instant like 2026-01-05T09:00:00.000Z")

/** An instant in the second form; "never" is `0001-01-01T00:00:00Z`. */
export const seconds = () =>
  z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, "expected an instant like 2026-01-05T09:00:00Z")

export const never = () => z.literal("0001-01-01T00:00:00Z")

export const integer = () => z.int()

/** `ErrEl` of errors.md section 1. */
export const finding = lazy(() =>
  named(
    "ErrEl",
    answer({
      description: z.string(),
      error: z.string().optional(),
      error_code: z.string(),
      error_level: z.enum(["ERROR", "WARN"]),
      reference_id: z.string(),
    }),
  ),
)

export type WireFinding = z.input<ReturnType<typeof finding>>

/** `null` as the whole answer. */
export const nothing = lazy(() => z.null())

/** `{ error: null }`. */
export const done = lazy(() => answer({ error: z.null() }))

/** The success of an operation whose refusals are `errorsWithResult`: `{ has_error: false, result }`. */
export const success = <S extends z.ZodType>(result: S) => answer({ has_error: z.literal(false), result })
