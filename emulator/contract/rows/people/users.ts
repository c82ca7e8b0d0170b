import * as z from "zod"
import { row } from "../../row.ts"
import {
  answer,
  anyObject,
  body,
  done,
  formBoolean,
  integer,
  internalId,
  lazy,
  listOf,
  mapOf,
  millis,
  named,
  optionalId,
  queryBoolean,
  success,
} from "../../shapes.ts"
import { userRole } from "./current-user.ts"

/** `user_profile` of api.md section 5.1. */
const userProfile = lazy(() =>
  named(
    "UserProfile",
    answer({
      confirmed: z.boolean(),
      email: z.string(),
      email_sent: z.boolean(),
      profile_pics: z.array(answer({ mediaLink: z.string() })),
      u_id: internalId(),
      user_code: z.string().optional(),
      username: z.string(),
    }),
  ),
)

export type WireUserProfile = z.input<ReturnType<typeof userProfile>>

/** api.md sections 5.1, 5.2, 5.4 and 12: users in groups and workspaces. */
export const userRows = {
  addUser: row({
    method: "post",
    paths: ["/users"],
    tag: "users",
    summary: "Put a new or known user into a group",
    auth: "token",
    body: lazy(() =>
      body({
        email: z.string(),
        g_id: z.string(),
        username: z.string().optional(),
        send_password_to_email: z.boolean().optional(),
        sender_address: z.string().optional(),
        sender_name: z.string().optional(),
        no_confirm_email: z.boolean().optional(),
        tmp_password: z.string().optional(),
        invitor_id: optionalId(),
        conf_email_template_id: optionalId(),
        confirm_email_ack: z.boolean().optional(),
        exclusive_w_id: optionalId(),
        user_code: z.string().optional(),
      }),
    ),
    answer: lazy(() => answer({ added: z.boolean(), exists: z.boolean(), user_profile: userProfile() })),
    source: "seed",
  }),
  userInvite: row({
    method: "post",
    paths: ["/userinvite"],
    tag: "users",
    summary: "Invite users of the workspace by mail",
    auth: "token",
    body: lazy(() =>
      body({
        users: listOf(body({ email: z.string(), exclusive_w_id: optionalId(), user_code: z.string().optional() }), {
          min: 1,
        }),
        domain: z.string().optional(),
        sender_address: z.string().optional(),
        sender_name: z.string().optional(),
        invitation_path: z.string().optional(),
        email_templates_id: optionalId(),
        no_confirm_email: z.boolean().optional(),
      }),
    ),
    answer: lazy(() =>
      z.array(
        z.union([
          answer({ email: z.string(), stats: z.union([z.literal(200), z.literal(400)]) }),
          answer({ email: z.string(), confirmation_id: z.string() }),
        ]),
      ),
    ),
    source: "seed",
  }),
  updateUsersInGroupByAdmin: row({
    method: "post",
    paths: ["/groups/:parent-group-id/users"],
    tag: "users",
    summary: "Change names, user codes and addresses of up to 100 users of a group",
    auth: "token",
    body: lazy(() =>
      body({
        members: listOf(
          body({
            user_id: optionalId(),
            values: body({
              user_name: z.string().optional(),
              user_code: z.string().optional(),
              email: z.string().optional(),
            }).optional(),
          }),
          { min: 1, max: 100 },
        ),
      }),
    ),
    answer: lazy(() => success(answer({ users: integer(), processed: integer() }))),
    errors: {
      privilege: {
        description: "permission denied",
        error: "no privileges to update users in the group",
      },
      params: { shape: "errorsWithResult" },
      values: { shape: "errorsWithResult" },
      store: { shape: "errorsWithResult" },
    },
    source: "seed",
  }),
  getUsersInGroup: row({
    method: "get",
    paths: ["/groups/:group-id/users"],
    tag: "users",
    summary: "The members of a group, of its descendants too when asked for",
    auth: "token",
    query: lazy(() => z.object({ recursive: queryBoolean() })),
    answer: lazy(() =>
      answer({
        members: z.array(
          answer({
            u_id: internalId(),
            username: z.string(),
            email: z.string(),
            profile_pic: z.string(),
            confirmed: z.boolean(),
            email_sent: z.boolean(),
            is_sv: z.boolean(),
            user_roles: listOf(userRole()).optional(),
            user_code: z.string().optional(),
            additional_info: anyObject().optional(),
          }),
        ),
        count: integer(),
      }),
    ),
    source: "docs",
  }),
  getUsersInWorkspace: row({
    method: "get",
    paths: ["/workspaces/:workspace-id/users"],
    tag: "users",
    summary: "The users of a workspace by group",
    auth: "token",
    query: lazy(() => z.object({ admin_only: queryBoolean() })),
    answer: lazy(() =>
      mapOf(
        z.array(
          answer({
            id: internalId(),
            u_id: internalId(),
            username: z.string(),
            access_key: z.string(),
            created_at: millis(),
            updated_at: millis(),
          }),
        ),
      ),
    ),
    source: "docs",
  }),
  getAllUsersInWorkspace: row({
    method: "get",
    paths: ["/users/all/g/:group-id"],
    tag: "users",
    summary: "The users of a group and all its descendants",
    auth: "token",
    answer: lazy(() => answer({ members: z.array(userProfile()), totalMembers: integer() })),
    source: "docs",
  }),
  getUserInfoByAdmin: row({
    method: "get",
    paths: ["/users/userinfo"],
    tag: "users",
    summary: "A user of the workspace by address or user code",
    auth: "token",
    query: lazy(() =>
      z.object({ email: z.string().optional(), user_code: z.string().optional(), exclusive_w_id: optionalId() }),
    ),
    body: lazy(() =>
      body({ email: z.string().optional(), user_code: z.string().optional(), exclusive_w_id: optionalId() }),
    ),
    answer: lazy(() =>
      answer({
        u_id: internalId(),
        username: z.string(),
        email: z.string(),
        profile_pic: z.string(),
        confirmed: z.boolean(),
        email_sent: z.boolean(),
        user_roles: listOf(userRole()),
        user_code: z.string(),
      }),
    ),
    source: "docs",
  }),
  removeUser: row({
    method: "delete",
    paths: ["/users"],
    tag: "users",
    summary: "Take a user out of a group",
    auth: "token",
    body: lazy(() => body({ g_id: z.string(), u_id: z.string(), w_id: optionalId() })),
    answer: done,
    source: "docs",
  }),
  userImport: row({
    method: "post",
    paths: ["/userimport"],
    tag: "users",
    summary: "Add, change and remove users by a CSV file",
    auth: "token",
    form: lazy(() => z.object({ current_workspace_id: z.string(), filename: z.string(), no_queue: formBoolean() })),
    file: "file",
    answer: done,
    errors: { values: { shape: "errorText" } },
    source: "docs",
  }),
} as const
