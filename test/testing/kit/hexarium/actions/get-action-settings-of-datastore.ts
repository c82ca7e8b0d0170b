import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { datastoreOf } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { fieldOf, type Model } from "../../../../../emulator/testing/kit/model/model.ts"
import { seesDatastore, seesField } from "../../../../../emulator/testing/kit/model/people.ts"
import type { KitAction, KitDatastore } from "../../../../../emulator/testing/kit/schema.ts"
import { Disagreement } from "../../../../../emulator/testing/kit/session.ts"
import type { WireBody } from "../../../../../emulator/testing/kit/targets.ts"
import { type ActionDraft, actionDrafts, adminAt } from "./action-draft.ts"

export const getActionSettingsOfDatastore = kind<ActionDraft>({
  name: "GetActionSettingsOfDatastore",
  draft: actionDrafts,
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const user = adminAt(model, draft.user, datastore)
    const isShown = seesDatastore(model, user.uId, datastore)
    const { body } = await session.expect(
      {
        operation: "getActionSettingsOfDatastore",
        user: user.reference,
        params: { "datastore-id": datastore.dId },
      },
      { status: isShown ? 200 : 404 },
    )
    if (!isShown) return
    const byStatus = [null, ...datastore.statuses].map((status) =>
      datastore.actions
        .filter((action) => action.status === status)
        .map((action) => expectedSettings(model, user.uId, datastore, action)),
    )
    const answered: WireBody[][] = [
      body.item_actions,
      ...body.statuses.map((status: WireBody) => status.status_actions),
    ]
    const [left, right] = [answered.map((actions) => actions.map(settingsInAnswer)), byStatus]
    const sorted = (lists: readonly (readonly string[])[]) => JSON.stringify(lists.map((list) => [...list].sort()))
    if (sorted(left) !== sorted(right)) {
      throw new Disagreement(`the actions of ${datastore.path} are ${sorted(left)}, expected ${sorted(right)}`)
    }
  },
})

/** An action as one line: its kind, roles and field settings. */
function expectedSettings(model: Model, uId: string, datastore: KitDatastore, action: KitAction): string {
  const { application } = datastore
  const roles = model.schema.roles.flatMap(({ path }) => {
    const [owner, role = ""] = path.split(":")
    return owner === application && (role === "ADMIN" || action.roles.includes(role)) ? role : []
  })
  const isShown = (name: string): boolean => {
    const field = fieldOf(datastore, name)
    return field !== undefined && seesField(model, uId, datastore, field)
  }
  const settings = Object.entries(action.fields).filter(
    ([name, { show, update, mandatory }]) => isShown(name) && (!show || !update || mandatory),
  )
  return line(action.displayId, action.crudType, roles, Object.fromEntries(settings))
}

function settingsInAnswer(action: WireBody): string {
  const roles = action.roles.filter((role: WireBody) => role.canExecute).map((role: WireBody) => role.display_id)
  const settings: [string, KitAction["fields"][string]][] = action.action_field_settings
    .filter(({ show, update, mandatory }: WireBody) => !show || !update || mandatory)
    .map(({ display_id, show, update, mandatory }: WireBody) => [display_id, { show, update, mandatory }])
  return line(action.display_id, action.crud_type, roles, Object.fromEntries(settings))
}

const line = (displayId: string, crudType: string, roles: readonly string[], fields: KitAction["fields"]): string =>
  `${displayId} ${crudType} by ${[...roles].sort()} ${Object.entries(fields)
    .map(([field, { show, update, mandatory }]) => `${field}:${show}/${update}/${mandatory}`)
    .sort()}`
