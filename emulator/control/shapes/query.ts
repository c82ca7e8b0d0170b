import * as z from "zod"
import { lazy } from "../../contract/shapes.ts"

/** A whole number ≥ 0 in a query; it may be absent. */
export const wholeNumber = () =>
  z
    .string()
    .regex(/^\d{1,15}$/, { error: ({ input }) => `expected a whole number, not ${JSON.stringify(input)}` })
    .meta({ type: "integer", pattern: undefined })
    .transform(Number)
    .optional()

/** Which page of a list (control.md section 3, "lists"). */
export const pageQuery = lazy(() =>
  z.object({
    limit: wholeNumber().describe("At most so many elements: 1000 at most, which it is unless given"),
    offset: wholeNumber().describe(
      "How many elements to leave out; the header Link of an answer leads to the next page",
    ),
  }),
)
