import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { callerAt, userAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { isHere } from "../../../../../emulator/testing/kit/model/people.ts"
import { administersGroup, isLastAdmin, leaveGroup } from "../model/people.ts"
import { type MemberDraft, memberDrafts } from "./member-draft.ts"

export const removeUser = kind<MemberDraft>({
  name: "RemoveUser",
  draft: memberDrafts,
  needs: "a user who is in a group",
  isPossible: (model, draft) => userAt(model, draft.user).groups.length > 0,
  async run(model, session, draft) {
    const user = userAt(model, draft.user)
    const gId = user.groups[draft.group % user.groups.length] as string
    const caller = callerAt(model, draft.caller, ({ uId }) => administersGroup(model, uId, gId))
    const isAllowed = administersGroup(model, caller.uId, gId)
    const isLast = user.groups.length === 1 && isLastAdmin(model, user)
    await session.expect(
      { operation: "removeUser", user: caller.reference, body: { g_id: gId, u_id: user.uId } },
      { status: !isHere(model, caller.uId) ? 404 : !isAllowed ? 403 : isLast ? 400 : 200 },
    )
    if (isAllowed && !isLast) leaveGroup(model, user, gId)
  },
})
