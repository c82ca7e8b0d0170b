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
  groupMembers,
  handledMembers,
  invitations,
  userProfile,
  userSeenByAdmin,
  usersByGroup,
} from "../../people-shapes/users.ts"
import { answerOf, body, DONE, formBoolean, integer, optionalId } from "../../shapes.ts"
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
    answer: invitations,
    present: (invited, { input }) => presentInvited(invited, input.noConfirmEmail),
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
    answer: handledMembers,
    present: presentHandledMembers,
    source: "seed",
  }),
  getUsersInGroup: row(getUsersInGroup, "get /groups/:group-id/users", {
    answer: groupMembers,
    present: (members, { engine }) => ({
      members: members.map((member) => presentGroupMember(member, engine.state.scalars.settings.lang)),
      count: members.length,
    }),
  }),
  getUsersInWorkspace: row(getUsersInWorkspace, "get /workspaces/:workspace-id/users", {
    answer: usersByGroup,
    present: presentUsersByGroup,
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
    answer: userSeenByAdmin,
    present: (seen, { engine }) => presentUserSeenByAdmin(seen, engine.state.scalars.settings.lang),
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
