import type { OperationInput } from "../../src/inside.ts"
import type { WireClient } from "../wire-client.ts"
import { asId, instantOrNull } from "./natural-answers.ts"
import { readHeldRole, readNewGroup, readUser } from "./seen/seen-people.ts"
import { mailOf } from "./wire-people.ts"
import type { FlatOperations } from "./words.ts"

type SessionName =
  | "login"
  | "logout"
  | "getUserInfo"
  | "updateUserInfo"
  | "getUserProfilePicture"
  | "uploadUserProfilePicture"
  | "deleteUserProfilePicture"
  | "updateUserEmailRequest"
  | "confirmUserEmail"
  | "updateUserEmail"
  | "forgotPassword"
  | "resetUserPassword"
  | "validatePassword"
  | "setNewPassword"
  | "setPassword"
  | "userRegistration"
  | "confirmRegistration"
  | "registerUser"

const resetBody = (input: OperationInput<"forgotPassword">) => ({
  email: input.email,
  host: input.host,
  root_path: input.rootPath,
  query_params: input.queryParams,
  exclusive_w_id: input.exclusiveWId,
  user_code: input.userCode,
  ...mailOf(input.mail),
  email_templates_id: input.mail?.templateId,
})

/** The token that a call is about, where it names one. */
const asBearer = (token: string | null | undefined) => (token ? { headers: { authorization: `Bearer ${token}` } } : {})

/** Who one is, and how one comes in, in flat words (api.md sections 1 to 4 and 9). */
export function flatSessions(api: WireClient): Pick<FlatOperations, SessionName> {
  return {
    async login({ email, userCode, password, exclusiveWId }) {
      const body = { email, user_code: userCode, password, exclusive_w_id: exclusiveWId }
      return { token: (await api.login({ body })).token }
    },

    async logout({ token } = {}) {
      await api.logout(asBearer(token))
    },

    async getUserInfo() {
      const info = await api.getUserInfo()
      return {
        ...readUser(info),
        userCode: info.user_code,
        additionalInfo: info.additional_info ?? null,
        lastLoginAt: instantOrNull(info.last_login_datetime),
        currentWId: info.current_workspace_id === "" ? null : asId(info.current_workspace_id),
        profilePic: info.profile_pic,
        isWsAdmin: info.is_ws_admin,
        userRoles: info.user_roles.map(readHeldRole),
        userGroups: info.user_groups.map(({ g_id, group_id, group_name }) => ({
          gId: asId(g_id),
          displayId: group_id,
          name: group_name,
        })),
      }
    },

    async updateUserInfo({ userId, username, userCode, additionalInfo } = {}) {
      const body = { user_id: userId, username, user_code: userCode, additional_info: additionalInfo }
      await api.updateUserInfo({ body })
    },

    async getUserProfilePicture({ userId }) {
      const { contentType, bytes } = await api.getUserProfilePicture({ params: { "user-id": userId } })
      return { contentType, bytes }
    },

    async uploadUserProfilePicture({ contentType, bytes }) {
      await api.uploadUserProfilePicture({ file: new Blob([new Uint8Array(bytes)], { type: contentType }) })
    },

    async deleteUserProfilePicture() {
      await api.deleteUserProfilePicture()
    },

    async updateUserEmailRequest({ email, registrationPath, noConfirmEmail, mail }) {
      const { confirmation_id } = await api.updateUserEmailRequest({
        body: {
          email,
          registration_path: registrationPath,
          no_confirm_email: noConfirmEmail,
          ...mailOf(mail),
          email_templates_id: mail?.templateId,
        },
      })
      return confirmation_id === undefined ? {} : { confirmationId: asId(confirmation_id) }
    },

    async confirmUserEmail({ confirmationId }) {
      const { user } = await api.confirmUserEmail({ params: { confirmation_id: confirmationId }, json: true })
      return {
        email: user.email,
        isElapsed: user.isElapsed,
        user: { uId: asId(user.id), username: user.username, confirmed: user.confirmed },
        group: user.workspace === undefined ? null : readNewGroup(user.workspace),
      }
    },

    async updateUserEmail({ confirmationId }) {
      await api.updateUserEmail({ body: { confirmation_id: confirmationId } })
    },

    forgotPassword: async (input) => (await api.forgotPassword({ body: resetBody(input) })).valid_email,

    resetUserPassword: async (input) => (await api.resetUserPassword({ body: resetBody(input) })).valid_email,

    async validatePassword({ id = "" }) {
      const { isElapsed } = await api.validatePassword({ query: { id }, json: true })
      return { isElapsed }
    },

    async setNewPassword({ id, newPassword, confirmPassword, sendPasswordToEmail, noConfirmEmail, mail }) {
      await api.setNewPassword({
        body: {
          id,
          new_password: newPassword,
          confirm_password: confirmPassword,
          send_password_to_email: sendPasswordToEmail,
          no_confirm_email: noConfirmEmail,
          ...mailOf(mail),
          email_templates_id: mail?.templateId,
          dynamic_template_data: mail?.data,
        },
      })
    },

    async setPassword({ oldPassword, newPassword, confirmPassword, token }) {
      const body = { old_password: oldPassword, new_password: newPassword, confirm_password: confirmPassword }
      await api.setPassword({ body, ...asBearer(token) })
    },

    async userRegistration({ email, username, landing, additionalInfo, noConfirmEmail, mail }) {
      const registered = await api.userRegistration({
        body: {
          email,
          username,
          registration_path: landing?.path,
          hostname: landing?.hostname,
          protocol: landing?.protocol,
          additional_info: additionalInfo,
          no_confirm_email: noConfirmEmail,
          ...mailOf(mail),
          email_template_id: mail?.templateId,
        },
      })
      return { confirmationId: asId(registered.confirmation_id), email: registered.email }
    },

    async confirmRegistration({ id = "" }) {
      const { user } = await api.confirmRegistration({ query: { id }, json: true })
      return {
        email: user.email,
        isElapsed: user.isElapsed,
        user: { uId: asId(user.id), username: user.username, confirmed: user.confirmed },
      }
    },

    async registerUser({ confirmationId, userCode, additionalInfo, notify, mail, ...user }) {
      const registered = await api.registerUser({
        body: {
          confirmation_id: confirmationId,
          email: user.email,
          password: user.password,
          username: user.username,
          workspace: user.workspace,
          user_info: { user_code: userCode },
          additional_info: additionalInfo,
          send_password_to_email: notify,
          ...mailOf(mail),
          conf_email_template_id: mail?.templateId,
        },
      })
      return {
        user: { ...readUser(registered.user), confirmed: registered.user.confirmed },
        token: registered.token,
      }
    },
  }
}
