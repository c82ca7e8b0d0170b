import { addSeconds } from "../../model/calendar/instants.ts"
import type { User } from "../../model/records/user.ts"
import type { View } from "../../state/view.ts"

/**
 * What a wrong password does to its user (model.md section 14): with `use_lockout_count`, `lockout_count` of them in a row lock
 * them for `lockout_time` minutes, or until the password is reset. Null when the policy does not count.
 */
export function lockoutAfterFailure(view: View, user: User): Pick<User, "failedLogins" | "lockedUntil"> | null {
  const policy = user.currentWId === null ? undefined : view.get("workspaces", user.currentWId)?.passwordPolicy
  if (policy === undefined || !policy.useLockoutCount) return null
  const failedLogins = user.failedLogins + 1
  if (failedLogins < policy.lockoutCount) return { failedLogins, lockedUntil: null }
  const lockedUntil = policy.useLockoutTime ? addSeconds(view.now, policy.lockoutTime * 60) : "until-reset"
  return { failedLogins: 0, lockedUntil }
}
