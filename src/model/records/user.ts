import type { AccessKey, GId, Instant, RId, UId, WId } from "../ids.ts"

/** Direct membership in a group; `isSv` makes its holder an administrator of the group and its descendants. */
export interface Membership {
  /** ID of the group. */
  readonly gId: GId
  /** ID of the workspace. */
  readonly wId: WId
  /** Whether they administer the group. */
  readonly isSv: boolean
}

export interface Picture {
  /** Media type, e.g. `image/png`. */
  readonly contentType: string
  /** Key of the bytes in the blob port. */
  readonly blob: string
}

/** A person who can log in, or a workspace's bot (model.md section 2.1). */
export interface User {
  /** ID of the user. */
  readonly uId: UId
  /** What people call them. */
  readonly username: string
  /** Lower-cased. Together with `userCode` and `exclusiveWId` it identifies a login, once. */
  readonly email: string
  /** Tells users of one address apart; empty for most. */
  readonly userCode: string
  /** Set for workspace-only users. */
  readonly exclusiveWId: WId | null
  /** Never in an answer. */
  readonly passwordHash: string | null
  /** True while the password is the `tmp_password` an administrator gave; RegisterUser may still replace it. */
  readonly passwordIsTemporary: boolean
  /** Hashes of earlier passwords, newest first, the current one not included. */
  readonly passwordHistory: readonly string[]
  /** When the password was set last. */
  readonly passwordChangedAt: Instant | null
  /** Wrong passwords since the last right one. */
  readonly failedLogins: number
  /** Null when not locked; `"until-reset"` when only a password reset unlocks. */
  readonly lockedUntil: Instant | "until-reset" | null
  /** Whether they proved that the address is theirs. */
  readonly confirmed: boolean
  /** Whether they were sent an invitation. */
  readonly emailSent: boolean
  /** The profile picture; null is none. */
  readonly picture: Picture | null
  /** Free data of the registration. */
  readonly additionalInfo: Readonly<Record<string, unknown>> | null
  /** ID of the workspace that they work in; null is none. */
  readonly currentWId: WId | null
  /** When they logged in last; null is never. */
  readonly lastLoginAt: Instant | null
  /** The key that it lends to those who hold it (model.md section 4). */
  readonly accessKey: AccessKey
  /** The groups that they are in. */
  readonly memberships: readonly Membership[]
  /** Roles granted directly. */
  readonly roles: readonly RId[]
  /** Whether it is the one that runs auto actions. */
  readonly isBot: boolean
  /** When it was made: ISO 8601 in UTC with milliseconds. */
  readonly createdAt: Instant
  /** When it was changed last: ISO 8601 in UTC with milliseconds. */
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
