import fc from "fast-check"
import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { callerAt, userAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import type { Model } from "../../../../../emulator/testing/kit/model/model.ts"
import { isApplicationAdmin, isHere } from "../../../../../emulator/testing/kit/model/people.ts"
import type { KitSchema, KitUser } from "../../../../../emulator/testing/kit/schema.ts"
import { roleAt } from "../pick.ts"

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
  (caller.isWorkspaceAdmin && isHere(model, caller.uId)) || isApplicationAdmin(model, caller.uId, application)

export const roleCommand = (
  name: string,
  operation: "addRoleToUser" | "removeRoleFromUser",
  change: (roles: readonly string[], role: string) => string[],
) =>
  kind<RoleDraft>({
    name,
    draft: roleDrafts,
    async run(model, session, draft) {
      const [user, role] = [userAt(model, draft.user), roleAt(model, draft.role)]
      const caller = callerAt(model, draft.caller, (one) => mayGrant(model, one, role.application))
      const isAllowed = mayGrant(model, caller, role.application)
      await session.expect(
        {
          operation,
          user: caller.reference,
          params: { "app-id": role.appId },
          body: { user_id: user.uId, role_id: role.displayId },
        },
        { status: !isHere(model, caller.uId) ? 400 : !isAllowed ? 403 : user.groups.length === 0 ? 400 : 200 },
      )
      if (isAllowed && user.groups.length > 0)
        model.users.set(user.uId, { ...user, roles: change(user.roles, role.path) })
    },
  })
