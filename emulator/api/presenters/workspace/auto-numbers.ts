import type * as z from "zod"
import type { AutoNumber } from "../../../../src/inside.ts"
import type { issuedNumberAnswer, setNumberAnswer } from "../../../contract/rows/workspace/auto-numbers.ts"

/** UpdateAutoNumber (api.md section 6.6): `number` and `value` change places with GetAutoNumber (errors.md section 7). */
export const presentSetNumber = ({ value, text }: AutoNumber): z.input<ReturnType<typeof setNumberAnswer>> => ({
  has_error: false,
  result: { number: text, value },
})

/** GetAutoNumber (api.md section 18.4). */
export const presentIssuedNumber = ({ value, text }: AutoNumber): z.input<ReturnType<typeof issuedNumberAnswer>> => ({
  has_error: false,
  result: { number: value, value: text },
})
