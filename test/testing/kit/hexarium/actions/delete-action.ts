import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { setActions, statusOfWrite } from "../model/actions.ts"
import { type ActionDraft, actionDrafts, actionParams, adminAt, isMade, madeActionAt } from "./action-draft.ts"

export const deleteAction = kind<ActionDraft>({
  name: "DeleteAction",
  draft: actionDrafts,
  needs: "an action that CreateAction made",
  isPossible: isMade,
  async run(model, session, draft) {
    const made = madeActionAt(model, draft.made)
    if (made === undefined) return
    const user = adminAt(model, draft.user, made.datastore)
    const status = statusOfWrite(model, user.uId, made.datastore)
    await session.expect({ operation: "deleteAction", user: user.reference, params: actionParams(made) }, { status })
    if (status === 200)
      setActions(
        made.datastore,
        made.datastore.actions.filter((one) => one !== made.action),
      )
  },
})
