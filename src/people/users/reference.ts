import { byOrdinal, editDistance, inspect, invalidParams } from "../../model/index.ts"
import type { User } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"

/**
 * Finds a user by u_id, `e-mail` or `e-mail#user_code` (fixtures.md, UserRef). If several users share the address, the address alone means
 * the one without a user code. If several have no code, users without `exclusiveWId` come first, otherwise the oldest user.
 */
export function findUserByReference(view: View, reference: string): User | undefined {
  const byId = view.get("users", reference)
  if (byId !== undefined) return byId
  const sharing = withEmail(view, reference)
  if (sharing.length === 1) return sharing[0]
  if (sharing.length > 1) return preferredUser(sharing.filter(({ userCode }) => userCode === ""))
  // Both address and code may contain a #, so each # is tried as the separator.
  for (let at = reference.indexOf("#"); at >= 0; at = reference.indexOf("#", at + 1)) {
    const code = reference.slice(at + 1)
    const found = preferredUser(withEmail(view, reference.slice(0, at)).filter(({ userCode }) => userCode === code))
    if (found !== undefined) return found
  }
  return undefined
}

const withEmail = (view: View, email: string): User[] => view.list("users", "usersByEmail", email.toLowerCase())

const preferredUser = (users: readonly User[]): User | undefined =>
  users.find(({ exclusiveWId }) => exclusiveWId === null) ?? [...users].sort(byOrdinal)[0]

export function requireUser(view: View, reference: string): User {
  if (typeof reference !== "string") {
    throw new TypeError(`expected a user as e-mail address, e-mail#user_code or u_id, received ${inspect(reference)}`)
  }
  const user = findUserByReference(view, reference)
  if (user === undefined)
    throw invalidParams(`unknown user ${reference === "" ? '""' : reference}${offerUsers(view, reference)}`)
  return user
}

const MAX_OFFERED_USERS = 8
const MAX_TYPOS = 2

function offerUsers(view: View, reference: string): string {
  const addresses = view.all("users").flatMap(({ email, isBot }) => (isBot ? [] : [email]))
  const meant = addresses.find((one) => editDistance(one, reference.toLowerCase()) <= MAX_TYPOS)
  if (meant !== undefined) return `; did you mean ${meant}?`
  if (addresses.length === 0) return "; the world has no users"
  const more = addresses.length - MAX_OFFERED_USERS
  return `; available: ${addresses.slice(0, MAX_OFFERED_USERS).join(", ")}${more > 0 ? ` and ${more} more` : ""}`
}
