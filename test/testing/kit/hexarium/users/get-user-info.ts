import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { userAt } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { checkUserInfo } from "./check-user-info.ts"
import { type UserDraft, userDrafts } from "./user-draft.ts"

export const getUserInfo = kind<UserDraft>({
  name: "GetUserInfo",
  draft: userDrafts,
  run: (model, session, draft) => checkUserInfo(model, session, userAt(model, draft.user)),
})
