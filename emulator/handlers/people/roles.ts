import {
  addGroupRoles,
  addRoleToUser,
  type GroupRoles,
  getRoles,
  getRoleUsers,
  removeRoleFromUser,
  requireApplication,
  requireMayGrant,
  runUseCase,
  updateGroupRoles,
} from "../../../src/index.ts"
import type { BodyOf } from "../../contract/row.ts"
import type { table } from "../../contract/table.ts"
import { type Entry, type Handler, handler } from "../../http/handler.ts"

const requireGrantor = ({ view, actor, params }: Entry): void =>
  requireMayGrant(view, actor, requireApplication(view, actor, params["app-id"] ?? "").pId)

const groupRolesOf = (group: string, body: BodyOf<typeof table.addGroupRoles>): GroupRoles => ({
  group,
  roles: body.group_roles.map((named) => ({ application: named.app_id, role: named.role_id })),
})

export const roleHandlers = {
  getRoles: handler<typeof table.getRoles>(async ({ caller, params }) => {
    const roles = await runUseCase(caller, getRoles, { application: params["app-id"] ?? "" })
    return roles.map((role) => ({
      role_id: role.rId,
      display_id: role.displayId,
      name: role.name,
      project_id: role.pId,
      type: role.type,
    }))
  }),
  getRoleUsers: handler<typeof table.getRoleUsers>(async ({ caller, params }) => {
    const users = await runUseCase(caller, getRoleUsers, {
      application: params["app-id"] ?? "",
      role: params["role-id"] ?? "",
    })
    return { role_users: users.map(({ email, uId, username }) => ({ email, u_id: uId, username })) }
  }),
  addRoleToUser: {
    enter: requireGrantor,
    run: async ({ caller, params, body }) => {
      await runUseCase(caller, addRoleToUser, {
        application: params["app-id"] ?? "",
        uId: body.user_id,
        role: body.role_id,
      })
      return { error: null }
    },
  } satisfies Handler<typeof table.addRoleToUser>,
  removeRoleFromUser: {
    enter: requireGrantor,
    run: async ({ caller, params, body }) => {
      await runUseCase(caller, removeRoleFromUser, {
        application: params["app-id"] ?? "",
        uId: body.user_id,
        role: body.role_id,
      })
      return { error: null }
    },
  } satisfies Handler<typeof table.removeRoleFromUser>,
  updateGroupRoles: handler<typeof table.updateGroupRoles>(async ({ caller, params, body }) => {
    await runUseCase(caller, updateGroupRoles, groupRolesOf(params["group-id"] ?? "", body))
    return {}
  }),
  addGroupRoles: handler<typeof table.addGroupRoles>(async ({ caller, params, body }) => {
    await runUseCase(caller, addGroupRoles, groupRolesOf(params["group-id"] ?? "", body))
    return {}
  }),
}
