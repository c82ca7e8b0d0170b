import { requireSelf } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { anyObject, optionalId, optionalString } from "../../model/input/index.ts"
import { findClash, refuseClash, requireUserCode, requireUsername, workspacesOf } from "../../people/index.ts"

/** Changes the caller's name, user code or additional information. (api.md section 1.2) */
export const updateUserInfo = command({
  name: "UpdateUserInfo",
  summary: "Changes the caller's name, user code or additional information",
  input: () => ({
    userId: optionalId().describe("ID of the user, who can only be the caller"),
    username: optionalString("The new name; absent: unchanged"),
    userCode: optionalString("The new user code; an empty string clears it"),
    additionalInfo: anyObject().describe("Merged into the user's additional data").optional(),
  }),
  place: ["userId"],
  authorize: requireSelf,
  execute(tx, { principal: { user } }, { username, userCode, additionalInfo }): void {
    if (username !== undefined) requireUsername(username)
    if (userCode !== undefined) {
      requireUserCode(userCode)
      refuseClash(findClash(tx, { ...user, userCode }, workspacesOf(user), user.uId))
    }
    tx.update("users", user.uId, (draft) => {
      if (username !== undefined) draft.username = username
      if (userCode !== undefined) draft.userCode = userCode
      if (additionalInfo !== undefined) draft.additionalInfo = { ...user.additionalInfo, ...additionalInfo }
      draft.updatedAt = tx.now
    })
  },
})
