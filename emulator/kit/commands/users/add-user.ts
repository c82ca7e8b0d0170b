import { administersGroup } from "../../model/people.ts"
import { kind } from "../command.ts"
import { groupAt, userAt } from "../pick.ts"
import { type MemberDraft, memberDrafts } from "./member-draft.ts"

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
