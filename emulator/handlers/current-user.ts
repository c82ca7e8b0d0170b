import {
  deleteUserProfilePicture,
  getUserInfo,
  getUserProfilePicture,
  updateUserInfo,
  uploadUserProfilePicture,
} from "../../src/index.ts"
import type { table } from "../contract/table.ts"
import { handler } from "../http/handler.ts"
import { bytesReply } from "../http/reply.ts"
import { presentUserInfo } from "../presenters/users.ts"

/** Whatever a picture holds, it never runs in a browser (api.md section 1.3). */
const PICTURE_HEADERS = {
  "cache-control": "no-cache",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

export const currentUserHandlers = {
  getUserInfo: handler<typeof table.getUserInfo>(async ({ caller, world }) =>
    presentUserInfo(await getUserInfo(caller), world.state.scalars.settings.lang),
  ),
  updateUserInfo: handler<typeof table.updateUserInfo>(async ({ caller, body }) => {
    await updateUserInfo(caller, {
      userId: body.user_id,
      username: body.username,
      userCode: body.user_code,
      additionalInfo: body.additional_info,
    })
    return { error: null }
  }),
  getUserProfilePicture: handler<typeof table.getUserProfilePicture>(async ({ world, params }) => {
    const { contentType, bytes } = await getUserProfilePicture(world, { userId: params["user-id"] ?? "" })
    return bytesReply(contentType, bytes, PICTURE_HEADERS)
  }),
  uploadUserProfilePicture: handler<typeof table.uploadUserProfilePicture>(async ({ caller, files }) => {
    const file = files.find((part) => part.name === "file")
    if (file !== undefined) await uploadUserProfilePicture(caller, file)
    return { error: null }
  }),
  deleteUserProfilePicture: handler<typeof table.deleteUserProfilePicture>(async ({ caller }) => {
    await deleteUserProfilePicture(caller)
    return { error: null }
  }),
}
