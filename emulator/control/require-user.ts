import { findUserByReference, meantName, targetNotFound, type User, type View } from "../../src/inside.ts"

/** The user of a reference (fixtures.md, UserRef). Refuses an unknown one, and the bot of a workspace. */
export function requireUser(view: View, reference: string): User {
  const user = findUserByReference(view, reference)
  if (user !== undefined && !user.isBot) return user
  const meant = meantName(reference, addresses(view))
  const hint = meant === undefined ? "" : `; did you mean ${meant}?`
  throw targetNotFound(`no user ${JSON.stringify(reference)}${hint}`)
}

const addresses = (view: View): string[] =>
  view
    .table("users")
    .toArray()
    .flatMap(({ email, isBot }) => (isBot ? [] : [email]))
