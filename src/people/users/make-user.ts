import { localPart, type WId } from "../../model/index.ts"
import { newUserRecord, type User } from "../../model/records/index.ts"
import type { Tx } from "../../state/index.ts"

export interface NewUser {
  /** E-mail address in lower case. */
  readonly email: string
  /** User name. Default: the local part of the e-mail address. */
  readonly username?: string | undefined
  readonly userCode?: string | undefined
  readonly exclusiveWId?: WId | null
  readonly additionalInfo?: Readonly<Record<string, unknown>> | undefined
}

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
