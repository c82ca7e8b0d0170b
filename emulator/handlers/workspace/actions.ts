import { getActions, getInputFields, getNewActions, getStatuses, getUpdateActions } from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { handler } from "../../http/handler.ts"
import {
  presentActions,
  presentInputFields,
  presentRunnableActions,
  presentStatuses,
} from "../../presenters/workspace/actions.ts"

export const actionHandlers = {
  getStatuses: handler<typeof table.getStatuses>(async ({ caller, params }) => {
    const { statuses, lang } = await getStatuses(caller, { datastore: params["datastore-id"] })
    return presentStatuses(statuses, lang)
  }),
  getActions: handler<typeof table.getActions>(async ({ caller, params, query }) =>
    presentActions(await getActions(caller, { datastore: params["datastore-id"], status: query.status_id })),
  ),
  getNewActions: handler<typeof table.getNewActions>(async ({ caller, params }) =>
    presentRunnableActions(await getNewActions(caller, { datastore: params["datastore-id"] })),
  ),
  getUpdateActions: handler<typeof table.getUpdateActions>(async ({ caller, params, query }) =>
    presentRunnableActions(
      await getUpdateActions(caller, { datastore: params["datastore-id"], status: query.status_id }),
    ),
  ),
  getInputFields: handler<typeof table.getInputFields>(async ({ caller, params }) =>
    presentInputFields(
      await getInputFields(caller, { datastore: params["datastore-id"], action: params["action-id"] }),
    ),
  ),
}
