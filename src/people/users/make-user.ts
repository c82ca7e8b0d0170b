import type { WId } from "../../model/ids.ts"
import { newUserRecord, type User } from "../../model/records/user.ts"
import type { Tx } from "../../state/tx.ts"
import { localPart } from "../../texts/email-address.ts"

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
export const makeUser = (tx: Tx, { email, username, userCode, exclusiveWId, additionalInfo }: NewUser): User =>
  tx.put(
    "users",
    newUserRecord({
      uId: tx.newId(),
      username: username ?? localPart(email),
      email,
      userCode: userCode ?? "",
      exclusiveWId: exclusiveWId ?? null,
      additionalInfo: additionalInfo ?? null,
      accessKey: tx.newId(),
      createdAt: tx.now,
      ordinal: tx.nextOrdinal(),
    }),
  )
