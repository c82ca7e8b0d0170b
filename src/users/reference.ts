import { invalidParams } from "../error.ts"
import { byOrdinal } from "../order.ts"
import type { User } from "../records/user.ts"
import type { View } from "../state/view.ts"

/**
 * A user by `e-mail`, `e-mail#user_code` where several share one, or u_id (fixtures.md, UserRef). An address that several share
 * means the one without a code; of several such (some are workspace-only) the one who is not, else the oldest.
 */
export function findUserByReference(view: View, reference: string): User | undefined {
  const byId = view.get("users", reference)
  if (byId !== undefined) return byId
  const sharing = withEmail(view, reference)
  if (sharing.length === 1) return sharing[0]
  if (sharing.length > 1) return preferred(sharing.filter(({ userCode }) => userCode === ""))
  // An address may hold a # itself, so every # may be the one before the code.
  for (let at = reference.indexOf("#"); at >= 0; at = reference.indexOf("#", at + 1)) {
    const code = reference.slice(at + 1)
    const found = preferred(withEmail(view, reference.slice(0, at)).filter(({ userCode }) => userCode === code))
    if (found !== undefined) return found
  }
  return undefined
}

const withEmail = (view: View, email: string): User[] => view.list("users", "usersByEmail", email.toLowerCase())

const preferred = (users: readonly User[]): User | undefined =>
  users.find(({ exclusiveWId }) => exclusiveWId === null) ?? [...users].sort(byOrdinal)[0]

/** The same; refuses an unknown one. */
export function requireUser(view: View, reference: string): User {
  const user = findUserByReference(view, reference)
  if (user === undefined) throw invalidParams(`no user ${reference}`)
  return user
}
