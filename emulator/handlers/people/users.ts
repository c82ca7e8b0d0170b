import { operations, profilePictureUrl } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { parseUsers } from "../../csv/users.ts"
import { handle, type PlaceProperties, stringOf } from "../../http/handle.ts"
import {
  presentGroupMember,
  presentHandledMembers,
  presentInvited,
  presentUserProfile,
  presentUserSeenByAdmin,
  presentUsersByGroup,
} from "../../presenters/people/users.ts"
import { mailStyle } from "./mail-style.ts"

const groupOf = (params: { readonly "group-id": string }) => ({ group: params["group-id"] })

const groupInBody = {
  placeProperties: ["g_id" as const],
  where: (_: unknown, inBody: PlaceProperties) => ({ group: stringOf(inBody?.g_id) }),
}

export const userHandlers = {
  addUser: handle(table.addUser, operations.addUser, {
    ...groupInBody,
    input: ({ body }) => ({
      email: body.email,
      group: body.g_id,
      username: body.username,
      userCode: body.user_code,
      exclusiveWId: body.exclusive_w_id,
      noConfirmEmail: body.no_confirm_email,
      tmpPassword: body.tmp_password,
      invitorId: body.invitor_id,
      notify: body.send_password_to_email || body.confirm_email_ack,
      mail: mailStyle(body, body.conf_email_template_id),
    }),
    present: ({ added, exists, user, emailSent }, { engine }) => ({
      added,
      exists,
      user_profile: presentUserProfile({ ...user, emailSent }, profilePictureUrl(engine.view(), user.uId)),
    }),
  }),
  userInvite: handle(table.userInvite, operations.userInvite, {
    input: ({ body }) => ({
      users: body.users.map((one) => ({
        email: one.email,
        exclusiveWId: one.exclusive_w_id,
        userCode: one.user_code,
      })),
      domain: body.domain,
      invitationPath: body.invitation_path,
      noConfirmEmail: body.no_confirm_email,
      mail: mailStyle(body, body.email_templates_id),
    }),
    present: (invited, { body }) => presentInvited(invited, body.no_confirm_email),
  }),
  updateUsersInGroupByAdmin: handle(table.updateUsersInGroupByAdmin, operations.updateUsersInGroupByAdmin, {
    where: (params) => ({ group: params["parent-group-id"] }),
    input: ({ body }, where) => ({
      ...where,
      members: body.members.map(({ user_id, values }) => ({
        userId: user_id,
        userName: values?.user_name,
        userCode: values?.user_code,
        email: values?.email,
      })),
    }),
    present: presentHandledMembers,
  }),
  getUsersInGroup: handle(table.getUsersInGroup, operations.getUsersInGroup, {
    where: groupOf,
    input: ({ query }, where) => ({ ...where, recursive: query.recursive }),
    present: (members, { engine }) => ({
      members: members.map((member) => presentGroupMember(member, engine.state.scalars.settings.lang)),
      count: members.length,
    }),
  }),
  getUsersInWorkspace: handle(table.getUsersInWorkspace, operations.getUsersInWorkspace, {
    where: (params) => ({ workspace: params["workspace-id"] }),
    input: ({ query }, where) => ({ ...where, adminOnly: query.admin_only }),
    present: presentUsersByGroup,
  }),
  getAllUsersInWorkspace: handle(table.getAllUsersInWorkspace, operations.getAllUsersInWorkspace, {
    where: groupOf,
    input: (_, where) => where,
    present(users, { engine }) {
      const view = engine.view()
      const members = users.map((user) => presentUserProfile(user, profilePictureUrl(view, user.uId)))
      return { members, totalMembers: members.length }
    },
  }),
  getUserInfoByAdmin: handle(table.getUserInfoByAdmin, operations.getUserInfoByAdmin, {
    input: ({ query, body }) => ({
      email: query.email ?? body.email,
      userCode: query.user_code ?? body.user_code,
      exclusiveWId: query.exclusive_w_id ?? body.exclusive_w_id,
    }),
    present: (seen, { engine }) => presentUserSeenByAdmin(seen, engine.state.scalars.settings.lang),
  }),
  removeUser: handle(table.removeUser, operations.removeUser, {
    ...groupInBody,
    input: ({ body }) => ({ group: body.g_id, uId: body.u_id }),
    present: () => ({ error: null }),
  }),
  userImport: handle(table.userImport, operations.userImport, {
    input: async ({ form, file }) => ({ workspace: form.current_workspace_id, rows: await parseUsers(file.bytes) }),
    present: () => ({ error: null }),
  }),
}
