import { requireDatastore } from "../../access/places.ts"
import { drawNumber } from "../../auto-numbers/draw.ts"
import { type AutoNumber, formatAutoNumber, MAX_DIGIT, type Padding } from "../../auto-numbers/format.ts"
import { type AutonumPlace, requireAutonumField } from "../../auto-numbers/require-autonum-field.ts"
import { withPlaceCode } from "../../engine/place-code.ts"
import { command } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"

export interface GetAutoNumber extends AutonumPlace, Padding {
  /** A branch that was never drawn from begins with 1. */
  readonly branchKey?: string | undefined
}

const enter = withPlaceCode("INVALID_PARAMS", requireDatastore)

/** GetAutoNumber (api.md section 18.4): issues the next number of a branch, or of the counter without one. */
export const getAutoNumber = command("GetAutoNumber", {
  enter,
  run(tx, { actor, found: datastore }, input: GetAutoNumber): AutoNumber {
    const { branchKey = "", zeroPadding, digit } = input
    const field = requireAutonumField(tx, actor, datastore, input.field)
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
