import * as z from "zod"
import { listOf, mapOf, objectOf } from "../../input/bounded-schemas.ts"
import { handsOn } from "../../input/plain-values.ts"

/** Defers building a schema until it is first needed, then keeps it: 150 schemas cost 20 ms at start. */
export function lazy<S extends z.ZodType>(make: () => S): () => S {
  let made: S | undefined
  return () => {
    made ??= make()
    return made
  }
}

const keepsNull = new WeakSet<z.core.$ZodType>()

/** A property whose `null` is a value and not absence. Outermost, after `.optional()`. */
export function data<S extends z.ZodType>(schema: S): S {
  keepsNull.add(schema)
  return schema
}

export const isData = (schema: z.core.$ZodType): boolean => keepsNull.has(schema)

/** The two spellings of the mail template's ID in the service's documents (api.md section 0). */
export const TEMPLATE_NAMES = ["email_template_id", "email_templates_id"] as const

type JsonObject = Record<string, unknown>

const isObject = (input: unknown): input is JsonObject =>
  input !== null && typeof input === "object" && !Array.isArray(input)

/**
 * Returns a function that drops known properties that are `null` and gives the template ID its listed name when the other one was sent.
 * It returns its input where nothing changes.
 */
export function normalizer(shape: z.ZodRawShape) {
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
 * An object of a request. Unknown properties are ignored; a known property that is `null` counts as absent (api.md section 0) unless its
 * schema is made with `data`.
 */
export function object<S extends z.ZodRawShape>(shape: S): z.ZodObject<S> {
  return objectOf(z.object(shape), normalizer(shape))
}

/** The input of an operation that takes none. */
export const noInput = lazy(() => object({}))

/** A list of at most `max` elements. Typed as read-only, since callers' lists are never written to. */
export const list = <S extends z.ZodType>(element: S, bounds: { readonly min?: number; readonly max?: number } = {}) =>
  listOf(element, bounds) as unknown as z.ZodType<readonly z.output<S>[], readonly z.input<S>[]>

/** Values by name. */
export const map = <S extends z.ZodType>(value: S, bounds: { readonly max?: number } = {}) =>
  mapOf(value, bounds) as unknown as z.ZodType<
    Readonly<Record<string, z.output<S>>>,
    Readonly<Record<string, z.input<S>>>
  >

/** An optional ID: `""` counts as absent (api.md section 0). */
export const optionalId = () =>
  handsOn(
    z.string().transform((id) => (id === "" ? undefined : id)),
    (id) => typeof id === "string" && id !== "",
  ).optional()

/** Any JSON object, passed on as it came. */
export const anyObject = () =>
  handsOn(z.custom<Readonly<JsonObject>>(isObject, { error: "expected an object" }).meta({ type: "object" }), isObject)

/** Any JSON value; it must be there. */
export const anyValue = () =>
  handsOn(
    z.custom<unknown>((input) => input !== undefined, { error: "is required" }),
    (input) => input !== undefined,
  )

/** Bytes of an uploaded file. */
export const bytes = () =>
  z.custom<Uint8Array>((input) => input instanceof Uint8Array, { error: "expected a Uint8Array" })

const schemaNames = new WeakMap<z.core.$ZodType, string>()

/** Gives a schema that several operations share its name in documents. */
export function shared<S extends z.ZodType>(name: string, schema: S): S {
  schemaNames.set(schema, name)
  return schema
}

export const sharedNameOf = (schema: z.core.$ZodType): string | undefined => schemaNames.get(schema)
