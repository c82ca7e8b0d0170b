import { operations, publicOperations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle, stringOf } from "../../http/handle.ts"
import { handler } from "../../http/handler.ts"
import { presentUserInfo } from "../../presenters/people/users.ts"
import { bytesReply } from "../../wire/reply.ts"

/** Whatever a picture holds, it never runs in a browser (api.md section 1.3). */
const PICTURE_HEADERS = {
  "cache-control": "no-cache",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

export const currentUserHandlers = {
  getUserInfo: handle(table.getUserInfo, operations.getUserInfo, {
    present: (info, { engine }) => presentUserInfo(info, engine.state.scalars.settings.lang),
  }),
  updateUserInfo: handle(table.updateUserInfo, operations.updateUserInfo, {
    placeProperties: ["user_id"],
    where: (_, inBody) => ({ userId: stringOf(inBody?.user_id) || undefined }),
    input: ({ body }, where) => ({
      ...where,
      username: body.username,
      userCode: body.user_code,
      additionalInfo: body.additional_info,
    }),
    present: () => ({ error: null }),
  }),
  getUserProfilePicture: handler(table.getUserProfilePicture, async ({ visitor, params }) => {
    const { contentType, bytes } = await publicOperations.getUserProfilePicture(visitor, {
      userId: params["user-id"] ?? "",
    })
    return bytesReply(contentType, bytes, PICTURE_HEADERS)
  }),
  uploadUserProfilePicture: handle(table.uploadUserProfilePicture, operations.uploadUserProfilePicture, {
    input: ({ file: { contentType, bytes } }) => ({ contentType, bytes }),
    present: () => ({ error: null }),
  }),
  deleteUserProfilePicture: handle(table.deleteUserProfilePicture, operations.deleteUserProfilePicture, {
    present: () => ({ error: null }),
  }),
}
