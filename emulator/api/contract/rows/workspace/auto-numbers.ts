import * as z from "zod"
import { getAutoNumber, updateAutoNumber } from "../../../../../src/operations/list.ts"
import { presentIssuedNumber, presentSetNumber } from "../../../presenters/workspace/auto-numbers.ts"
import { row } from "../../declared-row.ts"
import { answer, integer, lazy, success } from "../../shapes.ts"

export const setNumberAnswer = lazy(() =>
  success(
    answer({
      number: z.string().describe("The number in the format of the field: prefix, branch_key and number"),
      value: integer().describe("The new number"),
    }).describe("The counter after the change"),
  ),
)

export const issuedNumberAnswer = lazy(() =>
  success(
    answer({
      number: integer().describe("The number issued"),
      value: z.string().describe("The number in the format of the field: prefix, branch_key and number"),
    }).describe("The number and its format"),
  ),
)

/** Operations on auto numbers (api.md sections 6.6 and 18.4). */
export const autoNumberRows = {
  updateAutoNumber: row(
    updateAutoNumber,
    "post /applications/:app-id/datastores/:datastore-id/fields/:field-id/autonum",
    {
      answer: setNumberAnswer,
      present: presentSetNumber,
      source: "seed",
    },
  ),
  getAutoNumber: row(getAutoNumber, "get /applications/:app-id/datastores/:datastore-id/fields/:field-id/autonum", {
    answer: issuedNumberAnswer,
    present: presentIssuedNumber,
  }),
} as const
