import * as z from "zod"
import { row } from "../../row.ts"
import { answer, body, displayId, done, internalId, lazy, listOf } from "../../shapes.ts"

const noApplication = { code: "INVALID_PARAMS" } as const
const noGrant = { shape: "errorMessage", error: "No privileges to the Application", members: { code: 999 } } as const

const grant = lazy(() => body({ user_id: z.string(), role_id: z.string() }))
const groupRoles = lazy(() => body({ group_roles: listOf(body({ app_id: z.string(), role_id: z.string() })) }))

/** api.md section 13: roles. */
export const roleRows = {
  getRoles: row({
    method: "get",
    paths: ["/applications/:app-id/roles"],
    tag: "roles",
    summary: "The roles of an application",
    auth: "token",
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
    source: "client",
  }),
  getRoleUsers: row({
    method: "get",
    paths: ["/applications/:app-id/roleusers/:role-id"],
    tag: "roles",
    summary: "The users who hold a role, directly or through a group",
    auth: "token",
    answer: lazy(() =>
      answer({ role_users: z.array(answer({ email: z.string(), u_id: internalId(), username: z.string() })) }),
    ),
    source: "docs",
  }),
  addRoleToUser: row({
    method: "post",
    paths: ["/applications/:app-id/userroles"],
    tag: "roles",
    summary: "Grant a role to a user",
    auth: "token",
    body: grant,
    answer: done,
    errors: { place: noApplication, privilege: noGrant },
    source: "docs",
  }),
  removeRoleFromUser: row({
    method: "delete",
    paths: ["/applications/:app-id/userroles"],
    tag: "roles",
    summary: "Take a directly granted role from a user",
    auth: "token",
    body: grant,
    answer: done,
    errors: { place: noApplication, privilege: noGrant },
    source: "docs",
  }),
  updateGroupRoles: row({
    method: "post",
    paths: ["/grouproles/:group-id"],
    tag: "roles",
    summary: "Replace all roles of a group",
    auth: "token",
    body: groupRoles,
    answer: lazy(() => answer({})),
    errors: { place: noApplication },
    source: "docs",
  }),
  addGroupRoles: row({
    method: "put",
    paths: ["/grouproles/:group-id"],
    tag: "roles",
    summary: "Grant further roles to a group",
    auth: "token",
    body: groupRoles,
    answer: lazy(() => answer({})),
    errors: { place: noApplication },
    source: "docs",
  }),
} as const
