import * as z from "zod"
import {
  addGroupRoles,
  addRoleToUser,
  getRoles,
  getRoleUsers,
  removeRoleFromUser,
  updateGroupRoles,
} from "../../../../../src/operations/list.ts"
import { row } from "../../declared-row.ts"
import { answerOf, body, DONE, displayId, internalId, listAnswer, listOf } from "../../shapes.ts"

const namedRoles = () => ({
  group_roles: z
    .array(
      body({
        app_id: z.string().describe("Display or internal ID of the application"),
        role_id: z.string().describe("The role, by display ID or r_id"),
      }),
    )
    .describe("Roles of the group's members, each with its application"),
})

type NamedRoles = z.output<ReturnType<typeof namedRoles>["group_roles"]>

const rolesOf = (named: NamedRoles) => ({
  roles: named.map(({ app_id, role_id }) => ({ application: app_id, role: role_id })),
})

/** Operations on roles (api.md section 13). */
export const roleRows = {
  getRoles: row(getRoles, "get /applications/:app-id/roles", {
    answer: listAnswer(() => ({
      role_id: internalId().describe("Internal ID of the role"),
      display_id: displayId().describe("Display ID, chosen on the service's screens"),
      name: z.string().describe("Name of the role"),
      project_id: internalId().describe("Internal ID of the application"),
      type: z.string().describe("Kind of role"),
    })),
    present: (roles) =>
      roles.map((role) => ({
        role_id: role.rId,
        display_id: role.displayId,
        name: role.name,
        project_id: role.pId,
        type: role.type,
      })),
    source: "client",
  }),
  getRoleUsers: row(getRoleUsers, "get /applications/:app-id/roleusers/:role-id", {
    answer: answerOf(() => ({
      role_users: listOf("Users and groups that have the role", {
        email: z.string().describe("E-mail address"),
        u_id: internalId().describe("ID of the user"),
        username: z.string().describe("Name of the user"),
      }),
    })),
    present: (users) => ({ role_users: users.map(({ email, uId, username }) => ({ email, u_id: uId, username })) }),
  }),
  addRoleToUser: row(addRoleToUser, "post /applications/:app-id/userroles", {
    wire: { uId: "user_id", role: "role_id" },
    ...DONE,
  }),
  removeRoleFromUser: row(removeRoleFromUser, "delete /applications/:app-id/userroles", {
    wire: { uId: "user_id", role: "role_id" },
    ...DONE,
  }),
  updateGroupRoles: row(updateGroupRoles, "post /grouproles/:group-id", {
    wire: { roles: null },
    wireOnly: namedRoles,
    toInput: ({ wire }) => rolesOf(wire.group_roles),
    answer: answerOf(() => ({})),
    present: () => ({}),
  }),
  addGroupRoles: row(addGroupRoles, "put /grouproles/:group-id", {
    wire: { roles: null },
    wireOnly: namedRoles,
    toInput: ({ wire }) => rolesOf(wire.group_roles),
    answer: answerOf(() => ({})),
    present: () => ({}),
  }),
} as const
