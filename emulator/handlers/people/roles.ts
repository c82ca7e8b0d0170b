import { type GroupRoles, operations } from "../../../src/inside.ts"
import type { BodyOf } from "../../contract/row.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"

const applicationOf = (params: { readonly "app-id": string }) => ({ application: params["app-id"] })

const groupOf = (params: { readonly "group-id": string }) => ({ group: params["group-id"] })

const rolesOf = (body: BodyOf<typeof table.addGroupRoles>): GroupRoles["roles"] =>
  body.group_roles.map((named) => ({ application: named.app_id, role: named.role_id }))

export const roleHandlers = {
  getRoles: handle(table.getRoles, operations.getRoles, {
    where: applicationOf,
    input: (_, where) => where,
    present: (roles) =>
      roles.map((role) => ({
        role_id: role.rId,
        display_id: role.displayId,
        name: role.name,
        project_id: role.pId,
        type: role.type,
      })),
  }),
  getRoleUsers: handle(table.getRoleUsers, operations.getRoleUsers, {
    where: applicationOf,
    input: ({ params }, where) => ({ ...where, role: params["role-id"] }),
    present: (users) => ({ role_users: users.map(({ email, uId, username }) => ({ email, u_id: uId, username })) }),
  }),
  addRoleToUser: handle(table.addRoleToUser, operations.addRoleToUser, {
    where: applicationOf,
    input: ({ body }, where) => ({ ...where, uId: body.user_id, role: body.role_id }),
    present: () => ({ error: null }),
  }),
  removeRoleFromUser: handle(table.removeRoleFromUser, operations.removeRoleFromUser, {
    where: applicationOf,
    input: ({ body }, where) => ({ ...where, uId: body.user_id, role: body.role_id }),
    present: () => ({ error: null }),
  }),
  updateGroupRoles: handle(table.updateGroupRoles, operations.updateGroupRoles, {
    where: groupOf,
    input: ({ body }, where) => ({ ...where, roles: rolesOf(body) }),
    present: () => ({}),
  }),
  addGroupRoles: handle(table.addGroupRoles, operations.addGroupRoles, {
    where: groupOf,
    input: ({ body }, where) => ({ ...where, roles: rolesOf(body) }),
    present: () => ({}),
  }),
}
