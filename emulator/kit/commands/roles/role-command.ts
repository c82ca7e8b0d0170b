import fc from "fast-check"
import type { Model } from "../../model/model.ts"
import { isApplicationAdmin } from "../../model/people.ts"
import type { KitSchema, KitUser } from "../../schema.ts"
import { kind } from "../command.ts"
import { roleAt, userAt } from "../pick.ts"

interface RoleDraft {
  readonly caller: number
  readonly user: number
  readonly role: number
}

const roleDrafts = (schema: KitSchema): fc.Arbitrary<RoleDraft> | string =>
  schema.roles.length === 0
    ? "the workspace has no roles"
    : fc.record({ caller: fc.nat(20), user: fc.nat(20), role: fc.nat(10) })

export const mayGrant = (model: Model, caller: KitUser, application: string): boolean =>
  (caller.isWorkspaceAdmin && caller.groups.length > 0) || isApplicationAdmin(model, caller.uId, application)

export const roleCommand = (
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
