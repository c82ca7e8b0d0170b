import fc from "fast-check"
import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { userAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { isHere } from "../../../../../emulator/testing/kit/model/people.ts"
import { groupAt, roleAt } from "../pick.ts"
import { checkUserInfo } from "../users/check-user-info.ts"

interface GroupRolesDraft {
  readonly caller: number
  readonly group: number
  readonly roles: readonly number[]
}

export const groupRolesCommand = (name: string, operation: "updateGroupRoles" | "addGroupRoles", keepsOld: boolean) =>
  kind<GroupRolesDraft>({
    name,
    draft: (schema) =>
      schema.roles.length === 0
        ? "the workspace has no roles"
        : fc.record({ caller: fc.nat(20), group: fc.nat(10), roles: fc.array(fc.nat(10), { maxLength: 2 }) }),
    async run(model, session, draft) {
      const [caller, group] = [userAt(model, draft.caller), groupAt(model, draft.group)]
      const roles = draft.roles.map((nth) => roleAt(model, nth))
      const isAllowed = caller.isWorkspaceAdmin && isHere(model, caller.uId)
      await session.expect(
        {
          operation,
          user: caller.reference,
          params: { "group-id": group.gId },
          body: { group_roles: roles.map((role) => ({ app_id: role.appId, role_id: role.displayId })) },
        },
        { status: !isHere(model, caller.uId) ? 400 : isAllowed ? 200 : 403 },
      )
      if (!isAllowed) return
      const given = roles.map((role) => role.path)
      model.groups.set(group.gId, { ...group, roles: [...new Set([...(keepsOld ? group.roles : []), ...given])] })
      const member = [...model.users.values()].find((user) => user.groups.includes(group.gId))
      if (member !== undefined) await checkUserInfo(model, session, member)
    },
  })
