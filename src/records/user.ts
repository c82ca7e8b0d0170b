import type { AccessKey, GId, Instant, RId, UId, WId } from "../ids.ts"

/** Direct membership in a group; `isSv` makes its holder an administrator of the group and its descendants. */
export interface Membership {
  readonly gId: GId
  readonly wId: WId
  readonly isSv: boolean
}

export interface Picture {
  readonly contentType: string
  /** Key of the bytes in the blob port. */
  readonly blob: string
}

/** A person who can log in, or a workspace's bot (model.md section 2.1). */
export interface User {
  readonly uId: UId
  readonly username: string
  /** Lower-cased. Together with `userCode` and `exclusiveWId` it identifies a login, once. */
  readonly email: string
  readonly userCode: string
  /** Set for workspace-only users. */
  readonly exclusiveWId: WId | null
  readonly passwordHash: string | null
  /** True while the password is the `tmp_password` an administrator gave; RegisterUser may still replace it. */
  readonly passwordIsTemporary: boolean
  /** Hashes of earlier passwords, newest first, the current one not included. */
  readonly passwordHistory: readonly string[]
  readonly passwordChangedAt: Instant | null
  readonly failedLogins: number
  /** Null when not locked; `"until-reset"` when only a password reset unlocks. */
  readonly lockedUntil: Instant | "until-reset" | null
  readonly confirmed: boolean
  readonly emailSent: boolean
  readonly picture: Picture | null
  readonly additionalInfo: Readonly<Record<string, unknown>> | null
  readonly currentWId: WId | null
  readonly lastLoginAt: Instant | null
  readonly accessKey: AccessKey
  readonly memberships: readonly Membership[]
  /** Roles granted directly. */
  readonly roles: readonly RId[]
  readonly isBot: boolean
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** Position in creation order in the world, from 0: decides who is "the oldest". */
  readonly ordinal: number
}

/** What a user can't be made without. */
export interface NewUserRecord
  extends Pick<
    User,
    "uId" | "username" | "email" | "userCode" | "exclusiveWId" | "accessKey" | "createdAt" | "ordinal"
  > {
  /** Absent: null. */
  readonly additionalInfo?: User["additionalInfo"]
  /** Absent: null. */
  readonly currentWId?: WId
  /** Absent: false. */
  readonly isBot?: boolean
}

/** The record of a user without a password, in no group and without roles. */
export const newUserRecord = (given: NewUserRecord): User => ({
  uId: given.uId,
  username: given.username,
  email: given.email,
  userCode: given.userCode,
  exclusiveWId: given.exclusiveWId,
  passwordHash: null,
  passwordIsTemporary: false,
  passwordHistory: [],
  passwordChangedAt: null,
  failedLogins: 0,
  lockedUntil: null,
  confirmed: false,
  emailSent: false,
  picture: null,
  additionalInfo: given.additionalInfo ?? null,
  currentWId: given.currentWId ?? null,
  lastLoginAt: null,
  accessKey: given.accessKey,
  memberships: [],
  roles: [],
  isBot: given.isBot ?? false,
  createdAt: given.createdAt,
  updatedAt: given.createdAt,
  ordinal: given.ordinal,
})

/** A bearer token of a user. */
export interface Token {
  readonly token: string
  readonly uId: UId
  readonly jti: string
  /** Null = never (a fixture's fixed token). */
  readonly expiresAt: Instant | null
  /** Written down in the fixture, and so again in an export. */
  readonly isFixed: boolean
  readonly createdAt: Instant
}
