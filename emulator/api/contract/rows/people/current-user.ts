import * as z from "zod"
import {
  deleteUserProfilePicture,
  getUserInfo,
  getUserProfilePicture,
  updateUserInfo,
  uploadUserProfilePicture,
} from "../../../../../src/operations/list.ts"
import { bytesReply } from "../../../../wire/index.ts"
import { presentUserInfo } from "../../../presenters/people/users.ts"
import { row } from "../../declared-row.ts"
import { userInfo } from "../../people-shapes/current-user.ts"
import { DONE } from "../../shapes.ts"

/** Response headers that prevent browsers from running scripts inside a picture (api.md section 1.3). */
const PICTURE_HEADERS = {
  "cache-control": "no-cache",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

/** Operations on the current user (api.md section 1). */
export const currentUserRows = {
  getUserInfo: row(getUserInfo, "get /userinfo", {
    answer: userInfo,
    present: (info, { engine }) => presentUserInfo(info, engine.state.scalars.settings.lang),
    source: "seed",
  }),
  updateUserInfo: row(updateUserInfo, "put /userinfo", {
    wireOnly: () => ({
      email: z.string().describe("Has no effect; UpdateUserEmailRequest changes the address").optional(),
    }),
    ...DONE,
    source: "seed",
  }),
  getUserProfilePicture: row(getUserProfilePicture, "get /public/userinfo/profilepic/:user-id", {
    answer: { kind: "bytes", contentType: "image/*" },
    present: ({ contentType, bytes }) => bytesReply(contentType, bytes, PICTURE_HEADERS),
    source: "seed",
  }),
  uploadUserProfilePicture: row(uploadUserProfilePicture, "post /userinfo/profilepic", {
    file: "The picture",
    wire: { contentType: null, bytes: null },
    toInput: ({ file: { contentType, bytes } }) => ({ contentType, bytes }),
    ...DONE,
    source: "seed",
  }),
  deleteUserProfilePicture: row(deleteUserProfilePicture, "delete /userinfo/profilepic", {
    ...DONE,
    source: "seed",
  }),
} as const
