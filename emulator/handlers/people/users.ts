import {
  addUser,
  getAllUsersInWorkspace,
  getUserInfoByAdmin,
  getUsersInGroup,
  getUsersInWorkspace,
  profilePictureUrl,
  removeUser,
  requireAdminOf,
  requireSomeAdmin,
  runUseCase,
  updateUsersInGroupByAdmin,
  userImport,
  userInvite,
} from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { parseUsers } from "../../csv/users.ts"
import { type Handler, handler } from "../../http/handler.ts"
import {
  presentGroupMember,
  presentUserProfile,
  presentUserSeenByAdmin,
  presentUsersByGroup,
} from "../../presenters/people/users.ts"
import { mailStyle } from "./mail-style.ts"

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

export const userHandlers = {
  addUser: {
    enterBody: ({ view, actor }, body) => requireAdminOf(view, actor, textOf(body.g_id)),
    run: async ({ caller, body }) => {
      const { added, exists, user } = await runUseCase(caller, addUser, {
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
      })
      const profilePic = profilePictureUrl(caller.engine.view(), user.uId)
      return { added, exists, user_profile: presentUserProfile(user, profilePic) }
    },
  } satisfies Handler<typeof table.addUser>,
  userInvite: {
    enter: ({ actor }) => requireSomeAdmin(actor),
    run: async ({ caller, body }) => {
      const invited = await runUseCase(caller, userInvite, {
        users: body.users.map((one) => ({
          email: one.email,
          exclusiveWId: one.exclusive_w_id,
          userCode: one.user_code,
        })),
        domain: body.domain,
        invitationPath: body.invitation_path,
        noConfirmEmail: body.no_confirm_email,
        mail: mailStyle(body, body.email_templates_id),
      })
      return invited.map(({ email, confirmationId }) => {
        if (confirmationId === null) return { email, stats: 400 }
        return body.no_confirm_email ? { email, confirmation_id: confirmationId } : { email, stats: 200 }
      })
    },
  } satisfies Handler<typeof table.userInvite>,
  updateUsersInGroupByAdmin: handler<typeof table.updateUsersInGroupByAdmin>(async ({ caller, params, body }) => ({
    has_error: false,
    result: await runUseCase(caller, updateUsersInGroupByAdmin, {
      group: params["parent-group-id"] ?? "",
      members: body.members.map(({ user_id, values }) => ({
        userId: user_id,
        userName: values?.user_name,
        userCode: values?.user_code,
        email: values?.email,
      })),
    }),
  })),
  getUsersInGroup: handler<typeof table.getUsersInGroup>(async ({ caller, engine, params, query }) => {
    const members = await runUseCase(caller, getUsersInGroup, {
      group: params["group-id"] ?? "",
      recursive: query.recursive,
    })
    const { lang } = engine.state.scalars.settings
    return { members: members.map((member) => presentGroupMember(member, lang)), count: members.length }
  }),
  getUsersInWorkspace: handler<typeof table.getUsersInWorkspace>(async ({ caller, params, query }) => {
    const groups = await runUseCase(caller, getUsersInWorkspace, {
      workspace: params["workspace-id"] ?? "",
      adminOnly: query.admin_only,
    })
    return presentUsersByGroup(groups)
  }),
  getAllUsersInWorkspace: handler<typeof table.getAllUsersInWorkspace>(async ({ caller, params }) => {
    const users = await runUseCase(caller, getAllUsersInWorkspace, { group: params["group-id"] ?? "" })
    const view = caller.engine.view()
    const members = users.map((user) => presentUserProfile(user, profilePictureUrl(view, user.uId)))
    return { members, totalMembers: members.length }
  }),
  getUserInfoByAdmin: handler<typeof table.getUserInfoByAdmin>(async ({ caller, engine, query, body }) => {
    const found = await runUseCase(caller, getUserInfoByAdmin, {
      email: query.email ?? body.email,
      userCode: query.user_code ?? body.user_code,
      exclusiveWId: query.exclusive_w_id ?? body.exclusive_w_id,
    })
    return presentUserSeenByAdmin(found, engine.state.scalars.settings.lang)
  }),
  removeUser: {
    enterBody: ({ view, actor }, body) => requireAdminOf(view, actor, textOf(body.g_id)),
    run: async ({ caller, body }) => {
      await runUseCase(caller, removeUser, { group: body.g_id, uId: body.u_id })
      return { error: null }
    },
  } satisfies Handler<typeof table.removeUser>,
  userImport: handler<typeof table.userImport>(async ({ caller, form, files }) => {
    const file = files.find((part) => part.name === "file")
    const rows = file === undefined ? [] : parseUsers(file.bytes)
    await runUseCase(caller, userImport, { workspace: form.current_workspace_id, rows })
    return { error: null }
  }),
}
