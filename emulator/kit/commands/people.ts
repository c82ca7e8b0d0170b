import fc from "fast-check"
import type { Model } from "../model/model.ts"
import { administersGroup, isApplicationAdmin } from "../model/people.ts"
import type { KitGroup, KitSchema, KitUser } from "../schema.ts"
import { kind, userAt } from "./command.ts"
import { checkUserInfo } from "./current-user.ts"

interface RoleDraft {
  readonly caller: number
  readonly user: number
  readonly role: number
}

const roleDrafts = (schema: KitSchema): fc.Arbitrary<RoleDraft> | string =>
  schema.roles.length === 0
    ? "the workspace has no roles"
    : fc.record({ caller: fc.nat(20), user: fc.nat(20), role: fc.nat(10) })

const roleAt = (model: Model, nth: number) => {
  const role = model.schema.roles[nth % model.schema.roles.length] as KitSchema["roles"][number]
  const [application = "", displayId = ""] = role.path.split(":")
  return { ...role, application, displayId }
}

const mayGrant = (model: Model, caller: KitUser, application: string): boolean =>
  (caller.isWorkspaceAdmin && caller.groups.length > 0) || isApplicationAdmin(model, caller.uId, application)

const roleCommand = (
  name: string,
  operation: "addRoleToUser" | "removeRoleFromUser",
  change: (roles: readonly string[], role: string) => string[],
) =>
  kind<RoleDraft>({
    name,
    draft: roleDrafts,
    async run(model, session, draft) {
      const [caller, user, role] = [userAt(model, draft.caller), userAt(model, draft.user), roleAt(model, draft.role)]
      const isAllowed = mayGrant(model, caller, role.application)
      await session.expect(
        {
          operation,
          user: caller.reference,
          params: { "app-id": role.application },
          body: { user_id: user.uId, role_id: role.displayId },
        },
        { status: isAllowed ? 200 : 403 },
      )
      if (isAllowed) model.users.set(user.uId, { ...user, roles: change(user.roles, role.path) })
    },
  })

export const addRoleToUser = roleCommand("AddRoleToUser", "addRoleToUser", (roles, role) => [
  ...new Set([...roles, role]),
])

export const removeRoleFromUser = roleCommand("RemoveRoleFromUser", "removeRoleFromUser", (roles, role) =>
  roles.filter((one) => one !== role),
)

interface MemberDraft {
  readonly caller: number
  readonly user: number
  readonly group: number
}

const memberDrafts = (): fc.Arbitrary<MemberDraft> =>
  fc.record({ caller: fc.nat(20), user: fc.nat(20), group: fc.nat(10) })

const groupAt = (model: Model, nth: number): KitGroup => {
  const groups = [...model.groups.values()]
  return groups[nth % groups.length] as KitGroup
}

export const addUser = kind<MemberDraft>({
  name: "AddUser",
  draft: memberDrafts,
  isPossible: (model, draft) => !userAt(model, draft.user).reference.includes("#"),
  async run(model, session, draft) {
    const [caller, user, group] = [userAt(model, draft.caller), userAt(model, draft.user), groupAt(model, draft.group)]
    const isAllowed = administersGroup(model, caller.uId, group.gId)
    await session.expect(
      { operation: "addUser", user: caller.reference, body: { email: user.email, g_id: group.gId } },
      { status: isAllowed ? 200 : 403 },
    )
    if (isAllowed) model.users.set(user.uId, { ...user, groups: [...new Set([...user.groups, group.gId])] })
  },
})

export const removeUser = kind<MemberDraft>({
  name: "RemoveUser",
  draft: memberDrafts,
  // a user who leaves their last group leaves the workspace, and so the model
  isPossible: (model, draft) => userAt(model, draft.user).groups.length > 1,
  async run(model, session, draft) {
    const [caller, user] = [userAt(model, draft.caller), userAt(model, draft.user)]
    const gId = user.groups[draft.group % user.groups.length] as string
    const isAllowed = administersGroup(model, caller.uId, gId)
    await session.expect(
      { operation: "removeUser", user: caller.reference, body: { g_id: gId, u_id: user.uId } },
      { status: isAllowed ? 200 : 403 },
    )
    if (!isAllowed) return
    const without = (groups: readonly string[]) => groups.filter((one) => one !== gId)
    model.users.set(user.uId, { ...user, groups: without(user.groups), svGroups: without(user.svGroups) })
  },
})

interface GroupRolesDraft {
  readonly caller: number
  readonly group: number
  readonly roles: readonly number[]
}

const groupRoles = (name: string, operation: "updateGroupRoles" | "addGroupRoles", keepsOld: boolean) =>
  kind<GroupRolesDraft>({
    name,
    draft: (schema) =>
      schema.roles.length === 0
        ? "the workspace has no roles"
        : fc.record({ caller: fc.nat(20), group: fc.nat(10), roles: fc.array(fc.nat(10), { maxLength: 2 }) }),
    async run(model, session, draft) {
      const [caller, group] = [userAt(model, draft.caller), groupAt(model, draft.group)]
      const roles = draft.roles.map((nth) => roleAt(model, nth))
      const isAllowed = caller.isWorkspaceAdmin
      await session.expect(
        {
          operation,
          user: caller.reference,
          params: { "group-id": group.gId },
          body: { group_roles: roles.map((role) => ({ app_id: role.application, role_id: role.displayId })) },
        },
        { status: isAllowed ? 200 : 403 },
      )
      if (!isAllowed) return
      const given = roles.map((role) => role.path)
      model.groups.set(group.gId, { ...group, roles: [...new Set([...(keepsOld ? group.roles : []), ...given])] })
      const member = [...model.users.values()].find((user) => user.groups.includes(group.gId))
      if (member !== undefined) await checkUserInfo(model, session, member)
    },
  })

export const updateGroupRoles = groupRoles("UpdateGroupRoles", "updateGroupRoles", false)
export const addGroupRoles = groupRoles("AddGroupRoles", "addGroupRoles", true)
