import * as z from "zod"

/** Delays the creation of a schema until its first use, because creating all 150 schemas at startup would take 20 ms. */
export function lazy<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const keepsNull = new WeakSet<z.core.$ZodType>()

/** Marks the schema of a property for which `null` is a value. Must be the outermost call, after `.optional()`. */
export function data<S extends z.ZodType>(schema: S): S {
  keepsNull.add(schema)
  return schema
}

export const isData = (schema: z.core.$ZodType): boolean => keepsNull.has(schema)

/** The two spellings of the property for the mail template's ID in the service's documentation (api.md section 0). */
export const TEMPLATE_NAMES = ["email_template_id", "email_templates_id"] as const

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (input: unknown): input is JsonObject =>
  input !== null && typeof input === "object" && !Array.isArray(input) && !isOfJavaScript(input)

/** Objects of JavaScript whose content is in no properties. Read as JSON, they would lose it without a word. */
const WITHOUT_PROPERTIES =
  /^\[object (?:Date|RegExp|Promise|Error|Number|String|Boolean|Symbol|BigInt|(?:Shared)?ArrayBuffer|DataView|Weak\w+|Blob|File|Request|Response)\]$/

/** Whether an object is one of JavaScript's own, such as a Map, a Set, a Date or a typed array, from whatever realm. */
function isOfJavaScript(input: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(input)
  if (prototype === Object.prototype || prototype === null) return false
  return Symbol.iterator in input || WITHOUT_PROPERTIES.test(Object.prototype.toString.call(input))
}

/** Returns the kind of an object for messages, such as `an object` or `a Map`. */
export function objectKind(input: object): string {
  if (Array.isArray(input)) return "an array"
  return isObject(input) ? "an object" : `a ${Object.prototype.toString.call(input).slice("[object ".length, -1)}`
}

/** Returns the spelling of the template ID in a schema, and the other spelling, which is accepted in its place. */
export function templateNamesOf(shape: z.ZodRawShape) {
  const name = TEMPLATE_NAMES.find((one) => one in shape)
  const other = TEMPLATE_NAMES.find((one) => one !== name)
  return name === undefined || other === undefined ? undefined : { name, other }
}

/**
 * Makes the schema of an object that ignores unknown properties. A known property that is `null` counts as absent (api.md section 0) unless
 * its schema was made with `data`.
 */
export function object<S extends z.ZodRawShape>(shape: S): z.ZodObject<S> {
  return z.object(shape)
}

/** Makes the schema of a list, typed as read-only because the engine never changes callers' lists. */
export function list<S extends z.ZodType>(
  element: S,
  { min, max }: { readonly min?: number; readonly max?: number } = {},
) {
  const any = z.array(element)
  const long = min === undefined ? any : any.min(min)
  return (max === undefined ? long : long.max(max)) as unknown as z.ZodType<
    readonly z.output<S>[],
    readonly z.input<S>[]
  >
}

export function map<S extends z.ZodType>(value: S, { max }: { readonly max?: number } = {}) {
  const any = z.record(z.string(), value)
  const bounded =
    max === undefined
      ? any
      : any
          .refine((given) => Object.keys(given).length <= max, `expected at most ${max} properties`)
          .meta({ maxProperties: max })
  return bounded as unknown as z.ZodType<Readonly<Record<string, z.output<S>>>, Readonly<Record<string, z.input<S>>>>
}

export const optionalId = () =>
  z
    .string()
    .transform((id) => (id === "" ? undefined : id))
    .optional()

export const anyObject = () => z.custom<JsonObject>(isObject, { error: "expected an object" }).meta({ type: "object" })

export const anyValue = () => z.custom<unknown>((input) => input !== undefined, { error: "is required" })

export const bytes = () =>
  z.custom<Uint8Array>((input) => input instanceof Uint8Array, { error: "expected a Uint8Array" })

const schemaNames = new WeakMap<z.core.$ZodType, string>()

/** Gives a name to a schema that several operations share, for OpenAPI and other documents. */
export function shareName<S extends z.ZodType>(name: string, schema: S): S {
  schemaNames.set(schema, name)
  return schema
}

export const sharedNameOf = (schema: z.core.$ZodType): string | undefined => schemaNames.get(schema)

export const optionalBoolean = (description: string) => z.boolean().describe(description).optional()

export const optionalInt = (description: string) => z.int().describe(description).optional()

export const optionalString = (description: string) => z.string().describe(description).optional()

export const nameInput = () =>
  z.union([
    z.string(),
    object({
      en: z.string().describe("In English").optional(),
      ja: z.string().describe("In Japanese").optional(),
    }),
  ])
