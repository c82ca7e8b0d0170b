import type * as z from "zod"
import { type ErrorCode, type Finding, invalidParams } from "../../src/inside.ts"

const INVALID: ErrorCode = "INVALID_PARAMS"

/** What a schema makes of an input. Refuses with every mistake; `where`: the part of the request their places begin with. */
export function check<S extends z.ZodType>(schema: S, input: unknown, where?: string): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) => {
    const place = [...(where === undefined ? [] : [where]), ...path].join(".")
    return place === "" ? message : `${place}: ${message}`
  })
  const findings = problems.map((description): Finding => ({ description, errorCode: INVALID, errorLevel: "ERROR" }))
  throw invalidParams(problems.join("; "), { findings })
}
