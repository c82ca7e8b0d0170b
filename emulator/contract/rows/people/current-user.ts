import * as z from "zod"
import {
  deleteUserProfilePicture,
  getUserInfo,
  getUserProfilePicture,
  updateUserInfo,
  uploadUserProfilePicture,
} from "../../../../src/inside.ts"
import { presentUserInfo } from "../../../api/presenters/people/users.ts"
import { bytesReply } from "../../../wire/reply.ts"
import { row } from "../../../api/contract/declared-row.ts"
import {
  answer,
  anyObject,
  displayId,
  done,
  integer,
  internalId,
  internalIdOrNone,
  lazy,
  named,
  seconds,
} from "../../shapes.ts"

/** An element of `user_roles` (api.md section 1.1). */
export const userRole = lazy(() =>
  named(
    "UserRole",
    answer({
      r_id: internalId(),
      role_name: z.string(),
      role_id: displayId(),
      p_id: internalId(),
      application_id: displayId(),
      application_name: z.string(),
      application_display_order: integer(),
    }),
  ),
)

export type WireUserRole = z.input<ReturnType<typeof userRole>>

const userInfo = lazy(() =>
  answer({
    u_id: internalId(),
    username: z.string(),
    email: z.string(),
    profile_pic: z.string(),
    current_workspace_id: internalIdOrNone(),
    is_ws_admin: z.boolean(),
    user_roles: z.array(userRole()),
    user_groups: z.array(answer({ g_id: internalId(), group_name: z.string(), group_id: displayId() })),
    last_login_datetime: seconds(),
    user_code: z.string(),
    additional_info: anyObject().optional(),
  }),
)

export type WireUserInfo = z.input<ReturnType<typeof userInfo>>

/** Whatever a picture holds, it never runs in a browser (api.md section 1.3). */
const PICTURE_HEADERS = {
  "cache-control": "no-cache",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

/** api.md section 1: the current user. */
export const currentUserRows = {
  getUserInfo: row(getUserInfo, {
    method: "get",
    paths: ["/userinfo"],
    tag: "current-user",
    answer: userInfo,
    present: (info, { engine }) => presentUserInfo(info, engine.state.scalars.settings.lang),
    source: "seed",
  }),
  updateUserInfo: row(updateUserInfo, {
    method: "put",
    paths: ["/userinfo"],
    tag: "current-user",
    wireOnly: () => ({
      email: z.string().describe("Accepted and ignored: the address changes by UpdateUserEmailRequest").optional(),
    }),
    answer: done,
    present: () => ({ error: null }),
    source: "seed",
  }),
  getUserProfilePicture: row(getUserProfilePicture, {
    method: "get",
    paths: ["/public/userinfo/profilepic/:user-id"],
    tag: "current-user",
    answer: { kind: "bytes", contentType: "image/*" },
    present: ({ contentType, bytes }) => bytesReply(contentType, bytes, PICTURE_HEADERS),
    source: "seed",
  }),
  uploadUserProfilePicture: row(uploadUserProfilePicture, {
    method: "post",
    paths: ["/userinfo/profilepic"],
    tag: "current-user",
    file: "file",
    wire: { contentType: null, bytes: null },
    toInput: ({ file: { contentType, bytes } }) => ({ contentType, bytes }),
    answer: done,
    present: () => ({ error: null }),
    source: "seed",
  }),
  deleteUserProfilePicture: row(deleteUserProfilePicture, {
    method: "delete",
    paths: ["/userinfo/profilepic"],
    tag: "current-user",
    answer: done,
    present: () => ({ error: null }),
    source: "seed",
  }),
} as const
