import * as z from "zod"
import {
  addUser,
  getAllUsersInWorkspace,
  getUserInfoByAdmin,
  getUsersInGroup,
  getUsersInWorkspace,
  profilePictureUrl,
  removeUser,
  updateUsersInGroupByAdmin,
  userImport,
  userInvite,
} from "../../../../../src/inside.ts"
import { parseUsers } from "../../../csv/users.ts"
import {
  presentGroupMember,
  presentHandledMembers,
  presentInvited,
  presentUserProfile,
  presentUserSeenByAdmin,
  presentUsersByGroup,
} from "../../../presenters/people/users.ts"
import { row } from "../../declared-row.ts"
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
  success,
} from "../../../../contract/shapes.ts"
import { mailWire } from "../../wire-input/mail-wire.ts"
import { userRole } from "../../../../contract/rows/people/current-user.ts"

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

const invitations = lazy(() =>
  z.array(
    z.union([
      answer({ email: z.string(), stats: z.union([z.literal(200), z.literal(400)]) }),
      answer({ email: z.string(), confirmation_id: z.string() }),
    ]),
  ),
)

const handledMembers = lazy(() => success(answer({ users: integer(), processed: integer() })))

const groupMembers = lazy(() =>
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
)

const usersByGroup = lazy(() =>
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
)

const userSeenByAdmin = lazy(() =>
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
)

export type WireInvitations = z.input<ReturnType<typeof invitations>>
export type WireHandledMembers = z.input<ReturnType<typeof handledMembers>>
export type WireGroupMembers = z.input<ReturnType<typeof groupMembers>>
export type WireUsersByGroup = z.input<ReturnType<typeof usersByGroup>>
export type WireUserSeenByAdmin = z.input<ReturnType<typeof userSeenByAdmin>>

/** api.md sections 5.1, 5.2, 5.4 and 12: users in groups and workspaces. */
export const userRows = {
  addUser: row(addUser, {
    method: "post",
    paths: ["/users"],
    tag: "users",
    wire: { ...mailWire("conf_email_template_id"), group: "g_id", notify: null },
    wireOnly: () => ({
      g_id: z.string().describe("The group, by internal or display ID"),
      send_password_to_email: z.boolean().describe("True: a mail says that it is done. Default false").optional(),
      confirm_email_ack: z.boolean().describe("Whether the user is notified by mail. Default false").optional(),
    }),
    toInput: ({ wire }) => ({ notify: wire.send_password_to_email || wire.confirm_email_ack }),
    answer: lazy(() => answer({ added: z.boolean(), exists: z.boolean(), user_profile: userProfile() })),
    present: ({ added, exists, user, emailSent }, { engine }) => ({
      added,
      exists,
      user_profile: presentUserProfile({ ...user, emailSent }, profilePictureUrl(engine.view(), user.uId)),
    }),
    source: "seed",
  }),
  userInvite: row(userInvite, {
    method: "post",
    paths: ["/userinvite"],
    tag: "users",
    wire: mailWire("email_templates_id"),
    answer: invitations,
    present: (invited, { input }) => presentInvited(invited, input.noConfirmEmail),
    source: "seed",
  }),
  updateUsersInGroupByAdmin: row(updateUsersInGroupByAdmin, {
    method: "post",
    paths: ["/groups/:parent-group-id/users"],
    tag: "users",
    wire: { members: null },
    wireOnly: () => ({
      members: listOf(
        body({
          user_id: optionalId().describe("ID of the user"),
          values: body({
            user_name: z.string().describe("Name of the user").optional(),
            user_code: z.string().describe("Tells users apart who share an address; empty clears it").optional(),
            email: z.string().describe("E-mail address").optional(),
          })
            .describe("The new values of the member")
            .optional(),
        }),
        { min: 1, max: 100 },
      ).describe("Whom to change, and how; at most 100"),
    }),
    toInput: ({ wire }) => ({
      members: wire.members.map(({ user_id, values }) => ({
        userId: user_id,
        userName: values?.user_name,
        userCode: values?.user_code,
        email: values?.email,
      })),
    }),
    answer: handledMembers,
    present: presentHandledMembers,
    source: "seed",
  }),
  getUsersInGroup: row(getUsersInGroup, {
    method: "get",
    paths: ["/groups/:group-id/users"],
    tag: "users",
    answer: groupMembers,
    present: (members, { engine }) => ({
      members: members.map((member) => presentGroupMember(member, engine.state.scalars.settings.lang)),
      count: members.length,
    }),
    source: "docs",
  }),
  getUsersInWorkspace: row(getUsersInWorkspace, {
    method: "get",
    paths: ["/workspaces/:workspace-id/users"],
    tag: "users",
    answer: usersByGroup,
    present: presentUsersByGroup,
    source: "docs",
  }),
  getAllUsersInWorkspace: row(getAllUsersInWorkspace, {
    method: "get",
    paths: ["/users/all/g/:group-id"],
    tag: "users",
    answer: lazy(() => answer({ members: z.array(userProfile()), totalMembers: integer() })),
    present(users, { engine }) {
      const view = engine.view()
      const members = users.map((user) => presentUserProfile(user, profilePictureUrl(view, user.uId)))
      return { members, totalMembers: members.length }
    },
    source: "docs",
  }),
  getUserInfoByAdmin: row(getUserInfoByAdmin, {
    method: "get",
    paths: ["/users/userinfo"],
    tag: "users",
    bodyToo: true,
    answer: userSeenByAdmin,
    present: (seen, { engine }) => presentUserSeenByAdmin(seen, engine.state.scalars.settings.lang),
    source: "docs",
  }),
  removeUser: row(removeUser, {
    method: "delete",
    paths: ["/users"],
    tag: "users",
    wire: { group: "g_id", uId: "u_id" },
    wireOnly: () => ({
      g_id: z.string().describe("The group, by internal or display ID"),
      w_id: optionalId().describe("Internal ID of the workspace; accepted and ignored"),
    }),
    answer: done,
    present: () => ({ error: null }),
    source: "docs",
  }),
  userImport: row(userImport, {
    method: "post",
    paths: ["/userimport"],
    tag: "users",
    file: "file",
    wire: { workspace: "current_workspace_id", rows: null },
    wireOnly: () => ({
      filename: z.string().describe("Name of the file"),
      no_queue: formBoolean().describe("Accepted and ignored: the import runs at once"),
    }),
    toInput: async ({ file }) => ({ rows: await parseUsers(file.bytes) }),
    answer: done,
    present: () => ({ error: null }),
    source: "docs",
  }),
} as const
