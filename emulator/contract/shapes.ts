import * as z from "zod"
import {
  anyObject,
  anyValue,
  data,
  lazy,
  listOf,
  listOfMost,
  mapOf,
  normalizer,
  object,
  optionalId,
  TEMPLATE_NAMES,
} from "../../src/inside.ts"

export { anyObject, anyValue, data, lazy, listOf, listOfMost, mapOf, optionalId, TEMPLATE_NAMES }

/**
 * A JSON object of a request, the body itself or one inside it. Unknown members are ignored; a known member that is `null`
 * counts as absent (api.md section 0), unless its schema is made with `data`. Typed as what clients should send, although more is
 * taken.
 */
export const body = <S extends z.ZodRawShape>(shape: S) =>
  object(shape) as z.ZodType<z.output<z.ZodObject<S>>, z.input<z.ZodObject<S>>>

/** Like `body`, with the unknown members kept. */
export const openBody = <S extends z.ZodRawShape>(shape: S) => {
  const object = z.looseObject(shape)
  return z.preprocess(normalizer(shape), object) as z.ZodType<z.output<typeof object>, z.input<typeof object>>
}

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
