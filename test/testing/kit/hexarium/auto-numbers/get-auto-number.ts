import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { userAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { fieldParams } from "../pick.ts"
import {
  expectCounter,
  formatNumber,
  isShownTo,
  type NumberDraft,
  numberDrafts,
  numberFieldAt,
} from "./number-draft.ts"

export const getAutoNumber = kind<NumberDraft>({
  name: "GetAutoNumber",
  draft: numberDrafts,
  async run(model, session, draft) {
    const [datastore, field] = numberFieldAt(model, draft.field)
    const user = userAt(model, draft.user)
    const branch = draft.branch ?? ""
    const isAllowed = isShownTo(model, user.uId, datastore, field)
    const answer = await session.expect(
      {
        operation: "getAutoNumber",
        user: user.reference,
        params: fieldParams(datastore, field),
        query: draft.branch === undefined ? {} : { branch_key: draft.branch },
      },
      isAllowed ? { status: 200 } : { status: 400, codes: ["INVALID_PARAMS"] },
    )
    if (!isAllowed) return
    const number = (model.counters.get(`${field.fId}/${branch}`) ?? 0) + 1
    model.counters.set(`${field.fId}/${branch}`, number)
    expectCounter(answer.body.result, { number, value: formatNumber(field, branch, number) })
  },
})
