import { DomainError } from "../../model/index.ts"
import type { PasswordPolicy, User } from "../../model/records/index.ts"
import type { Passwords } from "../../ports/index.ts"
import type { Tx } from "../../state/index.ts"
import { endConfirmations } from "../confirmations/issue.ts"

const SALT_LENGTH = 22
/** Number of earlier passwords to store. They are stored even without a password policy, because a policy may be enabled later. */
const MAX_EARLIER_PASSWORDS = 24

const PATTERNS: Readonly<Record<number, { readonly test: (password: string) => boolean; readonly text: string }>> = {
  0: { test: (password) => !/\s/.test(password), text: "the password must not contain spaces" },
  1: {
    test: (password) => /[A-Za-z]/.test(password) && /[0-9]/.test(password),
    text: "the password must contain letters and digits",
  },
  2: {
    test: (password) => /[A-Za-z]/.test(password) && /[0-9]/.test(password) && /[!#$%\-_=+<>]/.test(password),
    text: "the password must contain letters, digits and one of !#$%-_=+<>",
  },
}

const weak = (text: string) => new DomainError("INVALID_VALUE", "params", text)

/** Throws if a password is empty or violates the policy (model.md section 14). `user` is null if there is no earlier password. */
export function requireAllowedPassword(
  passwords: Passwords,
  policy: PasswordPolicy | null,
  user: User | null,
  password: string,
): void {
  const weakness = weaknessOf(policy, password)
  if (weakness !== undefined) throw weak(weakness)
  if (
    policy?.useSameLimit &&
    user !== null &&
    recentHashes(user, policy.sameLimit).some(matches(passwords, password))
  ) {
    throw weak(`the password must differ from the last ${policy.sameLimit} passwords`)
  }
}

/** Returns the rule that a password violates whatever the earlier passwords are; undefined if there is none. */
export function weaknessOf(policy: PasswordPolicy | null, password: string): string | undefined {
  if (password === "") return "the password must not be empty"
  if (policy === null) return undefined
  if (policy.useMinLength && [...password].length < policy.minLength)
    return `the password must have at least ${policy.minLength} characters`
  const pattern = PATTERNS[policy.patternCheckType]
  return policy.usePatternCheck && pattern?.test(password) === false ? pattern.text : undefined
}

const recentHashes = (user: User, count: number): readonly string[] =>
  (user.passwordHash === null ? [] : [user.passwordHash, ...user.passwordHistory]).slice(0, count)

const matches = (passwords: Passwords, password: string) => (hash: string) => passwords.verify(password, hash)

/** Sets a password without checking the policy. Also ends a lockout and invalidates pending password and e-mail confirmations. */
export function setPasswordOf(
  tx: Tx,
  passwords: Passwords,
  user: User,
  password: string,
  change: Partial<Pick<User, "confirmed" | "passwordIsTemporary">> = {},
): User {
  const { passwordHash, passwordHistory } = user
  endConfirmations(tx, user.uId)
  return tx.patch("users", user.uId, {
    passwordIsTemporary: false,
    ...change,
    passwordHash: passwords.hash(password, tx.newSecret(SALT_LENGTH)),
    passwordHistory:
      passwordHash === null ? passwordHistory : [passwordHash, ...passwordHistory].slice(0, MAX_EARLIER_PASSWORDS),
    passwordChangedAt: tx.now,
    failedLogins: 0,
    lockedUntil: null,
    updatedAt: tx.now,
  })
}

export const policyOf = (tx: Tx, wId: User["currentWId"]): PasswordPolicy | null =>
  wId === null ? null : (tx.get("workspaces", wId)?.passwordPolicy ?? null)
