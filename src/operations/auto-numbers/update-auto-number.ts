import * as z from "zod"
import { withPlaceCode } from "../../access/place-code.ts"
import { requireDatastore } from "../../access/places.ts"
import { lastIssued, setCounter } from "../../auto-numbers/draw.ts"
import { type AutoNumber, formatAutoNumber } from "../../auto-numbers/format.ts"
import { invalidTarget, requireAutonumField } from "../../auto-numbers/require-autonum-field.ts"
import { command } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import { object } from "../../model/input/schemas.ts"
import { anyField } from "../places.ts"
import { autoNumberErrors } from "./auto-number-errors.ts"

const requirePlace = withPlaceCode("INVALID_PARAMS", requireDatastore)

/** Sets a counter. Returns it as a number and as the field shows it. (api.md section 6.6) */
export const updateAutoNumber = command({
  name: "UpdateAutoNumber",
  summary: "Set a counter of an auto-number field",
  input: () =>
    object({
      ...anyField(),
      autoNum: z.number().describe("The number that was given last: the next one is one more"),
      branchKey: z
        .string()
        .describe(
          "The branch whose counter is set; empty: the one without branches, absent: the one that new items draw from",
        )
        .optional(),
    }),
  place: ["application", "datastore"],
  authorize: requirePlace,
  errors: autoNumberErrors,
  execute(tx, { principal, granted: datastore }, input): AutoNumber {
    const { autoNum, branchKey } = input
    const field = requireAutonumField(tx, principal, datastore, input.field)
    if (!Number.isSafeInteger(autoNum) || autoNum < 0) {
      throw invalidParams(`auto_num must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, not ${autoNum}`)
    }
    const branch = branchKey ?? null
    if (lastIssued(tx, field.fId, branch) === undefined) {
      throw invalidTarget(`could not find branch_key ${branchKey}`, {
        description: "invalid branch_key for the field",
        referenceId: `branch_key:${branchKey}`,
      })
    }
    setCounter(tx, field.fId, branch, autoNum)
    return { value: autoNum, text: formatAutoNumber(field, autoNum, branchKey) }
  },
})
