import { administersGroup } from "../../model/people.ts"
import { kind } from "../command.ts"
import { userAt } from "../pick.ts"
import { type MemberDraft, memberDrafts } from "./member-draft.ts"

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
