import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { callerAt, userAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { isHere } from "../../../../../emulator/testing/kit/model/people.ts"
import { administersGroup, joinGroup } from "../model/people.ts"
import { groupAt } from "../pick.ts"
import { type MemberDraft, memberDrafts } from "./member-draft.ts"

export const addUser = kind<MemberDraft>({
  name: "AddUser",
  draft: memberDrafts,
  needs: "a user without a user_code who is not of one workspace only",
  isPossible(model, draft) {
    const user = userAt(model, draft.user)
    return !user.reference.includes("#") && !user.isExclusive
  },
  async run(model, session, draft) {
    const [user, group] = [userAt(model, draft.user), groupAt(model, draft.group)]
    const caller = callerAt(model, draft.caller, ({ uId }) => administersGroup(model, uId, group.gId))
    const isAllowed = administersGroup(model, caller.uId, group.gId)
    await session.expect(
      { operation: "addUser", user: caller.reference, body: { email: user.email, g_id: group.gId } },
      { status: !isHere(model, caller.uId) ? 404 : isAllowed ? 200 : 403 },
    )
    if (isAllowed) joinGroup(model, user, group.gId)
  },
})
