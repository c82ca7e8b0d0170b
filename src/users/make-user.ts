import type { WId } from "../ids.ts"
import type { User } from "../records/user.ts"
import type { Tx } from "../state/tx.ts"
import { localPart } from "./email-address.ts"

export interface NewUser {
  /** Lower-cased. */
  readonly email: string
  /** Absent: the local part of the address. */
  readonly username?: string | undefined
  readonly userCode?: string | undefined
  readonly exclusiveWId?: WId | null
  readonly additionalInfo?: Readonly<Record<string, unknown>> | undefined
}

/** A new user without a password, in no workspace. */
export function makeUser(tx: Tx, { email, username, userCode, exclusiveWId, additionalInfo }: NewUser): User {
  return tx.put("users", {
    uId: tx.newId(),
    username: username ?? localPart(email),
    email,
    userCode: userCode ?? "",
    exclusiveWId: exclusiveWId ?? null,
    passwordHash: null,
    passwordIsTemporary: false,
    passwordHistory: [],
    passwordChangedAt: null,
    failedLogins: 0,
    lockedUntil: null,
    confirmed: false,
    emailSent: false,
    picture: null,
    additionalInfo: additionalInfo ?? null,
    currentWId: null,
    lastLoginAt: null,
    accessKey: tx.newId(),
    memberships: [],
    roles: [],
    isBot: false,
    createdAt: tx.now,
    updatedAt: tx.now,
    ordinal: tx.nextOrdinal(),
  })
}
