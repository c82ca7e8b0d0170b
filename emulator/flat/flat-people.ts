import type { WireClient } from "../wire-client.ts"
import { asId } from "./natural-answers.ts"
import { readGroup, readHeldRole, readNewGroup, readProfile, readTree, readUser } from "./seen/seen-people.ts"
import { groupRolesOf, mailOf, usersFile } from "./wire-people.ts"
import type { FlatOperations } from "./words.ts"

type PeopleName =
  | "getGroup"
  | "getGroupTree"
  | "createGroup"
  | "createTopGroup"
  | "updateGroup"
  | "deleteGroup"
  | "getRoles"
  | "getRoleUsers"
  | "addRoleToUser"
  | "removeRoleFromUser"
  | "updateGroupRoles"
  | "addGroupRoles"
  | "addUser"
  | "userInvite"
  | "updateUsersInGroupByAdmin"
  | "getUsersInGroup"
  | "getUsersInWorkspace"
  | "getAllUsersInWorkspace"
  | "getUserInfoByAdmin"
  | "removeUser"
  | "userImport"

/** Groups, roles and users in flat words (api.md sections 5, 11, 12 and 13). */
export function flatPeople(api: WireClient): Pick<FlatOperations, PeopleName> {
  return {
    async getGroup({ group } = {}) {
      const found = await (group === undefined ? api.getGroup() : api.getGroup({ params: { "group-id": group } }))
      return { group: readGroup(found.group), children: found.children.map(readGroup) }
    },

    async getGroupTree() {
      const [tree] = (await api.getGroupTree()).result
      if (tree === undefined) throw new Error("GetGroupTree answered no group")
      return readTree(tree)
    },

    async createGroup({ workspace, group: parent, name, displayId }) {
      const params = workspace === undefined ? {} : { "workspace-id": workspace }
      const { group } = await api.createGroup({
        params: { ...params, "parent-group-id": parent },
        body: { name, display_id: displayId },
      })
      return readNewGroup(group)
    },

    async createTopGroup({ workspace, name, displayId }) {
      const params = { "workspace-id": workspace }
      return readNewGroup((await api.createTopGroup({ params, body: { name, display_id: displayId } })).group)
    },

    async updateGroup({ workspace, group, name, displayId }) {
      const params = workspace === undefined ? {} : { "workspace-id": workspace }
      await api.updateGroup({ params: { ...params, "group-id": group }, body: { name, display_id: displayId } })
    },

    async deleteGroup({ group }) {
      await api.deleteGroup({ params: { "group-id": group } })
    },

    async getRoles({ application }) {
      const roles = await api.getRoles({ params: { "app-id": application } })
      return {
        roles: roles.map(({ role_id, display_id, name, type }) => ({
          rId: asId(role_id),
          displayId: display_id,
          name,
          type,
        })),
      }
    },

    async getRoleUsers({ application, role }) {
      const { role_users } = await api.getRoleUsers({ params: { "app-id": application, "role-id": role } })
      return { users: role_users.map(readUser) }
    },

    async addRoleToUser({ application, uId, role }) {
      await api.addRoleToUser({ params: { "app-id": application }, body: { user_id: uId, role_id: role } })
    },

    async removeRoleFromUser({ application, uId, role }) {
      await api.removeRoleFromUser({ params: { "app-id": application }, body: { user_id: uId, role_id: role } })
    },

    async updateGroupRoles({ group, roles }) {
      await api.updateGroupRoles({ params: { "group-id": group }, body: groupRolesOf(roles) })
    },

    async addGroupRoles({ group, roles }) {
      await api.addGroupRoles({ params: { "group-id": group }, body: groupRolesOf(roles) })
    },

    async addUser({ group, username, userCode, exclusiveWId, noConfirmEmail, notify, mail, ...user }) {
      const { added, exists, user_profile } = await api.addUser({
        body: {
          email: user.email,
          g_id: group,
          username,
          user_code: userCode,
          exclusive_w_id: exclusiveWId,
          no_confirm_email: noConfirmEmail,
          tmp_password: user.tmpPassword,
          invitor_id: user.invitorId,
          send_password_to_email: notify,
          ...mailOf(mail),
          conf_email_template_id: mail?.templateId,
        },
      })
      return { added, exists, emailSent: user_profile.email_sent, user: readProfile(user_profile) }
    },

    async userInvite({ users, domain, invitationPath, noConfirmEmail, mail }) {
      const invited = await api.userInvite({
        body: {
          users: users.map(({ email, exclusiveWId, userCode }) => ({
            email,
            exclusive_w_id: exclusiveWId,
            user_code: userCode,
          })),
          domain,
          invitation_path: invitationPath,
          no_confirm_email: noConfirmEmail,
          ...mailOf(mail),
          email_templates_id: mail?.templateId,
        },
      })
      return {
        invited: invited.map((one) => {
          const confirmationId = "confirmation_id" in one ? one.confirmation_id : null
          return {
            email: one.email,
            isInvited: confirmationId !== null || ("stats" in one && one.stats === 200),
            ...(noConfirmEmail === true
              ? { confirmationId: confirmationId === null ? null : asId(confirmationId) }
              : {}),
          }
        }),
      }
    },

    async updateUsersInGroupByAdmin({ group, members }) {
      const body = {
        members: members.map(({ userId, userName, userCode, email }) => ({
          user_id: userId,
          values: { user_name: userName, user_code: userCode, email },
        })),
      }
      return (await api.updateUsersInGroupByAdmin({ params: { "parent-group-id": group }, body })).result
    },

    async getUsersInGroup({ group, recursive }) {
      const { members } = await api.getUsersInGroup({ params: { "group-id": group }, query: { recursive } })
      return {
        members: members.map((member) => ({
          ...readUser(member),
          userCode: member.user_code ?? "",
          confirmed: member.confirmed,
          emailSent: member.email_sent,
          additionalInfo: member.additional_info ?? null,
          profilePic: member.profile_pic,
          isSv: member.is_sv,
          userRoles: (member.user_roles ?? []).map(readHeldRole),
        })),
      }
    },

    async getUsersInWorkspace({ workspace, adminOnly }) {
      const params = { "workspace-id": workspace }
      const groups = await api.getUsersInWorkspace({ params, query: { admin_only: adminOnly } })
      return {
        groups: Object.entries(groups).map(([gId, users]) => ({
          gId: asId(gId),
          users: users.map(({ u_id, username, created_at, updated_at }) => ({
            uId: asId(u_id),
            username,
            createdAt: created_at,
            updatedAt: updated_at,
          })),
        })),
      }
    },

    async getAllUsersInWorkspace({ group }) {
      const { members } = await api.getAllUsersInWorkspace({ params: { "group-id": group } })
      return { users: members.map((user) => ({ ...readProfile(user), emailSent: user.email_sent })) }
    },

    async getUserInfoByAdmin({ email, userCode, exclusiveWId } = {}) {
      const user = await api.getUserInfoByAdmin({ query: { email, user_code: userCode, exclusive_w_id: exclusiveWId } })
      return {
        ...readUser(user),
        userCode: user.user_code,
        confirmed: user.confirmed,
        emailSent: user.email_sent,
        profilePic: user.profile_pic,
        userRoles: user.user_roles.map(readHeldRole),
      }
    },

    async removeUser({ group, uId }) {
      await api.removeUser({ body: { g_id: group, u_id: uId } })
    },

    async userImport({ workspace, rows }) {
      const file = usersFile(rows)
      await api.userImport({ form: { current_workspace_id: workspace, filename: "users.csv" }, file })
    },
  }
}
