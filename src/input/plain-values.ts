import * as z from "zod"

type Predicate = (value: unknown) => boolean

/** Schemas that are not plain by themselves, with the values that they hand on as they came. */
const handedOn = new WeakMap<z.core.$ZodType, Predicate>()

/** Says of which values a schema makes just themselves. */
export function handsOn<S extends z.ZodType>(schema: S, isHandedOn: Predicate): S {
  handedOn.set(schema, isHandedOn)
  return schema
}

/**
 * Whether a value of JSON, no null, is what its schema makes of it: known without running the schema. False where that would have to
 * look into it.
 */
export function plainly(schema: z.core.$ZodType): Predicate {
  const known = handedOn.get(schema)
  if (known !== undefined) return known
  if (schema instanceof z.ZodOptional) return plainly(schema.unwrap())
  if (hasChecks(schema)) return never
  if (schema instanceof z.ZodString) return isText
  if (schema instanceof z.ZodBoolean) return isBoolean
  return never
}

/** Whether there is more to a schema than the type of its values. */
const hasChecks = ({ _zod: { def } }: z.core.$ZodType): boolean =>
  (def.checks !== undefined && def.checks.length > 0) || ("coerce" in def && def.coerce === true)

const never: Predicate = () => false
const isText: Predicate = (value) => typeof value === "string"
const isBoolean: Predicate = (value) => typeof value === "boolean"
