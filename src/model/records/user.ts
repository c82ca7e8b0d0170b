import type { AccessKey, GId, Instant, RId, UId, WId } from "../ids.ts"
import type { Created, Dated } from "./record.ts"

/** Direct membership of a user in a group. `isSv` makes the user an administrator of the group and its descendants. */
export interface Membership {
  /** ID of the group. */
  readonly gId: GId
  /** ID of the workspace. */
  readonly wId: WId
  /** Whether the user administers the group. */
  readonly isSv: boolean
}

export interface Picture {
  /** Media type, e.g. `image/png`. */
  readonly contentType: string
  /** Key of the bytes in the blob store. */
  readonly blob: string
}

/** A user without password hash, tokens and access keys. */
export interface UserFacts extends Dated {
  /** ID of the user. */
  readonly uId: UId
  /** Display name. */
  readonly username: string
  /** E-mail address in lower case. The combination with `userCode` and `exclusiveWId` is unique. */
  readonly email: string
  /** Distinguishes users who share an e-mail address; usually empty. */
  readonly userCode: string
  /** Whether the user confirmed the e-mail address. */
  readonly confirmed: boolean
  /** Whether an invitation was sent. */
  readonly emailSent: boolean
  /** Custom data from the registration; null for none. */
  readonly additionalInfo: Readonly<Record<string, unknown>> | null
  /** Time of the last login; null for never. */
  readonly lastLoginAt: Instant | null
}

/** A person who can log in, or a workspace's bot (model.md section 2.1). */
export interface User extends Created, UserFacts {
  /** ID of the only workspace of a workspace-only user; null for all other users. */
  readonly exclusiveWId: WId | null
  /** Hash of the password, never part of a response; null until a password is set. */
  readonly passwordHash: string | null
  /** Whether the password is a `tmp_password` from an administrator, which RegisterUser may still replace. */
  readonly passwordIsTemporary: boolean
  /** Hashes of previous passwords, newest first; excludes the current password. */
  readonly passwordHistory: readonly string[]
  /** Time of the last password change. */
  readonly passwordChangedAt: Instant | null
  /** Failed logins since the last successful one. */
  readonly failedLogins: number
  /** End of the account lock; null if not locked, `"until-reset"` if only a password reset unlocks the account. */
  readonly lockedUntil: Instant | "until-reset" | null
  /** Profile picture; null for none. */
  readonly picture: Picture | null
  /** ID of the workspace in which the user's calls run by default; null for none. */
  readonly currentWId: WId | null
  /** Access key that the user holds (model.md section 4). */
  readonly accessKey: AccessKey
  /** The user's direct group memberships. */
  readonly memberships: readonly Membership[]
  /** Roles that the user has directly, not through a group. */
  readonly roles: readonly RId[]
  /** Whether the user is the bot that runs auto actions. */
  readonly isBot: boolean
}

export interface NewUserRecord
  extends Pick<
    User,
    "uId" | "username" | "email" | "userCode" | "exclusiveWId" | "accessKey" | "createdAt" | "ordinal"
  > {
  readonly additionalInfo?: User["additionalInfo"]
  readonly currentWId?: WId
  readonly isBot?: boolean
}

export const newUserRecord = (given: NewUserRecord): User => ({
  passwordHash: null,
  passwordIsTemporary: false,
  passwordHistory: [],
  passwordChangedAt: null,
  failedLogins: 0,
  lockedUntil: null,
  confirmed: false,
  emailSent: false,
  picture: null,
  additionalInfo: null,
  currentWId: null,
  lastLoginAt: null,
  memberships: [],
  roles: [],
  isBot: false,
  updatedAt: given.createdAt,
  ...given,
})

/** A bearer token of a user. */
export interface Token {
  readonly token: string
  readonly uId: UId
  readonly jti: string
  /** Time at which the token expires; null if it never expires, like the fixed tokens of a fixture. */
  readonly expiresAt: Instant | null
  /** Whether the fixture defined the token. Exports contain only such tokens. */
  readonly isFixed: boolean
  readonly createdAt: Instant
}
