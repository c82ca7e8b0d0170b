import { invalidParams, operations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { presentActionSettings, readActionInput } from "../../presenters/workspace/action-settings.ts"
import {
  presentActions,
  presentInputFields,
  presentNewActions,
  presentStatuses,
  presentUpdateActions,
} from "../../presenters/workspace/actions.ts"
import { textReply } from "../../wire/reply.ts"

const datastoreOf = (params: { readonly "datastore-id": string }) => ({ datastore: params["datastore-id"] })

const actionOf = (params: { readonly "datastore-id": string; readonly "action-id": string }) => ({
  datastore: params["datastore-id"],
  action: params["action-id"],
})

export const actionHandlers = {
  getStatuses: handle(table.getStatuses, operations.getStatuses, {
    where: datastoreOf,
    input: (_, where) => where,
    present: ({ statuses, lang }) => presentStatuses(statuses, lang),
  }),
  getActions: handle(table.getActions, operations.getActions, {
    where: datastoreOf,
    input: ({ query }, where) => ({ ...where, status: query.status_id }),
    present: presentActions,
  }),
  getNewActions: handle(table.getNewActions, operations.getNewActions, {
    where: datastoreOf,
    input: (_, where) => where,
    present: presentNewActions,
  }),
  getUpdateActions: handle(table.getUpdateActions, operations.getUpdateActions, {
    where: datastoreOf,
    input: ({ query }, where) => ({ ...where, status: query.status_id }),
    present: presentUpdateActions,
  }),
  getInputFields: handle(table.getInputFields, operations.getInputFields, {
    where: datastoreOf,
    input: ({ params }, where) => ({ ...where, action: params["action-id"] }),
    present: presentInputFields,
  }),
  createAction: handle(table.createAction, operations.createAction, {
    where: datastoreOf,
    input: ({ body }, where) => ({
      ...where,
      settings: { ...readActionInput(body), operation: body.operation, name: body.name },
    }),
    present: ({ displayId, aId }) => ({ display_id: displayId, action_id: aId }),
  }),
  getActionSettings: handle(table.getActionSettings, operations.getActionSettings, {
    where: actionOf,
    input: (_, where) => where,
    present: presentActionSettings,
  }),
  updateAction: handle(table.updateAction, operations.updateAction, {
    where: actionOf,
    input: ({ body }, where) => ({ ...where, settings: readActionInput(body) }),
    present: () => null,
  }),
  deleteAction: handle(table.deleteAction, operations.deleteAction, {
    where: actionOf,
    input: (_, where) => where,
    present: () => null,
  }),
  uploadActionScript: handle(table.uploadActionScript, operations.uploadActionScript, {
    where: (params) => ({ action: params["action-id"] }),
    input: ({ form, file }, where) => ({
      ...where,
      scriptType: form.script_type,
      code: readText(file.bytes),
      sync: form.sync ?? true,
    }),
    present: () => null,
  }),
  downloadActionScript: handle(table.downloadActionScript, operations.downloadActionScript, {
    where: (params) => ({ action: params["action-id"] }),
    input: ({ query }, where) => ({ ...where, scriptType: query.script_type }),
    present: (code) => textReply("text/javascript; charset=utf-8", code),
  }),
}

/** The text of a file in UTF-8. */
function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw invalidParams("the file is not UTF-8")
  }
}
