import * as z from "zod"
import { requireDatastore, withPlaceCode } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import {
  type AutoNumber,
  formatAutoNumber,
  invalidTarget,
  lastIssued,
  requireAutonumField,
  setCounter,
} from "../../fields/index.ts"
import { invalidParams } from "../../model/index.ts"
import { optionalString } from "../../model/input/index.ts"
import { anyField } from "../places.ts"
import { autoNumberErrors } from "./auto-number-errors.ts"

const requirePlace = withPlaceCode("INVALID_PARAMS", requireDatastore)

/** Sets the counter of an autonum field. Returns the new number and its formatted text. (api.md section 6.6) */
export const updateAutoNumber = command({
  name: "UpdateAutoNumber",
  summary: "Sets a counter of an auto-number field",
  input: () => ({
    ...anyField(),
    autoNum: z.number().describe("The number issued last; the next one is one more"),
    branchKey: optionalString(
      "The branch whose counter is set; empty: the one without branches, absent: the one that new items draw from",
    ),
  }),
  place: ["application", "datastore"],
  authorize: requirePlace,
  errors: autoNumberErrors,
  execute(tx, { principal, granted: datastore }, input): AutoNumber {
    const { autoNum, branchKey } = input
    const field = requireAutonumField(tx, principal, datastore, input.field)
    if (!Number.isSafeInteger(autoNum) || autoNum < 0) {
      throw invalidParams(`auto_num: expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, received ${autoNum}`)
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
