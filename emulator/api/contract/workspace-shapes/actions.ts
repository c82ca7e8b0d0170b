import * as z from "zod"
import type { ActionInput } from "../../../../src/fields/index.ts"
import { OPERATIONS_OF_ACTIONS } from "../../../../src/model/records/index.ts"
import { ACTION_FIELD, requestShape } from "../../../../src/model/settings/index.ts"
import { body, nameInput, optionalId } from "../shapes.ts"

export const changeableAction = () => ({
  operation: z.enum(OPERATIONS_OF_ACTIONS).optional().describe("Type of the action: new, update, delete or copy"),
  name: nameInput().optional().describe("Name of the action, in the world's language or by language"),
  display_id: optionalId().describe("Display ID of the action; generated if the request omits it"),
  set_status: z.string().optional().describe("Display or internal ID of the new status; empty for no change"),
  roles: z
    .array(z.string())
    .optional()
    .describe("Display IDs or r_ids of the roles that may run the action; ADMIN is always added"),
  is_status_action: z.boolean().optional().describe("Whether the action is available only in the status of status_id"),
  status_id: optionalId().describe("Display or internal ID of the status; empty for no status"),
  description: z.string().optional().describe("Explanatory text"),
  action_field_settings: z
    .array(
      body({
        field_id: z.string().describe("Display or internal ID of the field"),
        ...requestShape(ACTION_FIELD),
      }),
    )
    .optional()
    .describe("How the action treats the fields"),
})

export const readActionInput = (body: z.output<z.ZodObject<ReturnType<typeof changeableAction>>>): ActionInput => ({
  operation: body.operation,
  name: body.name,
  displayId: body.display_id,
  description: body.description,
  setStatus: body.set_status,
  isStatusAction: body.is_status_action,
  statusId: body.status_id,
  roles: body.roles,
  fieldSettings: body.action_field_settings?.map(({ field_id, ...setting }) => ({ field: field_id, ...setting })),
})
