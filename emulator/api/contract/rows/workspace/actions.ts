import * as z from "zod"
import { invalidParams } from "../../../../../src/model/index.ts"
import { OPERATIONS_OF_ACTIONS } from "../../../../../src/model/records/index.ts"
import {
  createAction,
  deleteAction,
  downloadActionScript,
  getActionSettings,
  getActions,
  getInputFields,
  getNewActions,
  getUpdateActions,
  updateAction,
  uploadActionScript,
} from "../../../../../src/operations/list.ts"
import { textReply } from "../../../../wire/index.ts"
import { presentActionSettings, readActionInput } from "../../../presenters/workspace/action-settings.ts"
import {
  presentActions,
  presentInputFields,
  presentNewActions,
  presentUpdateActions,
} from "../../../presenters/workspace/actions.ts"
import { row } from "../../declared-row.ts"
import { answerOf, displayId, internalId, NOTHING, nameInput } from "../../shapes.ts"
import {
  actionSettingsAnswer,
  actionsAnswer,
  changeableAction,
  inputFieldsAnswer,
  newActionsAnswer,
  updateActionsAnswer,
} from "../../workspace-shapes/actions.ts"

/** Operations on actions (api.md section 15). */
export const actionRows = {
  getActions: row(getActions, "get /datastores/:datastore-id/actions", {
    wire: { application: null, status: "status_id" },
    answer: actionsAnswer,
    present: presentActions,
  }),
  getNewActions: row(getNewActions, "get /datastores/:datastore-id/new-action", {
    otherPaths: ["/datastores/:datastore-id/new-actions"],
    wire: { application: null },
    answer: newActionsAnswer,
    present: presentNewActions,
  }),
  getUpdateActions: row(getUpdateActions, "get /datastores/:datastore-id/update-actions", {
    wire: { application: null, status: "status_id" },
    answer: updateActionsAnswer,
    present: presentUpdateActions,
  }),
  getInputFields: row(getInputFields, "get /datastores/:datastore-id/actions/:action-id/fields", {
    wire: { application: null },
    answer: inputFieldsAnswer,
    present: presentInputFields,
  }),
  createAction: row(createAction, "post /datastores/:datastore-id/actions", {
    wire: { application: null, settings: null },
    wireOnly: () => ({
      ...changeableAction(),
      operation: z.enum(OPERATIONS_OF_ACTIONS).describe("Type of the action: new, update, delete or copy"),
      name: nameInput().describe("Name of the action, in the world's language or by language"),
    }),
    toInput: ({ wire }) => ({
      settings: { ...readActionInput(wire), operation: wire.operation, name: wire.name },
    }),
    answer: answerOf(() => ({
      display_id: displayId().describe("Display ID of the action; generated if the request omits it"),
      action_id: internalId().describe("Internal ID of the action"),
    })),
    present: ({ displayId, aId }) => ({ display_id: displayId, action_id: aId }),
    source: "client",
  }),
  getActionSettings: row(getActionSettings, "get /datastores/:datastore-id/actions/:action-id", {
    answer: actionSettingsAnswer,
    present: presentActionSettings,
    source: "client",
  }),
  updateAction: row(updateAction, "patch /datastores/:datastore-id/actions/:action-id", {
    aliases: [{ method: "put", path: "/datastores/:datastore-id/actions/:action-id" }],
    wire: { settings: null },
    wireOnly: changeableAction,
    toInput: ({ wire }) => ({ settings: readActionInput(wire) }),
    ...NOTHING,
    source: "client",
  }),
  deleteAction: row(deleteAction, "delete /datastores/:datastore-id/actions/:action-id", {
    ...NOTHING,
    source: "client",
  }),
  uploadActionScript: row(uploadActionScript, "post /actions/:action-id/actionscripts/upload", {
    file: "The script, in JavaScript",
    wire: { datastore: null, code: null, sync: null },
    wireOnly: () => ({
      sync: z
        .string()
        .transform((sync) => sync !== "false")
        .optional()
        .describe("Whether the response waits for the script"),
    }),
    toInput: ({ wire, file }) => ({ code: readText(file.bytes), sync: wire.sync ?? true }),
    ...NOTHING,
    source: "client",
  }),
  downloadActionScript: row(downloadActionScript, "get /actions/:action-id/actionscripts/download", {
    wire: { datastore: null },
    answer: { kind: "bytes", contentType: "text/javascript" },
    present: (code) => textReply("text/javascript; charset=utf-8", code),
    source: "client",
  }),
} as const

function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw invalidParams("the file is not UTF-8")
  }
}
