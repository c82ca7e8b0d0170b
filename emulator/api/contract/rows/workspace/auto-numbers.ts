import * as z from "zod"
import { getAutoNumber, updateAutoNumber } from "../../../../../src/operations/list.ts"
import { row } from "../../declared-row.ts"
import { answer, integer, lazy, success } from "../../shapes.ts"

const AUTO_NUMBER = "/applications/:app-id/datastores/:datastore-id/fields/:field-id/autonum"

/** Operations on auto numbers (api.md sections 6.6 and 18.4). Their responses have `number` and `value` swapped (errors.md section 7). */
export const autoNumberRows = {
  updateAutoNumber: row(updateAutoNumber, `post ${AUTO_NUMBER}`, {
    answer: lazy(() =>
      success(
        answer({
          number: z.string().describe("The number in the format of the field: prefix, branch_key and number"),
          value: integer().describe("The new number"),
        }).describe("The counter after the change"),
      ),
    ),
    present: ({ value, text }) => ({ has_error: false as const, result: { number: text, value } }),
    source: "seed",
  }),
  getAutoNumber: row(getAutoNumber, `get ${AUTO_NUMBER}`, {
    answer: lazy(() =>
      success(
        answer({
          number: integer().describe("The number issued"),
          value: z.string().describe("The number in the format of the field: prefix, branch_key and number"),
        }).describe("The number and its format"),
      ),
    ),
    present: ({ value, text }) => ({ has_error: false as const, result: { number: value, value: text } }),
  }),
} as const
