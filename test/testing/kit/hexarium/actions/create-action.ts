import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { datastoreOf } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { doneIf } from "../fields/field-draft.ts"
import { SPARE_ACTION, setActions, spareActionOf, statusOfWrite } from "../model/actions.ts"
import { type ActionDraft, actionDrafts, adminAt, rolesBy, statusBy } from "./action-draft.ts"

export const createAction = kind<ActionDraft>({
  name: "CreateAction",
  draft: actionDrafts,
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const user = adminAt(model, draft.user, datastore)
    const [roles, nextStatus] = [rolesBy(model, datastore, draft.choice), statusBy(model, draft)]
    const status = statusOfWrite(model, user.uId, datastore)
    const answer = await session.expect(
      {
        operation: "createAction",
        user: user.reference,
        params: { "datastore-id": datastore.dId },
        body: {
          operation: "update",
          name: { en: "By the kit", ja: "キット" },
          display_id: SPARE_ACTION,
          roles,
          ...(nextStatus === null ? {} : { set_status: nextStatus }),
        },
      },
      status === 200 ? doneIf(spareActionOf(datastore) === undefined) : { status },
    )
    if (answer.status !== 200) return
    const action = {
      displayId: SPARE_ACTION,
      aId: String(answer.body.action_id),
      crudType: "2" as const,
      status: null,
      nextStatus,
      isDefault: false,
      roles,
      publishGroups: false,
      publishRoles: [],
      fields: {},
      hasScript: false,
    }
    setActions(datastore, [...datastore.actions, action])
  },
})
