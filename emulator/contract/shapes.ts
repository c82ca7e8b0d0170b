import * as z from "zod"

/** Defers building a schema until it is first needed, then keeps it (150 schemas cost 20 ms at start). */
export function lazy<S extends z.ZodType>(make: () => S): () => S {
  let made: S | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * A JSON body. Unknown members are ignored; a known member that is `null` counts as absent (api.md section 0),
 * unless its schema is made with `data`.
 */
export function body<S extends z.ZodRawShape>(shape: S) {
  const nullable = new Set(Object.keys(shape).filter((name) => (shape[name] as z.ZodType).meta()?.keepsNull !== true))
  return z.preprocess((input) => {
    if (input === null || typeof input !== "object" || Array.isArray(input)) return input
    return Object.fromEntries(Object.entries(input).filter(([name, value]) => value !== null || !nullable.has(name)))
  }, z.object(shape))
}

/** An optional ID: `""` counts as absent (api.md section 0). */
export const optionalId = () =>
  z
    .string()
    .transform((id) => (id === "" ? undefined : id))
    .optional()

/** A value that is data and keeps its nulls. */
export const data = <S extends z.ZodType>(schema: S): S => schema.meta({ keepsNull: true }) as S

/** `true` and `1` are true, anything else is false (api.md section 0). */
export const queryBoolean = () =>
  z
    .string()
    .transform((text) => text === "true" || text === "1")
    .optional()

/** An integer in a query string. */
export const queryInteger = () =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, "expected an integer")
    .transform(Number)
    .optional()

/** UTC ISO 8601, millisecond or second form. */
export const instant = () => z.string().describe("UTC ISO 8601")

export const anyObject = () => z.record(z.string(), z.unknown())
