import { findUserByReference, targetNotFound, type User, type View } from "../../src/inside.ts"

/** The user of a reference (fixtures.md, UserRef). Refuses an unknown one, and the bot of a workspace. */
export function requireUser(view: View, reference: string): User {
  const user = findUserByReference(view, reference)
  if (user === undefined || user.isBot) throw targetNotFound(`no user ${JSON.stringify(reference)}`)
  return user
}
