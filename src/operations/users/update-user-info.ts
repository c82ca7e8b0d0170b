import { command } from "../../engine/use-case.ts"
import { noPrivileges } from "../../error.ts"
import { requireSingleLine } from "../../mail/single-line.ts"
import type { User } from "../../records/user.ts"
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
export const updateUserInfo = command<UpdateUserInfo, void>("UpdateUserInfo", (tx, { user }, input) => {
  const { userId, username, userCode, additionalInfo } = input
  requireSelf(user, userId)
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
})

/** Refuses a caller who names somebody else. */
export function requireSelf(user: User, userId: string | undefined): void {
  if (userId !== undefined && userId !== user.uId) throw noPrivileges("only your own information can be updated here")
}
