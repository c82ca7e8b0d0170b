import * as z from "zod"
import type { Visitor } from "../../engine/caller.ts"
import { publicProcess } from "../../engine/operation.ts"
import { DomainError, invalidParams, noPrivileges } from "../../model/error.ts"
import { object, optionalId } from "../../model/input/schemas.ts"
import { byOrdinal } from "../../order.ts"
import type { Passwords } from "../../ports/passwords.ts"
import type { User } from "../../model/records/user.ts"
import type { View } from "../../state/view.ts"
import { lockoutAfterFailure } from "../../people/users/lockout.ts"
import { issueToken } from "../../people/users/tokens.ts"

export interface LogIn {
  readonly email?: string | undefined
  readonly userCode?: string | undefined
  readonly password: string
  /** ID of the workspace that the user belongs to alone. */
  readonly exclusiveWId?: string | undefined
}

/**
 * Picks one of several users that fit: the one who is not workspace-only and has no user code, else the oldest (api.md
 * sections 2.1 and 9.1).
 */
export const preferredUser = (users: readonly User[]): User | undefined =>
  users.find((user) => user.exclusiveWId === null && user.userCode === "") ?? [...users].sort(byOrdinal)[0]

/**
 * Users who answer to an address or a user code; with both given, to both. An empty text counts as none. Workspace-only users are
 * met only with their `exclusiveWId` (model.md section 2.1).
 */
export function findLogins(view: View, who: Omit<LogIn, "password">): User[] {
  const email = who.email?.toLowerCase() || undefined
  const userCode = who.userCode || undefined
  const exclusiveWId = who.exclusiveWId || null
  const candidates =
    email !== undefined
      ? view.list("users", "usersByEmail", email)
      : userCode !== undefined
        ? view.list("users", "usersByCode", userCode)
        : []
  return candidates.filter(
    (user) =>
      !user.isBot && (userCode === undefined || user.userCode === userCode) && user.exclusiveWId === exclusiveWId,
  )
}

/** Several users of one code, in different workspaces, are told apart by the password; if it fits several, it is the oldest. */
function whoLogsIn(users: readonly User[], { userCode, password }: LogIn, passwords: Passwords): User | undefined {
  if (users.length < 2 || !userCode) return preferredUser(users)
  const oldestFirst = [...users].sort(byOrdinal)
  const fits = ({ passwordHash }: User) => passwordHash !== null && passwords.verify(password, passwordHash)
  return oldestFirst.find(fits) ?? oldestFirst[0]
}

const wrong = () => new DomainError("INVALID_PARAMS", "token", "email or password is incorrect")

/**
 * Returns a new token. Refuses an unknown user, a wrong password, a user without a password and an unconfirmed one alike. Wrong passwords
 * are counted where the policy locks users out. (api.md section 9.1)
 */
export const login = publicProcess({
  name: "Login",
  summary: "Exchange e-mail address or user code and password for a token",
  input: () =>
    object({
      email: z.string().describe("E-mail address").optional(),
      userCode: z.string().describe("The code that the user's workspace calls them").optional(),
      password: z.string().describe("The password of the user"),
      exclusiveWId: optionalId().describe("ID of the workspace that the user belongs to alone"),
    }),
  errors: { token: { status: 401 } },
  execute: logIn,
  answer: (token) => ({ token }),
})

async function logIn({ engine, behalf }: Visitor, who: LogIn): Promise<string> {
  if (!who.email && !who.userCode) throw invalidParams("email or user_code is required")
  const outcome = await engine.commit("Login", { uId: null, behalf }, (tx) => {
    const user = whoLogsIn(findLogins(tx, who), who, engine.ports.passwords)
    if (user === undefined || user.passwordHash === null) return wrong()
    if (user.lockedUntil !== null && (user.lockedUntil === "until-reset" || user.lockedUntil > tx.now)) {
      return noPrivileges("the account is locked after too many wrong passwords")
    }
    if (!engine.ports.passwords.verify(who.password, user.passwordHash)) {
      const counted = lockoutAfterFailure(tx, user)
      if (counted !== null) tx.patch("users", user.uId, counted)
      return wrong()
    }
    if (!user.confirmed) return wrong()
    tx.patch("users", user.uId, { lastLoginAt: tx.now, failedLogins: 0, lockedUntil: null })
    return issueToken(tx, user)
  })
  if (outcome instanceof DomainError) throw outcome
  return outcome
}
