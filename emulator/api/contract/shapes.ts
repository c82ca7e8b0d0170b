import * as z from "zod"
import { DATA_TYPES } from "../../../src/fields/index.ts"
import { anyObject, lazy, object, optionalId } from "../../../src/model/input/index.ts"

export { anyObject, lazy, optionalId }

/**
 * Returns the schema of a JSON object in a request. Unknown properties are ignored. `null` counts as absent (api.md
 * section 0), except in schemas made with `data`. The TypeScript type is stricter than the schema, to guide clients.
 */
export const body = <S extends z.ZodRawShape>(shape: S) =>
  object(shape) as z.ZodType<z.output<z.ZodObject<S>>, z.input<z.ZodObject<S>>>

/** Returns a schema like `body` that keeps unknown properties. */
export const openBody = <S extends z.ZodRawShape>(shape: S) => z.looseObject(shape)

const flag = () =>
  z
    .string()
    .meta({ type: "boolean" })
    .transform((text) => text === "true" || text === "1")
    .optional()

/** Parses `true` and `1` as true, and any other text as false (api.md section 0). */
export const queryBoolean = flag

/** Parses a boolean in a form's text part like a boolean in a query. */
export const formBoolean = flag

export const queryInteger = () =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, "expected an integer")
    .meta({ type: "integer", pattern: undefined })
    .transform(Number)
    .optional()

export const namesInput = () =>
  body({ en: z.string().optional().describe("English text"), ja: z.string().optional().describe("Japanese text") })

export const nameInput = () => z.union([z.string(), namesInput()])

/** Registers a shared schema under the name `id` for the OpenAPI document, and returns the schema. */
export function giveName<S extends z.ZodType>(id: string, schema: S): S {
  z.globalRegistry.add(schema, { ...schema.meta(), id })
  return schema
}

/** Returns the schema of a JSON object in a response. The schema rejects undocumented properties. */
export const answer = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape)

/** Returns a function that creates the response schema on first use. */
export const answerOf = <S extends z.ZodRawShape>(make: () => S) => lazy(() => answer(make()))

export const listAnswer = <S extends z.ZodRawShape>(make: () => S) => lazy(() => z.array(answer(make())))

/** Returns a function that creates a shared response schema on first use. `id` names the schema in OpenAPI. */
export const namedAnswer = <S extends z.ZodRawShape>(id: string, make: () => S) =>
  lazy(() => giveName(id, answer(make())))

/** Like `namedAnswer`, for an object with further properties, such as values by field. */
export const namedOpenAnswer = <S extends z.ZodRawShape>(id: string, make: () => S) =>
  lazy(() => giveName(id, z.looseObject(make())))

/** Returns a function that creates the schema of a query or body on first use. Unknown properties are ignored. */
export const objectOf = <S extends z.ZodRawShape>(make: () => S) => lazy(() => z.object(make()))

/** Like `objectOf`, for a schema that rejects unknown properties. */
export const strictObjectOf = <S extends z.ZodRawShape>(make: () => S) => lazy(() => z.strictObject(make()))

export const listOf = <S extends z.ZodRawShape>(description: string, element: S) =>
  z.array(answer(element)).describe(description)

export const names = () => answer({ en: z.string().describe("English text"), ja: z.string().describe("Japanese text") })

export const internalId = () => z.string().regex(/^[0-9a-f]{24}$/, "expected an internal ID")

export const internalIdOrNone = () =>
  z.string().regex(/^(?:[0-9a-f]{24})?$/, "expected an internal ID or an empty string")

/** Returns the schema of an option ID. Generated option IDs are UUIDs, but fixtures may use any ID. */
export const optionId = () => z.string().regex(/^\S+$/, "expected an option ID")

const DISPLAY_ID = /^[\p{L}\p{M}\p{Nd}_-]+(?: [\p{L}\p{M}\p{Nd}_-]+)*$/u

const DISPLAY_ID_OR_NONE = /^(?:[\p{L}\p{M}\p{Nd}_-]+(?: [\p{L}\p{M}\p{Nd}_-]+)*)?$/u

/** Returns the schema of a display ID (model.md section 1). */
export const displayId = () => z.string().regex(DISPLAY_ID, "expected a display ID")

export const displayIdOrNone = () => z.string().regex(DISPLAY_ID_OR_NONE, "expected a display ID or an empty string")

/** Returns the schema of a UTC time with milliseconds. */
export const millis = () =>
  z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, "expected an instant such as 2026-01-05T09:00:00.000Z")

/** Returns the schema of a UTC time with seconds. `0001-01-01T00:00:00Z` means "never". */
export const seconds = () =>
  z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, "expected an instant such as 2026-01-05T09:00:00Z")

export const never = () => z.literal("0001-01-01T00:00:00Z")

/** Returns the IDs of the places that a setting is in: workspace, application and datastore. */
export const datastorePath = () => ({
  workspace_id: internalId().describe("Internal ID of the workspace"),
  project_id: internalId().describe("Internal ID of the application"),
  datastore_id: internalId().describe("Internal ID of the datastore"),
})

/** Returns the target of a lookup field. */
export const lookupTarget = () => ({
  dslookup_project_id: internalId().describe("Internal ID of the items' application"),
  dslookup_datastore_id: internalId().describe("Internal ID of the items' datastore"),
  dslookup_field_id: internalIdOrNone().describe("Internal ID of the field that is shown for the item"),
})

export const integer = () => z.int()

export const dataTypeName = (types: readonly string[] = DATA_TYPES) =>
  z.string().describe(`Data type: ${types.slice(0, -1).join(", ")} or ${types.at(-1)}`)

/** Like `dataTypeName`, for a new field. A field with the status is part of each datastore. */
export const newDataTypeName = () => dataTypeName(DATA_TYPES.filter((dataType) => dataType !== "status"))

export const nothing = lazy(() => z.null())

export const emptyAnswer = lazy(() =>
  answer({ error: z.null().describe("The errors; null or empty if there are none") }),
)

/** Responses of operations that report only success: `NOTHING` sends `null`, `DONE` sends `{error: null}`. */
export const NOTHING = { answer: nothing, present: () => null } as const
export const DONE = { answer: emptyAnswer, present: () => ({ error: null }) } as const

/** Returns the schema of a successful response, for operations whose errors have the shape `errorsWithResult`. */
export const success = <S extends z.ZodType>(result: S) =>
  answer({ has_error: z.literal(false).describe("Whether an error occurred"), result })
