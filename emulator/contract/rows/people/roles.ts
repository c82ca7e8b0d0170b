import * as z from "zod"
import {
  addGroupRoles,
  addRoleToUser,
  getRoles,
  getRoleUsers,
  removeRoleFromUser,
  updateGroupRoles,
} from "../../../../src/inside.ts"
import { row } from "../../../api/contract/declared-row.ts"
import { answer, body, displayId, done, internalId, lazy, listOf } from "../../shapes.ts"

/** How the body of a group's roles names them. */
const namedRoles = () => ({
  group_roles: listOf(
    body({
      app_id: z.string().describe("The application, by display or internal ID"),
      role_id: z.string().describe("The role, by display ID or r_id"),
    }),
  ).describe("Roles that the group's members hold, each with its application"),
})

type NamedRoles = z.output<ReturnType<typeof namedRoles>["group_roles"]>

const rolesOf = (named: NamedRoles) => ({
  roles: named.map(({ app_id, role_id }) => ({ application: app_id, role: role_id })),
})

/** api.md section 13: roles. */
export const roleRows = {
  getRoles: row(getRoles, {
    method: "get",
    paths: ["/applications/:app-id/roles"],
    tag: "roles",
    answer: lazy(() =>
      z.array(
        answer({
          role_id: internalId(),
          display_id: displayId(),
          name: z.string(),
          project_id: internalId(),
          type: z.string(),
        }),
      ),
    ),
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
  getRoleUsers: row(getRoleUsers, {
    method: "get",
    paths: ["/applications/:app-id/roleusers/:role-id"],
    tag: "roles",
    answer: lazy(() =>
      answer({ role_users: z.array(answer({ email: z.string(), u_id: internalId(), username: z.string() })) }),
    ),
    present: (users) => ({ role_users: users.map(({ email, uId, username }) => ({ email, u_id: uId, username })) }),
    source: "docs",
  }),
  addRoleToUser: row(addRoleToUser, {
    method: "post",
    paths: ["/applications/:app-id/userroles"],
    tag: "roles",
    wire: { uId: "user_id", role: "role_id" },
    answer: done,
    present: () => ({ error: null }),
    source: "docs",
  }),
  removeRoleFromUser: row(removeRoleFromUser, {
    method: "delete",
    paths: ["/applications/:app-id/userroles"],
    tag: "roles",
    wire: { uId: "user_id", role: "role_id" },
    answer: done,
    present: () => ({ error: null }),
    source: "docs",
  }),
  updateGroupRoles: row(updateGroupRoles, {
    method: "post",
    paths: ["/grouproles/:group-id"],
    tag: "roles",
    wire: { roles: null },
    wireOnly: namedRoles,
    toInput: ({ wire }) => rolesOf(wire.group_roles),
    answer: lazy(() => answer({})),
    present: () => ({}),
    source: "docs",
  }),
  addGroupRoles: row(addGroupRoles, {
    method: "put",
    paths: ["/grouproles/:group-id"],
    tag: "roles",
    wire: { roles: null },
    wireOnly: namedRoles,
    toInput: ({ wire }) => rolesOf(wire.group_roles),
    answer: lazy(() => answer({})),
    present: () => ({}),
    source: "docs",
  }),
} as const
