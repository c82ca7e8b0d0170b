import type * as z from "zod"
import type { AutoNumber } from "../../../../src/fields/index.ts"
import type { issuedNumberAnswer, setNumberAnswer } from "../../contract/rows/workspace/auto-numbers.ts"

/** Builds the response of UpdateAutoNumber. GetAutoNumber has `number` and `value` swapped (errors.md section 7). */
export const presentSetNumber = ({ value, text }: AutoNumber): z.input<ReturnType<typeof setNumberAnswer>> => ({
  has_error: false,
  result: { number: text, value },
})

export const presentIssuedNumber = ({ value, text }: AutoNumber): z.input<ReturnType<typeof issuedNumberAnswer>> => ({
  has_error: false,
  result: { number: value, value: text },
})
