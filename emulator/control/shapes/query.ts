import * as z from "zod"
import { LANGS } from "../../../src/model/index.ts"
import { objectOf } from "../../api/index.ts"

/** Returns the schema of an optional integer ≥ 0. */
export const wholeNumber = () =>
  z
    .string()
    .regex(/^\d{1,15}$/, { error: ({ input }) => `expected a whole number, received ${JSON.stringify(input)}` })
    .meta({ type: "integer", pattern: undefined })
    .transform(Number)
    .optional()

/** Query parameter that selects the language of names (control.md section 3, "names"). */
export const languageQuery = objectOf(() => ({
  lang: z.enum(LANGS).optional().describe("Language of names in the response. Default: the world's language"),
}))

/** Query parameters that select a page of a list (control.md section 3, "lists"). */
export const pageQuery = objectOf(() => ({
  limit: wholeNumber().describe("Maximum number of elements on the page. Default and maximum: 1000"),
  offset: wholeNumber().describe("Number of elements to skip; the header Link of a response has the next page"),
}))
