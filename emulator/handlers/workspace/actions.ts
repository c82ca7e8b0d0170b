import {
  getActions,
  getInputFields,
  getNewActions,
  getStatuses,
  getUpdateActions,
  runUseCase,
} from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { handler } from "../../http/handler.ts"
import {
  presentActions,
  presentInputFields,
  presentNewActions,
  presentStatuses,
  presentUpdateActions,
} from "../../presenters/workspace/actions.ts"

export const actionHandlers = {
  getStatuses: handler<typeof table.getStatuses>(async ({ caller, params }) => {
    const { statuses, lang } = await runUseCase(caller, getStatuses, { datastore: params["datastore-id"] })
    return presentStatuses(statuses, lang)
  }),
  getActions: handler<typeof table.getActions>(async ({ caller, params, query }) =>
    presentActions(
      await runUseCase(caller, getActions, { datastore: params["datastore-id"], status: query.status_id }),
    ),
  ),
  getNewActions: handler<typeof table.getNewActions>(async ({ caller, params }) =>
    presentNewActions(await runUseCase(caller, getNewActions, { datastore: params["datastore-id"] })),
  ),
  getUpdateActions: handler<typeof table.getUpdateActions>(async ({ caller, params, query }) =>
    presentUpdateActions(
      await runUseCase(caller, getUpdateActions, { datastore: params["datastore-id"], status: query.status_id }),
    ),
  ),
  getInputFields: handler<typeof table.getInputFields>(async ({ caller, params }) =>
    presentInputFields(
      await runUseCase(caller, getInputFields, { datastore: params["datastore-id"], action: params["action-id"] }),
    ),
  ),
}
