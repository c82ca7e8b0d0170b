import { requireDatastore, withPlaceCode } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { type AutoNumber, drawNumber, formatAutoNumber, requireAutonumField } from "../../fields/index.ts"
import { invalidParams } from "../../model/index.ts"
import { optionalBoolean, optionalInt, optionalString } from "../../model/input/index.ts"
import { MAX_DIGIT } from "../../model/settings/index.ts"
import { anyField } from "../places.ts"
import { autoNumberErrors } from "./auto-number-errors.ts"

const requirePlace = withPlaceCode("INVALID_PARAMS", requireDatastore)

/** Issues the next number of an autonum field's counter. If a branch is given, issues the branch's next number. (api.md section 18.4) */
export const getAutoNumber = command({
  name: "GetAutoNumber",
  summary: "Issues the next number of an auto-number field",
  input: () => ({
    ...anyField(),
    branchKey: optionalString("The branch of the counter; absent or empty: the counter without branches"),
    zeroPadding: optionalBoolean("True: pads the number with zeros. Default false"),
    digit: optionalInt("Number of digits after padding"),
  }),
  place: ["application", "datastore"],
  authorize: requirePlace,
  errors: autoNumberErrors,
  execute(tx, { principal, granted: datastore }, input): AutoNumber {
    const { branchKey = "", zeroPadding, digit } = input
    const field = requireAutonumField(tx, principal, datastore, input.field)
    if (digit !== undefined && (digit < 0 || digit > MAX_DIGIT)) {
      throw invalidParams(`expected a number from 0 to ${MAX_DIGIT}, received ${digit}`, {
        description: "digit",
        referenceId: "digit",
      })
    }
    const value = drawNumber(tx, field.fId, branchKey)
    return { value, text: formatAutoNumber(field, value, branchKey, { zeroPadding, digit }) }
  },
})
