import type { AutoNumber } from "../../../src/inside.ts"
import type { AnswerTo } from "../../contract/table.ts"

/** UpdateAutoNumber (api.md section 6.6): `number` and `value` change places with GetAutoNumber (errors.md section 7). */
export const presentSetNumber = ({ value, text }: AutoNumber): AnswerTo<"updateAutoNumber"> => ({
  has_error: false,
  result: { number: text, value },
})

/** GetAutoNumber (api.md section 18.4). */
export const presentIssuedNumber = ({ value, text }: AutoNumber): AnswerTo<"getAutoNumber"> => ({
  has_error: false,
  result: { number: value, value: text },
})
