import * as z from "zod"
import { withPlaceCode } from "../../access/place-code.ts"
import { requireDatastore } from "../../access/places.ts"
import { drawNumber } from "../../auto-numbers/draw.ts"
import { type AutoNumber, formatAutoNumber, MAX_DIGIT } from "../../auto-numbers/format.ts"
import { requireAutonumField } from "../../auto-numbers/require-autonum-field.ts"
import { command } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import { object } from "../../model/input/schemas.ts"
import { anyField } from "../places.ts"
import { autoNumberErrors } from "./auto-number-errors.ts"

const requirePlace = withPlaceCode("INVALID_PARAMS", requireDatastore)

/** Issues the next number of a branch, or of the counter without one. (api.md section 18.4) */
export const getAutoNumber = command({
  name: "GetAutoNumber",
  summary: "Draw the next number of an auto-number field",
  input: () =>
    object({
      ...anyField(),
      branchKey: z
        .string()
        .describe("The branch whose counter is asked for; absent or empty: the counter without branches")
        .optional(),
      zeroPadding: z.boolean().describe("True: the answer is filled up with zeros. Default false").optional(),
      digit: z.int().describe("Digits that the answer is filled up to").optional(),
    }),
  place: ["application", "datastore"],
  authorize: requirePlace,
  errors: autoNumberErrors,
  execute(tx, { principal, granted: datastore }, input): AutoNumber {
    const { branchKey = "", zeroPadding, digit } = input
    const field = requireAutonumField(tx, principal, datastore, input.field)
    if (digit !== undefined && (digit < 0 || digit > MAX_DIGIT)) {
      throw invalidParams(`expected a number from 0 to ${MAX_DIGIT}, got ${digit}`, {
        description: "digit",
        referenceId: "digit",
      })
    }
    const value = drawNumber(tx, field.fId, branchKey)
    return { value, text: formatAutoNumber(field, value, branchKey, { zeroPadding, digit }) }
  },
})
