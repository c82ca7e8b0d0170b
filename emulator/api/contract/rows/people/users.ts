import * as z from "zod"
import { profilePictureUrl } from "../../../../../src/access/index.ts"
import {
  addUser,
  getAllUsersInWorkspace,
  getUserInfoByAdmin,
  getUsersInGroup,
  getUsersInWorkspace,
  removeUser,
  updateUsersInGroupByAdmin,
  userImport,
  userInvite,
} from "../../../../../src/operations/list.ts"
import { parseUsers } from "../../../csv/users.ts"
import { presentHeldRole, presentSeenUser, presentUserProfile } from "../../../presenters/people/users.ts"
import { row } from "../../declared-row.ts"
import { seenUser, userProfile, userRole } from "../../people-shapes/users.ts"
import {
  answer,
  answerOf,
  anyObject,
  body,
  DONE,
  formBoolean,
  integer,
  internalId,
  lazy,
  listOf,
  millis,
  optionalId,
  success,
} from "../../shapes.ts"
import { mailWire } from "../../wire-input/mail-wire.ts"

/** Operations on users in groups and workspaces (api.md sections 5.1, 5.2, 5.4 and 12). */
export const userRows = {
  addUser: row(addUser, "post /users", {
    wire: { ...mailWire("conf_email_template_id"), group: "g_id", notify: null },
    wireOnly: () => ({
      g_id: z.string().describe("Internal or display ID of the group"),
      send_password_to_email: z.boolean().describe("Whether a mail reports the completion. Default: false").optional(),
      confirm_email_ack: z.boolean().describe("Whether the user is notified by mail. Default: false").optional(),
    }),
    toInput: ({ wire }) => ({ notify: wire.send_password_to_email || wire.confirm_email_ack }),
    answer: answerOf(() => ({
      added: z.boolean().describe("Whether the user was added to the group"),
      exists: z.boolean().describe("Whether the user already existed"),
      user_profile: userProfile().describe("The user after the change"),
    })),
    present: ({ added, exists, user, emailSent }, { engine }) => ({
      added,
      exists,
      user_profile: presentUserProfile({ ...user, emailSent }, profilePictureUrl(engine.view(), user.uId)),
    }),
    source: "seed",
  }),
  userInvite: row(userInvite, "post /userinvite", {
    wire: mailWire("email_templates_id"),
    answer: lazy(() =>
      z.array(
        z.union([
          answer({
            email: z.string().describe("E-mail address"),
            stats: z
              .union([z.literal(200), z.literal(400)])
              .describe("200 if the mail was sent; 400 if the user does not exist"),
          }),
          answer({
            email: z.string().describe("E-mail address"),
            confirmation_id: z.string().describe("Confirmation ID from the link in the mail"),
          }),
        ]),
      ),
    ),
    // The response has confirmation IDs only if no mails are sent (api.md section 5.2).
    present: (invited, { input }) =>
      invited.map(({ email, confirmationId }) => {
        if (confirmationId === null) return { email, stats: 400 as const }
        return input.noConfirmEmail ? { email, confirmation_id: confirmationId } : { email, stats: 200 as const }
      }),
    source: "seed",
  }),
  updateUsersInGroupByAdmin: row(updateUsersInGroupByAdmin, "post /groups/:parent-group-id/users", {
    wire: { members: null },
    wireOnly: () => ({
      members: z
        .array(
          body({
            user_id: optionalId().describe("ID of the user"),
            values: body({
              user_name: z.string().describe("Name of the user").optional(),
              user_code: z.string().describe("User code; an empty string removes the code").optional(),
              email: z.string().describe("E-mail address").optional(),
            })
              .describe("The new values of the member")
              .optional(),
          }),
        )
        .min(1)
        .max(100)
        .describe("The users to change and their new values; at most 100 users"),
    }),
    toInput: ({ wire }) => ({
      members: wire.members.map(({ user_id, values }) => ({
        userId: user_id,
        userName: values?.user_name,
        userCode: values?.user_code,
        email: values?.email,
      })),
    }),
    answer: lazy(() =>
      success(
        answer({
          users: integer().describe("Number of users in the request"),
          processed: integer().describe("Number of processed items"),
        }).describe("Result of the operation"),
      ),
    ),
    present: (handled) => ({ has_error: false as const, result: handled }),
    source: "seed",
  }),
  getUsersInGroup: row(getUsersInGroup, "get /groups/:group-id/users", {
    answer: answerOf(() => ({
      members: listOf("Members of the group", {
        ...seenUser(),
        is_sv: z.boolean().describe("Whether the user administers the group"),
        user_roles: z
          .array(userRole())
          .optional()
          .describe("Roles of the user in the current workspace, direct or through groups"),
        user_code: z.string().optional().describe("User code; distinguishes users with the same address"),
        additional_info: anyObject().optional().describe("Data that programs store about the user, by key"),
      }),
      count: integer().describe("Number of members"),
    })),
    present: (members, { engine }) => ({
      members: members.map(({ user, profilePic, isSv, userRoles }) => ({
        ...presentSeenUser(user, profilePic),
        is_sv: isSv,
        user_roles: userRoles.map((held) => presentHeldRole(held, engine.state.scalars.settings.lang)),
        user_code: user.userCode,
        additional_info: user.additionalInfo ?? undefined,
      })),
      count: members.length,
    }),
  }),
  getUsersInWorkspace: row(getUsersInWorkspace, "get /workspaces/:workspace-id/users", {
    answer: lazy(() =>
      z.record(
        z.string(),
        z.array(
          answer({
            id: internalId().describe("ID of the user"),
            u_id: internalId().describe("ID of the user"),
            username: z.string().describe("Name of the user"),
            access_key: z.string().describe("Access key of the user; items are published to this key"),
            created_at: millis().describe("Time of creation: an ISO 8601 instant in UTC"),
            updated_at: millis().describe("Time of the last change: an ISO 8601 instant in UTC"),
          }),
        ),
      ),
    ),
    present: (groups) =>
      Object.fromEntries(
        groups.map(({ gId, users }) => [
          gId,
          users.map((user) => ({
            id: user.uId,
            u_id: user.uId,
            username: user.username,
            access_key: user.accessKey,
            created_at: user.createdAt,
            updated_at: user.updatedAt,
          })),
        ]),
      ),
  }),
  getAllUsersInWorkspace: row(getAllUsersInWorkspace, "get /users/all/g/:group-id", {
    answer: answerOf(() => ({
      members: z.array(userProfile()).describe("Members of the group"),
      totalMembers: integer().describe("Total number"),
    })),
    present(users, { engine }) {
      const view = engine.view()
      const members = users.map((user) => presentUserProfile(user, profilePictureUrl(view, user.uId)))
      return { members, totalMembers: members.length }
    },
  }),
  getUserInfoByAdmin: row(getUserInfoByAdmin, "get /users/userinfo", {
    bodyToo: true,
    answer: answerOf(() => ({
      ...seenUser(),
      user_roles: z.array(userRole()).describe("Roles of the user in the current workspace, direct or through groups"),
      user_code: z.string().describe("User code; distinguishes users with the same address"),
    })),
    present: ({ user, profilePic, userRoles }, { engine }) => ({
      ...presentSeenUser(user, profilePic),
      user_roles: userRoles.map((held) => presentHeldRole(held, engine.state.scalars.settings.lang)),
      user_code: user.userCode,
    }),
  }),
  removeUser: row(removeUser, "delete /users", {
    wire: { group: "g_id", uId: "u_id" },
    wireOnly: () => ({
      g_id: z.string().describe("Internal or display ID of the group"),
      w_id: optionalId().describe("Internal ID of the workspace; has no effect"),
    }),
    ...DONE,
  }),
  userImport: row(userImport, "post /userimport", {
    file: "A CSV file with users",
    wire: { workspace: "current_workspace_id", rows: null },
    wireOnly: () => ({
      filename: z.string().describe("Name of the file"),
      no_queue: formBoolean().describe("Has no effect; the import runs at once"),
    }),
    toInput: async ({ file }) => ({ rows: await parseUsers(file.bytes) }),
    ...DONE,
  }),
} as const
