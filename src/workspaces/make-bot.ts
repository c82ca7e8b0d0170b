import type { AccessKey, Instant, UId, WId } from "../model/ids.ts"
import { newUserRecord, type User } from "../model/records/user.ts"

/** The user that auto actions of a workspace run as: in no group and no list, without a way to log in (model.md section 10). */
export const makeBot = (bot: {
  readonly uId: UId
  readonly wId: WId
  readonly accessKey: AccessKey
  readonly createdAt: Instant
  readonly ordinal: number
}): User =>
  newUserRecord({
    uId: bot.uId,
    username: "Auto Action",
    email: "",
    userCode: "",
    exclusiveWId: bot.wId,
    currentWId: bot.wId,
    accessKey: bot.accessKey,
    isBot: true,
    createdAt: bot.createdAt,
    ordinal: bot.ordinal,
  })
