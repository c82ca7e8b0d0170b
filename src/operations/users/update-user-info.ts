import * as z from "zod"
import { requireSelf } from "../../access/may.ts"
import { command, nothing } from "../../engine/operation.ts"
import { anyObject, object, optionalId } from "../../model/input/schemas.ts"
import { requireSingleLine } from "../../texts/single-line.ts"
import { findClash, refuseClash, requireUsername, workspacesOf } from "../../people/users/identity.ts"

/** Changes the caller's name, user code or additional information. (api.md section 1.2) */
export const updateUserInfo = command({
  name: "UpdateUserInfo",
  summary: "Change the caller's name, user code or additional information",
  input: () =>
    object({
      userId: optionalId().describe("ID of the user, who can only be the caller"),
      username: z.string().describe("The new name; absent: it stays").optional(),
      userCode: z.string().describe("The new user code; an empty one clears it").optional(),
      additionalInfo: anyObject().describe("Merged into what is kept of the user").optional(),
    }),
  place: ["userId"],
  authorize: requireSelf,
  execute(tx, { principal: { user } }, { username, userCode, additionalInfo }): void {
    if (username !== undefined) requireUsername(username)
    if (userCode !== undefined) {
      requireSingleLine("user_code", userCode)
      refuseClash(findClash(tx, { ...user, userCode }, workspacesOf(user), user.uId))
    }
    tx.update("users", user.uId, (draft) => {
      if (username !== undefined) draft.username = username
      if (userCode !== undefined) draft.userCode = userCode
      if (additionalInfo !== undefined) draft.additionalInfo = { ...user.additionalInfo, ...additionalInfo }
      draft.updatedAt = tx.now
    })
  },
  answer: nothing,
})
