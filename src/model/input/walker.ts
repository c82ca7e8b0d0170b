import * as z from "zod"
import { oncePer } from "../once-per.ts"

type Schema = z.core.$ZodType
type Reader = (...args: never[]) => unknown
type Of<R extends Reader> = (schema: Schema) => R
export type Wrapper = z.ZodOptional | z.ZodNullable | z.ZodDefault | z.ZodPrefault | z.ZodReadonly

/** Makes functions that read inputs, one for each kind of schema. `of` returns the function for an inner schema. */
export interface SchemaVisitor<R extends Reader> {
  object(schema: z.ZodObject, of: Of<R>): R
  list(schema: z.ZodArray, of: Of<R>): R
  map(schema: z.ZodRecord, of: Of<R>): R
  union(schema: z.ZodUnion, of: Of<R>): R
  pipe(schema: z.ZodPipe, of: Of<R>): R
  wrapper(schema: Wrapper, of: Of<R>): R
  /** All other schemas, which contain no schemas. */
  leaf(schema: z.ZodType): R
}

/** Returns the function that reads inputs of a schema. Makes it once for each schema. */
export function walkerOf<R extends Reader>(visitor: SchemaVisitor<R>): Of<R> {
  const of: Of<R> = oncePer((schema: Schema) => {
    if (schema instanceof z.ZodObject) return visitor.object(schema, of)
    if (schema instanceof z.ZodArray) return visitor.list(schema, of)
    if (schema instanceof z.ZodRecord) return visitor.map(schema, of)
    if (schema instanceof z.ZodUnion) return visitor.union(schema, of)
    if (schema instanceof z.ZodPipe) return visitor.pipe(schema, of)
    if (isWrapper(schema)) return visitor.wrapper(schema, of)
    // A recursive schema refers to itself through a lazy one, which is therefore followed only when an input is read.
    if (schema instanceof z.ZodLazy) return ((...args: never[]) => of(schema.unwrap())(...args)) as R
    return visitor.leaf(schema as z.ZodType)
  })
  return of
}

const isWrapper = (schema: Schema): schema is Wrapper =>
  schema instanceof z.ZodOptional ||
  schema instanceof z.ZodNullable ||
  schema instanceof z.ZodDefault ||
  schema instanceof z.ZodPrefault ||
  schema instanceof z.ZodReadonly
