import { meantName } from "../../../src/fixtures/index.ts"
import { inspect, targetNotFound } from "../../../src/model/index.ts"
import type { User } from "../../../src/model/records/index.ts"
import { findUserByReference } from "../../../src/people/index.ts"
import type { View } from "../../../src/state/index.ts"

/** Finds a user by reference (fixtures.md, UserRef). Throws if the user is unknown or a workspace's bot. */
export function requireUser(view: View, reference: string): User {
  const user = findUserByReference(view, reference)
  if (user !== undefined && !user.isBot) return user
  const meant = meantName(reference, addresses(view))
  const hint = meant === undefined ? "" : `; did you mean ${meant}?`
  throw targetNotFound(`the world has no user ${inspect(reference)}${hint}`)
}

const addresses = (view: View): string[] => view.all("users").flatMap(({ email, isBot }) => (isBot ? [] : [email]))
