import * as z from "zod"
import {
  answer,
  answerOf,
  body,
  displayId,
  integer,
  internalId,
  internalIdOrNone,
  listAnswer,
  listOf,
  nameInput,
  names,
  optionalId,
  optionId,
} from "../shapes.ts"
import { fieldDefinition } from "./fields.ts"
import { roleMembers } from "./role-shapes.ts"

export const OPERATIONS = ["new", "update", "delete", "copy"] as const

const listed = (crudType: "1" | "2") =>
  answerOf(() => ({
    actions: listOf("Actions that the caller may run", {
      action_id: internalId().describe("The action, by display ID or a_id"),
      name: z.string().describe("Name of the action"),
      display_order: integer().describe("Place among its like, from 0"),
      crud_type: z.literal(crudType).describe("What the action does: 1 create, 2 update, 3 delete, 4 copy"),
      next_status_id: internalIdOrNone().describe("The status that the item gets; empty where it keeps its own"),
    }),
  }))

export const changeableAction = () => ({
  operation: z.enum(OPERATIONS).optional().describe("What the action does: new, update, delete or copy"),
  name: nameInput().optional().describe("Name of the action: a text in the world's language, or one for each"),
  display_id: optionalId().describe("Display ID of the action; generated when a request has none"),
  set_status: z
    .string()
    .optional()
    .describe("The status that the item gets, by display or internal ID; empty: it keeps its own"),
  roles: z
    .array(z.string())
    .optional()
    .describe("Roles whose holders may run the action, by display ID or r_id; ADMIN is added by itself"),
  is_status_action: z.boolean().optional().describe("Whether the action is offered in one status only: status_id"),
  status_id: optionalId().describe("The status, by display or internal ID; in answers empty where there is none"),
  description: z.string().optional().describe("Its purpose"),
  action_field_settings: z
    .array(
      body({
        field_id: z.string().describe("The field, by display or internal ID"),
        show: z.boolean().optional().describe("Whether the action shows the field"),
        update: z.boolean().optional().describe("Whether the action may write the field"),
        mandatory: z.boolean().optional().describe("Whether the action needs a value of the field"),
      }),
    )
    .optional()
    .describe("How the action takes fields"),
})

export const actionsAnswer = listAnswer(() => ({
  workspace_id: internalId().describe("Internal ID of the workspace"),
  project_id: internalId().describe("Internal ID of the application"),
  datastore_id: internalId().describe("Internal ID of the datastore"),
  action_id: internalId().describe("The action, by display ID or a_id"),
  display_id: displayId().describe("Display ID: the one chosen on the screen"),
  name: z.string().describe("Name of the action"),
  operation: z.enum(OPERATIONS).describe("What the action does: new, update, delete or copy"),
  set_status: z.string().describe("The status that the item gets, by display or internal ID; empty: it keeps its own"),
  status_id: z
    .string()
    .optional()
    .describe("The status, by display or internal ID; in answers empty where there is none"),
  is_status_action: z.boolean().describe("Whether the action is offered in one status only: status_id"),
}))

export const newActionsAnswer = listed("1")

export const updateActionsAnswer = listed("2")

export const inputFieldsAnswer = answerOf(() => ({
  action: answer({
    action_id: internalId().describe("The action, by display ID or a_id"),
    display_order: integer().describe("Place among its like, from 0"),
    description: z.string().describe("Its purpose"),
    crud_type: z.string().describe("What the action does: 1 create, 2 update, 3 delete, 4 copy"),
    next_status_id: internalIdOrNone().describe("The status that the item gets; empty where it keeps its own"),
  }).describe("The action"),
  action_fields: z
    .record(
      z.string(),
      fieldDefinition().extend({
        selected: optionId()
          .optional()
          .describe(
            "The option chosen when the field is first shown, by o_id or display ID; of a checkbox also several",
          ),
      }),
    )
    .describe("The datastore's fields, by f_id"),
  action_field_settings: z
    .record(
      z.string(),
      answer({
        action_id: internalIdOrNone().describe("The action, by display ID or a_id"),
        field_id: internalId().describe("The field, by display or internal ID"),
        show: z.boolean().describe("Whether the action shows the field"),
        update: z.boolean().describe("Whether the action may write the field"),
        mandatory: z.boolean().describe("Whether the action needs a value of the field"),
      }),
    )
    .describe("How the action takes fields"),
}))

export const actionSettingsAnswer = answerOf(() => ({
  workspace_id: internalId().describe("Internal ID of the workspace"),
  project_id: internalId().describe("Internal ID of the application"),
  datastore_id: internalId().describe("Internal ID of the datastore"),
  action_id: internalId().describe("The action, by display ID or a_id"),
  status_id: internalId()
    .optional()
    .describe("The status, by display or internal ID; in answers empty where there is none"),
  is_status_action: z.boolean().describe("Whether the action is offered in one status only: status_id"),
  display_id: displayId().describe("Display ID: the one chosen on the screen"),
  description: z.string().describe("Its purpose"),
  search_keys: z.array(z.string()).describe("Always empty"),
  operation: z.enum(OPERATIONS).describe("What the action does: new, update, delete or copy"),
  set_status: internalIdOrNone().describe(
    "The status that the item gets, by display or internal ID; empty: it keeps its own",
  ),
  name: names().describe("Name of the action by language"),
  roles: listOf("Roles", {
    ...roleMembers(),
    can_execute: z.boolean().describe("Whether the role's holders may run it"),
  }),
  action_field_settings: listOf("How the action takes fields", {
    field_id: internalId().describe("The field, by display or internal ID"),
    show: z.boolean().describe("Whether the action shows the field"),
    update: z.boolean().describe("Whether the action may write the field"),
    mandatory: z.boolean().describe("Whether the action needs a value of the field"),
  }),
}))
