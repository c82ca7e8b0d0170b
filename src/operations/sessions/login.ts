import * as z from "zod"
import { nameOfUser } from "../../access/index.ts"
import { publicProcess, type Visitor } from "../../engine/index.ts"
import { byOrdinal, type CauseKind, DomainError, invalidParams, noPrivileges } from "../../model/index.ts"
import { optionalId, optionalString } from "../../model/input/index.ts"
import type { User } from "../../model/records/index.ts"
import { issueToken, lockoutAfterFailure } from "../../people/index.ts"
import type { Passwords } from "../../ports/index.ts"
import type { View } from "../../state/index.ts"

const loginInput = () => ({
  email: optionalString("E-mail address"),
  userCode: optionalString("The user's code in the workspace"),
  password: z.string().describe("The password of the user"),
  exclusiveWId: optionalId().describe("The workspace of a workspace-only user"),
})

type LoginInput = z.output<z.ZodObject<ReturnType<typeof loginInput>>>

/**
 * Returns one of several matching users. Prefers the user without a user code who is not limited to one workspace. Otherwise returns the
 * oldest user (api.md sections 2.1 and 9.1).
 */
export const preferredUser = (users: readonly User[]): User | undefined =>
  users.find((user) => user.exclusiveWId === null && user.userCode === "") ?? [...users].sort(byOrdinal)[0]

/**
 * Finds users by e-mail address, user code, or both. An empty string means that the property is not given. Users who are limited to one
 * workspace match only if their `exclusiveWId` is given (model.md section 2.1).
 */
export function findLogins(view: View, who: Omit<LoginInput, "password">): User[] {
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

/** Selects the user to log in. If several workspaces use the same user code, selects the oldest user whose password is correct. */
function whoLogsIn(users: readonly User[], { userCode, password }: LoginInput, passwords: Passwords): User | undefined {
  if (users.length < 2 || !userCode) return preferredUser(users)
  const oldestFirst = [...users].sort(byOrdinal)
  const fits = ({ passwordHash }: User) => passwordHash !== null && passwords.verify(password, passwordHash)
  return oldestFirst.find(fits) ?? oldestFirst[0]
}

/** Creates the error for failed logins. The text is the same for all kinds. The cause never contains the password. */
const wrong = (kind: CauseKind, user?: User): DomainError =>
  new DomainError("INVALID_PARAMS", "token", "email or password is incorrect", {
    causes: [{ kind, facts: user === undefined ? {} : { user: nameOfUser(user) } }],
  })

/**
 * Logs a user in and returns a new token. The error is the same for an unknown user, a wrong password, a user without a password and an
 * unconfirmed user. Counts wrong passwords if the workspace's password policy locks users out. (api.md section 9.1)
 */
export const login = publicProcess({
  name: "Login",
  summary: "Returns a token for an e-mail address or user code and a password",
  input: loginInput,
  errors: { token: { statusOf: "UNAUTHORIZED" } },
  execute: logIn,
  answer: (token) => ({ token }),
})

async function logIn({ engine, cause }: Visitor, who: LoginInput): Promise<string> {
  if (!who.email && !who.userCode) throw invalidParams("email or user_code is required")
  const outcome = await engine.commit("Login", { uId: null, cause }, (tx) => {
    const user = whoLogsIn(findLogins(tx, who), who, engine.ports.passwords)
    if (user === undefined || user.passwordHash === null) return wrong("login_unknown")
    if (user.lockedUntil !== null && (user.lockedUntil === "until-reset" || user.lockedUntil > tx.now)) {
      return noPrivileges("the account is locked after too many wrong passwords")
    }
    if (!engine.ports.passwords.verify(who.password, user.passwordHash)) {
      const counted = lockoutAfterFailure(tx, user)
      if (counted !== null) tx.patch("users", user.uId, counted)
      return wrong("login_password", user)
    }
    if (!user.confirmed) return wrong("login_unconfirmed", user)
    tx.patch("users", user.uId, { lastLoginAt: tx.now, failedLogins: 0, lockedUntil: null })
    return issueToken(tx, user)
  })
  if (outcome instanceof DomainError) throw outcome
  return outcome
}
