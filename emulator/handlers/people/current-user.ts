import {
  deleteUserProfilePicture,
  getUserInfo,
  getUserProfilePicture,
  requireSelf,
  runUseCase,
  updateUserInfo,
  uploadUserProfilePicture,
} from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { type Handler, handler } from "../../http/handler.ts"
import { bytesReply } from "../../http/reply.ts"
import { presentUserInfo } from "../../presenters/people/users.ts"

/** Whatever a picture holds, it never runs in a browser (api.md section 1.3). */
const PICTURE_HEADERS = {
  "cache-control": "no-cache",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

export const currentUserHandlers = {
  getUserInfo: handler<typeof table.getUserInfo>(async ({ caller, engine }) =>
    presentUserInfo(await runUseCase(caller, getUserInfo, undefined), engine.state.scalars.settings.lang),
  ),
  updateUserInfo: {
    enterBody: ({ actor }, { user_id }) => {
      if (typeof user_id === "string" && user_id !== "") requireSelf(actor.user, user_id)
    },
    run: async ({ caller, body }) => {
      await runUseCase(caller, updateUserInfo, {
        userId: body.user_id,
        username: body.username,
        userCode: body.user_code,
        additionalInfo: body.additional_info,
      })
      return { error: null }
    },
  } satisfies Handler<typeof table.updateUserInfo>,
  getUserProfilePicture: handler<typeof table.getUserProfilePicture>(async ({ visitor, params }) => {
    const { contentType, bytes } = await getUserProfilePicture(visitor, { userId: params["user-id"] ?? "" })
    return bytesReply(contentType, bytes, PICTURE_HEADERS)
  }),
  uploadUserProfilePicture: handler<typeof table.uploadUserProfilePicture>(async ({ caller, files }) => {
    const file = files.find((part) => part.name === "file")
    if (file !== undefined) await runUseCase(caller, uploadUserProfilePicture, file)
    return { error: null }
  }),
  deleteUserProfilePicture: handler<typeof table.deleteUserProfilePicture>(async ({ caller }) => {
    await runUseCase(caller, deleteUserProfilePicture, undefined)
    return { error: null }
  }),
}
