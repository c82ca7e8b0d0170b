import * as z from "zod"
import { answerOf, displayId, integer, internalId, listAnswer, listOf, names } from "../shapes.ts"
import { fieldDefinition, fieldLayout } from "./fields.ts"
import { roleMembers } from "./role-shapes.ts"

const actionSetting = answerOf(() => ({
  id: internalId().describe("Internal ID of what it describes"),
  display_id: displayId().describe("Display ID: the one chosen on the screen"),
  names: names().describe("Its name by language"),
  display_order: integer().describe("Place among its like, from 0"),
  crud_type: z.enum(["1", "2", "3", "4"]).describe("What the action does: 1 create, 2 update, 3 delete, 4 copy"),
  roles: listOf("Roles", {
    ...roleMembers(),
    canExecute: z.boolean().describe("Whether the role's holders may run it"),
  }),
  action_field_settings: listOf("How the action takes fields", {
    id: internalId().describe("Internal ID of what it describes"),
    display_id: displayId().describe("Display ID: the one chosen on the screen"),
    names: names().describe("Its name by language"),
    show: z.boolean().describe("Whether the action shows the field"),
    update: z.boolean().describe("Whether the action may write the field"),
    mandatory: z.boolean().describe("Whether the action needs a value of the field"),
  }),
}))

export const datastoresAnswer = listAnswer(() => ({
  datastore_id: internalId().describe("Internal ID of the datastore"),
  name: z.string().describe("Name of the datastore"),
  display_id: displayId().describe("Display ID: the one chosen on the screen"),
  deleted: z.boolean().describe("Whether it is deleted; always false"),
  imported: z.boolean().describe("Whether an import is done; always false"),
  uploading: z.boolean().describe("Whether an import is going on; always false"),
}))

export const datastoreSettingsAnswer = answerOf(() => ({
  id: internalId().describe("Internal ID of what it describes"),
  w_id: internalId().describe("Internal ID of the workspace"),
  p_id: internalId().describe("Internal ID of the application"),
  names: names().describe("Its name by language"),
  display_id: displayId().describe("Display ID: the one chosen on the screen"),
  fields: z.array(fieldDefinition()).describe("The datastore's fields"),
  field_layout: z.array(fieldLayout()).describe("Where the fields stand on the screen"),
  roles: listOf("Roles", { ...roleMembers(), can_use: z.boolean().describe("Whether the role's holders may use it") }),
  statuses: listOf("The datastore's statuses", {
    id: internalId().describe("Internal ID of what it describes"),
    display_id: displayId().describe("Display ID: the one chosen on the screen"),
    names: names().describe("Its name by language"),
  }),
}))

export const actionSettingsOfDatastoreAnswer = answerOf(() => ({
  statuses: listOf("The datastore's statuses", {
    id: internalId().describe("Internal ID of what it describes"),
    display_id: displayId().describe("Display ID: the one chosen on the screen"),
    names: names().describe("Its name by language"),
    status_actions: z.array(actionSetting()).describe("Actions that are offered in the item's status"),
  }),
  item_actions: z.array(actionSetting()).describe("Actions that are offered whatever the status"),
}))
