import * as z from "zod"
import { row } from "../../row.ts"
import { answer, body, integer, lazy, queryBoolean, queryInteger, success } from "../../shapes.ts"

const refused = { shape: "errorsWithResult", code: "INVALID_PARAMS" } as const

/** Texts for a wrong application or datastore; what is wrong with the field or the branch, the use case says. */
const unknownPlace = {
  ...refused,
  description: "invalid fieldID in the datastore",
  error: "could not find field for {field-id}",
  referenceId: "f_id:{field-id}",
} as const

const errors = { place: unknownPlace, target: refused, params: refused } as const

/** api.md sections 6.6 and 18.4: auto numbers. */
export const autoNumberRows = {
  updateAutoNumber: row({
    method: "post",
    paths: ["/applications/:app-id/datastores/:datastore-id/fields/:field-id/autonum"],
    tag: "auto-numbers",
    summary: "Set a counter of an auto-number field",
    auth: "token",
    body: lazy(() => body({ auto_num: z.number(), branch_key: z.string().optional() })),
    answer: lazy(() => success(answer({ number: z.string(), value: integer() }))),
    errors,
    source: "seed",
  }),
  getAutoNumber: row({
    method: "get",
    paths: ["/applications/:app-id/datastores/:datastore-id/fields/:field-id/autonum"],
    tag: "auto-numbers",
    summary: "Draw the next number of an auto-number field",
    auth: "token",
    query: lazy(() =>
      z.object({ branch_key: z.string().optional(), zero_padding: queryBoolean(), digit: queryInteger() }),
    ),
    answer: lazy(() => success(answer({ number: integer(), value: z.string() }))),
    errors,
    source: "docs",
  }),
} as const
