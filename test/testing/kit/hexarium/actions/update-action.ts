import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { setActions, statusOfWrite } from "../model/actions.ts"
import { isSpare } from "../model/spare-fields.ts"
import { type ActionDraft, actionDrafts, actionParams, adminAt, isMade, madeActionAt, rolesBy } from "./action-draft.ts"

export const updateAction = kind<ActionDraft>({
  name: "UpdateAction",
  draft: actionDrafts,
  needs: "an action that CreateAction made",
  isPossible: isMade,
  async run(model, session, draft) {
    const made = madeActionAt(model, draft.made)
    if (made === undefined) return
    const { datastore, action } = made
    const user = adminAt(model, draft.user, datastore)
    const roles = rolesBy(model, datastore, draft.choice)
    const own = datastore.fields.filter(({ displayId, dataType }) => !isSpare(displayId) && dataType === "text")
    const field = own[draft.choice % Math.max(own.length, 1)]
    const setting = { show: true, update: draft.choice % 3 !== 0, mandatory: draft.choice % 5 === 0 }
    const status = statusOfWrite(model, user.uId, datastore)
    await session.expect(
      {
        operation: "updateAction",
        user: user.reference,
        params: actionParams(made),
        body: {
          roles,
          ...(field === undefined ? {} : { action_field_settings: [{ field_id: field.displayId, ...setting }] }),
        },
      },
      { status },
    )
    if (status !== 200) return
    const fields = field === undefined ? action.fields : { ...action.fields, [field.displayId]: setting }
    setActions(
      datastore,
      datastore.actions.map((one) => (one === action ? { ...action, roles, fields } : one)),
    )
  },
})
