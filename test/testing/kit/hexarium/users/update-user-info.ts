import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { userAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { type UserDraft, userDrafts } from "./user-draft.ts"

export const updateUserInfo = kind<UserDraft>({
  name: "UpdateUserInfo",
  draft: userDrafts,
  async run(model, session, draft) {
    const user = userAt(model, draft.user)
    await session.expect(
      { operation: "updateUserInfo", user: user.reference, body: { user_id: user.uId, username: draft.name } },
      { status: 200 },
    )
    model.users.set(user.uId, { ...user, username: draft.name })
  },
})
