import { operations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { presentIssuedNumber, presentSetNumber } from "../../presenters/workspace/auto-numbers.ts"

const placeOf = (params: Readonly<Record<"app-id" | "datastore-id" | "field-id", string>>) => ({
  application: params["app-id"],
  datastore: params["datastore-id"],
  field: params["field-id"],
})

export const autoNumberHandlers = {
  updateAutoNumber: handle(table.updateAutoNumber, operations.updateAutoNumber, {
    where: placeOf,
    input: ({ params, body }) => ({ ...placeOf(params), autoNum: body.auto_num, branchKey: body.branch_key }),
    present: presentSetNumber,
  }),
  getAutoNumber: handle(table.getAutoNumber, operations.getAutoNumber, {
    where: placeOf,
    input: ({ params, query }) => ({
      ...placeOf(params),
      branchKey: query.branch_key,
      zeroPadding: query.zero_padding,
      digit: query.digit,
    }),
    present: presentIssuedNumber,
  }),
}
