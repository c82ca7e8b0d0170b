import * as z from "zod"
import { row } from "../../row.ts"
import {
  answer,
  anyObject,
  body,
  displayId,
  done,
  integer,
  internalId,
  internalIdOrNone,
  lazy,
  named,
  optionalId,
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

/** api.md section 1: the current user. */
export const currentUserRows = {
  getUserInfo: row({
    method: "get",
    paths: ["/userinfo"],
    tag: "current-user",
    summary: "The user of the token with roles and groups in the current workspace",
    auth: "token",
    answer: lazy(() =>
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
    ),
    source: "seed",
  }),
  updateUserInfo: row({
    method: "put",
    paths: ["/userinfo"],
    tag: "current-user",
    summary: "Change the caller's name, user code or additional information",
    auth: "token",
    body: lazy(() =>
      body({
        user_id: optionalId(),
        username: z.string().optional(),
        user_code: z.string().optional(),
        email: z.string().optional(),
        additional_info: anyObject().optional(),
      }),
    ),
    answer: done,
    source: "seed",
  }),
  getUserProfilePicture: row({
    method: "get",
    paths: ["/public/userinfo/profilepic/:user-id"],
    tag: "current-user",
    summary: "A user's profile picture, or the default image",
    auth: "public",
    answer: { kind: "bytes", contentType: "image/*" },
    source: "seed",
  }),
  uploadUserProfilePicture: row({
    method: "post",
    paths: ["/userinfo/profilepic"],
    tag: "current-user",
    summary: "Register or replace the caller's profile picture",
    auth: "token",
    form: lazy(() => z.object({})),
    file: "file",
    answer: done,
    errors: { values: { shape: "errorText" } },
    source: "seed",
  }),
  deleteUserProfilePicture: row({
    method: "delete",
    paths: ["/userinfo/profilepic"],
    tag: "current-user",
    summary: "Go back to the default image",
    auth: "token",
    answer: done,
    source: "seed",
  }),
} as const
