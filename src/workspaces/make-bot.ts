import type { AccessKey, Instant, UId, WId } from "../ids.ts"
import type { User } from "../records/user.ts"

/** The user that auto actions of a workspace run as: in no group and no list, without a way to log in (model.md section 10). */
export const makeBot = (bot: {
  readonly uId: UId
  readonly wId: WId
  readonly accessKey: AccessKey
  readonly createdAt: Instant
  readonly ordinal: number
}): User => ({
  uId: bot.uId,
  username: "Auto Action",
  email: "",
  userCode: "",
  exclusiveWId: bot.wId,
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
  currentWId: bot.wId,
  lastLoginAt: null,
  accessKey: bot.accessKey,
  memberships: [],
  roles: [],
  isBot: true,
  createdAt: bot.createdAt,
  updatedAt: bot.createdAt,
  ordinal: bot.ordinal,
})
