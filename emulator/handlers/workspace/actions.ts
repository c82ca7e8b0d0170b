import { getActions, getInputFields, getNewActions, getStatuses, getUpdateActions } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import {
  presentActions,
  presentInputFields,
  presentNewActions,
  presentStatuses,
  presentUpdateActions,
} from "../../presenters/workspace/actions.ts"

const datastoreOf = (params: { readonly "datastore-id": string }) => ({ datastore: params["datastore-id"] })

export const actionHandlers = {
  getStatuses: handle(table.getStatuses, getStatuses, {
    where: datastoreOf,
    input: (_, where) => where,
    present: ({ statuses, lang }) => presentStatuses(statuses, lang),
  }),
  getActions: handle(table.getActions, getActions, {
    where: datastoreOf,
    input: ({ query }, where) => ({ ...where, status: query.status_id }),
    present: presentActions,
  }),
  getNewActions: handle(table.getNewActions, getNewActions, {
    where: datastoreOf,
    input: (_, where) => where,
    present: presentNewActions,
  }),
  getUpdateActions: handle(table.getUpdateActions, getUpdateActions, {
    where: datastoreOf,
    input: ({ query }, where) => ({ ...where, status: query.status_id }),
    present: presentUpdateActions,
  }),
  getInputFields: handle(table.getInputFields, getInputFields, {
    where: datastoreOf,
    input: ({ params }, where) => ({ ...where, action: params["action-id"] }),
    present: presentInputFields,
  }),
}
