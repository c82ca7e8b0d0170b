import { byOrdinal } from "../order.ts"
import type { View } from "../state/view.ts"
import type { User } from "./model.ts"

/** A user by `e-mail`, `e-mail#user_code` where several share one, or u_id (fixtures.md, UserRef). */
export function findUserByReference(view: View, reference: string): User | undefined {
  const byId = view.get("users", reference)
  if (byId !== undefined) return byId
  const at = reference.indexOf("#")
  const email = (at < 0 ? reference : reference.slice(0, at)).toLowerCase()
  const users = view.list("users", "usersByEmail", email)
  if (at >= 0) return users.find((user) => user.userCode === reference.slice(at + 1))
  return users.find((user) => user.userCode === "") ?? (users.length === 1 ? users.sort(byOrdinal)[0] : undefined)
}
