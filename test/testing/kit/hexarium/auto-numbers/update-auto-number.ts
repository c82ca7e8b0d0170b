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

export const updateAutoNumber = kind<NumberDraft>({
  name: "UpdateAutoNumber",
  draft: numberDrafts,
  async run(model, session, draft) {
    const [datastore, field] = numberFieldAt(model, draft.field)
    const user = userAt(model, draft.user)
    const key = draft.branch === undefined ? field.fId : `${field.fId}/${draft.branch}`
    const isKnown = draft.branch === undefined || draft.branch === "" || model.counters.has(key)
    const isAllowed = isKnown && isShownTo(model, user.uId, datastore, field)
    const answer = await session.expect(
      {
        operation: "updateAutoNumber",
        user: user.reference,
        params: fieldParams(datastore, field),
        body: { auto_num: draft.number, ...(draft.branch === undefined ? {} : { branch_key: draft.branch }) },
      },
      isAllowed ? { status: 200 } : { status: 400, codes: ["INVALID_PARAMS"] },
    )
    if (!isAllowed) return
    model.counters.set(key, draft.number)
    expectCounter(answer.body.result, {
      number: formatNumber(field, draft.branch ?? "", draft.number),
      value: draft.number,
    })
  },
})
