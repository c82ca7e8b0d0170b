import * as z from "zod"
import { answer, answerOf, integer, internalId, internalIdOrNone, millis } from "../shapes.ts"

export const confirmedRegistration = answerOf(() => ({
  user: answer({
    confirmation_id: z.string().describe("Confirmation ID from the link in the mail"),
    email: z.string().describe("E-mail address"),
    id: internalId().describe("ID of the user"),
    username: z.string().describe("Name of the user"),
    confirmed: z.boolean().describe("Whether the user is confirmed"),
    isElapsed: z.boolean().describe("Whether the confirmation has expired"),
    email_confirmed: z.boolean().optional().describe("Whether the address is confirmed"),
  }).describe("The user and the purpose of the confirmation"),
}))

export type WireConfirmedRegistration = z.input<ReturnType<typeof confirmedRegistration>>

export const confirmedEmail = answerOf(() => ({
  user: answer({
    confirmation_id: z.string().describe("Confirmation ID from the link in the mail"),
    email: z.string().describe("E-mail address"),
    tmp_email: z.string().describe("The new address until the user confirms it"),
    id: internalId().describe("ID of the user"),
    username: z.string().describe("Name of the user"),
    current_workspace_id: internalIdOrNone().describe("ID of the current workspace"),
    email_confirmed: z.boolean().describe("Whether the address is confirmed"),
    confirmed: z.boolean().describe("Whether the user is confirmed"),
    isElapsed: z.boolean().describe("Whether the confirmation has expired"),
    workspace: answer({
      id: internalId().describe("Internal ID of the group"),
      g_id: internalId().describe("Internal ID of the group"),
      name: z.string().describe("Name of the group"),
      display_id: z.string().describe("Display ID, chosen on the service's screens"),
      access_key: z.string().describe("Access key of the group; items are published to this key"),
      index: integer().describe("Position among the groups with the same parent, counted from 0"),
      is_root: z.boolean().describe("Whether the group has no parent group"),
      disable_ui_access: z.boolean().describe("Whether members of the group can't use the service's screens"),
      created_at: millis().describe("Time of creation: an ISO 8601 instant in UTC"),
    })
      .optional()
      .describe("The root group of the workspace"),
  }).describe("The user of the e-mail address and the user's workspaces"),
}))

export type WireConfirmedEmail = z.input<ReturnType<typeof confirmedEmail>>
