import type { WId } from "../../model/index.ts"
import { newUserRecord, type User } from "../../model/records/index.ts"

/** Creates the user that runs a workspace's auto actions. It is in no group or list and cannot log in (model.md section 10). */
export const makeBot = (bot: Pick<User, "uId" | "accessKey" | "createdAt" | "ordinal">, wId: WId): User =>
  newUserRecord({
    ...bot,
    username: "Auto Action",
    email: "",
    userCode: "",
    exclusiveWId: wId,
    currentWId: wId,
    isBot: true,
  })
