import * as z from "zod"
import { CRUD_TYPES } from "../../../../src/model/records/index.ts"
import { ACTION_FIELD, responseShape } from "../../../../src/model/settings/index.ts"
import { answerOf, displayId, integer, internalId, listAnswer, listOf, names } from "../shapes.ts"
import { fieldDefinition, fieldLayout } from "./fields.ts"
import { roleMembers } from "./role-shapes.ts"

const actionSetting = answerOf(() => ({
  id: internalId().describe("Internal ID"),
  display_id: displayId().describe("Display ID, chosen on the service's screens"),
  names: names().describe("Name by language"),
  display_order: integer().describe("Position among elements of the same kind, counted from 0"),
  crud_type: z.enum(CRUD_TYPES).describe("Type of the action: 1 create, 2 update, 3 delete, 4 copy"),
  roles: listOf("Roles", {
    ...roleMembers(),
    canExecute: z.boolean().describe("Whether users with the role may run the action"),
  }),
  action_field_settings: listOf("How the action treats the fields", {
    id: internalId().describe("Internal ID"),
    display_id: displayId().describe("Display ID, chosen on the service's screens"),
    names: names().describe("Name by language"),
    ...responseShape(ACTION_FIELD),
  }),
}))

export const datastoresAnswer = listAnswer(() => ({
  datastore_id: internalId().describe("Internal ID of the datastore"),
  name: z.string().describe("Name of the datastore"),
  display_id: displayId().describe("Display ID, chosen on the service's screens"),
  deleted: z.boolean().describe("Whether the datastore is deleted; always false"),
  imported: z.boolean().describe("Whether an import has finished; always false"),
  uploading: z.boolean().describe("Whether an import is running; always false"),
}))

export const datastoreSettingsAnswer = answerOf(() => ({
  id: internalId().describe("Internal ID"),
  w_id: internalId().describe("Internal ID of the workspace"),
  p_id: internalId().describe("Internal ID of the application"),
  names: names().describe("Name by language"),
  display_id: displayId().describe("Display ID, chosen on the service's screens"),
  fields: z.array(fieldDefinition()).describe("The datastore's fields"),
  field_layout: z.array(fieldLayout()).describe("Layout of the fields on the service's screens"),
  roles: listOf("Roles", { ...roleMembers(), can_use: z.boolean().describe("Whether users with the role may use it") }),
  statuses: listOf("The datastore's statuses", {
    id: internalId().describe("Internal ID"),
    display_id: displayId().describe("Display ID, chosen on the service's screens"),
    names: names().describe("Name by language"),
  }),
}))

export const actionSettingsOfDatastoreAnswer = answerOf(() => ({
  statuses: listOf("The datastore's statuses", {
    id: internalId().describe("Internal ID"),
    display_id: displayId().describe("Display ID, chosen on the service's screens"),
    names: names().describe("Name by language"),
    status_actions: z.array(actionSetting()).describe("Actions that are available in the item's status"),
  }),
  item_actions: z.array(actionSetting()).describe("Actions that are available in every status"),
}))
