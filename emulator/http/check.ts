import type * as z from "zod"
import { type ErrorCode, type Finding, invalidParams } from "../../src/inside.ts"
import { MOST_FINDINGS } from "../contract/shapes.ts"

const INVALID: ErrorCode = "INVALID_PARAMS"

/** The longest text of a mistake that is told whole. */
const LONGEST = 4000

/**
 * What a schema makes of an input. Refuses with its mistakes, at most a hundred of them (control.md section 4); `where`: the part of
 * the request their places begin with.
 */
export function check<S extends z.ZodType>(schema: S, input: unknown, where?: string): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const { issues } = result.error
  const told = issues.length > MOST_FINDINGS ? issues.slice(0, MOST_FINDINGS - 1) : issues
  const problems = told.map(({ path, message }) => {
    const place = [...(where === undefined ? [] : [where]), ...path].join(".")
    const problem = place === "" ? message : `${place}: ${message}`
    return problem.length > LONGEST ? `${problem.slice(0, LONGEST)}…` : problem
  })
  if (told !== issues) problems.push(`at least ${issues.length - told.length} more`)
  const findings = problems.map((description): Finding => ({ description, errorCode: INVALID, errorLevel: "ERROR" }))
  throw invalidParams(problems.join("; "), { findings })
}
