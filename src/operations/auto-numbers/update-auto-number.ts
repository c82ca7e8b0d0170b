import { requireDatastore } from "../../access/places.ts"
import { lastIssued, setCounter } from "../../auto-numbers/draw.ts"
import { type AutoNumber, formatAutoNumber } from "../../auto-numbers/format.ts"
import { type AutonumPlace, invalidTarget, requireAutonumField } from "../../auto-numbers/require-autonum-field.ts"
import { withPlaceCode } from "../../engine/place-code.ts"
import { command } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"

export interface UpdateAutoNumber extends AutonumPlace {
  /** The number issued last from now on. */
  readonly autoNum: number
  /** Absent: the counter of item creation · `""`: of GetAutoNumber without a branch · else: of that branch, which must exist. */
  readonly branchKey?: string | undefined
}

const enter = withPlaceCode("INVALID_PARAMS", requireDatastore)

/** UpdateAutoNumber (api.md section 6.6): the counter as a number and as the field shows it. */
export const updateAutoNumber = command("UpdateAutoNumber", {
  enter,
  run(tx, { actor, found: datastore }, input: UpdateAutoNumber): AutoNumber {
    const { autoNum, branchKey } = input
    const field = requireAutonumField(tx, actor, datastore, input.field)
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
