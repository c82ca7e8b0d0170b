import { getAutoNumber, runUseCase, updateAutoNumber } from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { handler } from "../../http/handler.ts"

const placeOf = (params: Readonly<Record<"app-id" | "datastore-id" | "field-id", string>>) => ({
  application: params["app-id"],
  datastore: params["datastore-id"],
  field: params["field-id"],
})

/** `number` and `value` change places between the two (errors.md section 7). */
export const autoNumberHandlers = {
  updateAutoNumber: handler<typeof table.updateAutoNumber>(async ({ caller, params, body }) => {
    const { value, text } = await runUseCase(caller, updateAutoNumber, {
      ...placeOf(params),
      autoNum: body.auto_num,
      branchKey: body.branch_key,
    })
    return { has_error: false, result: { number: text, value } }
  }),
  getAutoNumber: handler<typeof table.getAutoNumber>(async ({ caller, params, query }) => {
    const { value, text } = await runUseCase(caller, getAutoNumber, {
      ...placeOf(params),
      branchKey: query.branch_key,
      zeroPadding: query.zero_padding,
      digit: query.digit,
    })
    return { has_error: false, result: { number: value, value: text } }
  }),
}
