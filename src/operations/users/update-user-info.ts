import { requireSelf } from "../../access/may.ts"
import { command } from "../../engine/use-case.ts"
import { requireSingleLine } from "../../texts/single-line.ts"
import { findClash, refuseClash, requireUsername, workspacesOf } from "../../users/identity.ts"

export interface UpdateUserInfo {
  /** Whom the caller means; only themselves. */
  readonly userId?: string | undefined
  readonly username?: string | undefined
  /** `""` clears it. */
  readonly userCode?: string | undefined
  /** Merged into the stored map. */
  readonly additionalInfo?: Readonly<Record<string, unknown>> | undefined
}

/** UpdateUserInfo (api.md section 1.2). */
export const updateUserInfo = command("UpdateUserInfo", {
  enter: requireSelf,
  run(tx, { actor: { user } }, { username, userCode, additionalInfo }: UpdateUserInfo): void {
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
})
