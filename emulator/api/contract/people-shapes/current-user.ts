import * as z from "zod"
import {
  answerOf,
  anyObject,
  displayId,
  integer,
  internalId,
  internalIdOrNone,
  listOf,
  namedAnswer,
  seconds,
} from "../shapes.ts"

/** Schema of an element in `user_roles` (api.md section 1.1). */
export const userRole = namedAnswer("UserRole", () => ({
  r_id: internalId().describe("Internal ID of the role"),
  role_name: z.string().describe("Name of the role"),
  role_id: displayId().describe("Display ID of the role"),
  p_id: internalId().describe("Internal ID of the application"),
  application_id: displayId().describe("Display ID of the application"),
  application_name: z.string().describe("Name of the application"),
  application_display_order: integer().describe("Position of the application in its workspace, counted from 0"),
}))

export type WireUserRole = z.input<ReturnType<typeof userRole>>

export const userInfo = answerOf(() => ({
  u_id: internalId().describe("ID of the user"),
  username: z.string().describe("Name of the user"),
  email: z.string().describe("E-mail address"),
  profile_pic: z.string().describe("URL of the profile picture"),
  current_workspace_id: internalIdOrNone().describe("ID of the current workspace"),
  is_ws_admin: z.boolean().describe("Whether the user administers the current workspace"),
  user_roles: z.array(userRole()).describe("Roles of the user in the current workspace, direct or through groups"),
  user_groups: listOf("The user's direct groups in the current workspace, deepest level first", {
    g_id: internalId().describe("Internal ID of the group"),
    group_name: z.string().describe("Name of the group"),
    group_id: displayId().describe("Display ID of the group"),
  }),
  last_login_datetime: seconds().describe("Time of the previous login; 0001-01-01T00:00:00Z for never"),
  user_code: z.string().describe("User code; distinguishes users with the same address"),
  additional_info: anyObject().optional().describe("Data that programs store about the user, by key"),
}))

export type WireUserInfo = z.input<ReturnType<typeof userInfo>>
