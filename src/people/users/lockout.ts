import { addSeconds } from "../../model/index.ts"
import type { User } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"

/**
 * Returns the change to a user after a wrong password (model.md section 14). After `lockout_count` wrong passwords in a row, the user is
 * locked for `lockout_time` minutes, or until the password is reset. Returns null if `use_lockout_count` is off.
 */
export function lockoutAfterFailure(view: View, user: User): Pick<User, "failedLogins" | "lockedUntil"> | null {
  const policy = user.currentWId === null ? undefined : view.get("workspaces", user.currentWId)?.passwordPolicy
  if (policy === undefined || !policy.useLockoutCount) return null
  const failedLogins = user.failedLogins + 1
  if (failedLogins < policy.lockoutCount) return { failedLogins, lockedUntil: null }
  const lockedUntil = policy.useLockoutTime ? addSeconds(view.now, policy.lockoutTime * 60) : "until-reset"
  return { failedLogins: 0, lockedUntil }
}
