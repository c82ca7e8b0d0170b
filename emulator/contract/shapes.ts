import * as z from "zod"
import { objectOf } from "./bounded-schemas.ts"
import { handsOn } from "./plain-values.ts"

export { listOf, listOfMost, mapOf } from "./bounded-schemas.ts"

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
function normalizer(shape: z.ZodRawShape) {
  const nullable = new Set(Object.keys(shape).filter((name) => !keepsNull.has(shape[name] as z.ZodType)))
  const template = TEMPLATE_NAMES.find((name) => name in shape)
  const otherTemplate = TEMPLATE_NAMES.find((name) => name !== template)
  return <V>(input: V): V | JsonObject => {
    if (!isObject(input)) return input
    let output: JsonObject = input
    for (const name of Object.keys(input)) {
      if (input[name] !== null || !nullable.has(name)) continue
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
 * counts as absent (api.md section 0), unless its schema is made with `data`. Typed as what clients should send, although more is
 * taken.
 */
export const body = <S extends z.ZodRawShape>(shape: S) => {
  const object = z.object(shape)
  return objectOf(object, normalizer(shape)) as z.ZodType<z.output<typeof object>, z.input<typeof object>>
}

/** Like `body`, with the unknown members kept. */
export const openBody = <S extends z.ZodRawShape>(shape: S) => {
  const object = z.looseObject(shape)
  return z.preprocess(normalizer(shape), object) as z.ZodType<z.output<typeof object>, z.input<typeof object>>
}

/** An optional ID: `""` counts as absent (api.md section 0). */
export const optionalId = () =>
  handsOn(
    z.string().transform((id) => (id === "" ? undefined : id)),
    (id) => typeof id === "string" && id !== "",
  ).optional()

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
  handsOn(z.custom<JsonObject>(isObject, { error: "expected an object" }).meta({ type: "object" }), isObject)

/** Any JSON value, which must be there. */
export const anyValue = () =>
  handsOn(
    z.custom<unknown>((input) => input !== undefined, { error: "is required" }),
    (input) => input !== undefined,
  )

/** A name in a request, `{en,ja}`. */
export const namesInput = () => body({ en: z.string().optional(), ja: z.string().optional() })

/** A name in a request: a text, or `{en,ja}`. */
export const nameInput = () => z.union([z.string(), namesInput()])

/** Gives a shape that several operations share its name in the documents. The schema itself, as a copy would forget how it reads. */
export function named<S extends z.ZodType>(id: string, schema: S): S {
  z.globalRegistry.add(schema, { id })
  return schema
}

/** A JSON object of an answer: an undocumented member is an error. */
export const answer = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape)

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

/** `null` as the whole answer. */
export const nothing = lazy(() => z.null())

/** `{ error: null }`. */
export const done = lazy(() => answer({ error: z.null() }))

/** The success of an operation whose refusals are `errorsWithResult`: `{ has_error: false, result }`. */
export const success = <S extends z.ZodType>(result: S) => answer({ has_error: z.literal(false), result })
