import { answerGroup, answerGroupTree, answerHeldRole, answerLink, answerUser } from "../../answers/people.ts"
import { answerRole } from "../../answers/settings.ts"
import type { RawPublic, RawUserName, UndeclaredName } from "../index.ts"
import { type AnswersFor, asItIs, nothing } from "./answer.ts"

/** Users, groups and roles. */
export const peopleAnswers = {
  logout: nothing,
  getUserInfo: ({ user, currentWId, profilePic, isWsAdmin, userRoles, userGroups }) => ({
    ...answerUser(user),
    currentWId,
    profilePic,
    isWsAdmin,
    userRoles: userRoles.map(answerHeldRole),
    userGroups: userGroups.map(answerGroup),
  }),
  createGroup: answerGroup,
  createTopGroup: answerGroup,
  deleteGroup: nothing,
  getGroup: ({ group, children }) => ({ group: answerGroup(group), children: children.map(answerGroup) }),
  getGroupTree: answerGroupTree,
  updateGroup: nothing,
  addGroupRoles: nothing,
  addRoleToUser: nothing,
  getRoleUsers: (users) => ({ users: users.map(answerUser) }),
  getRoles: (roles) => ({ roles: roles.map(answerRole) }),
  removeRoleFromUser: nothing,
  updateGroupRoles: nothing,
  addUser: ({ added, exists, user, emailSent }) => ({ added, exists, emailSent, user: answerUser(user) }),
  deleteUserProfilePicture: nothing,
  getAllUsersInWorkspace: (users) => ({ users: users.map(answerUser) }),
  getUserInfoByAdmin: ({ user, profilePic, userRoles }) => ({
    ...answerUser(user),
    profilePic,
    userRoles: userRoles.map(answerHeldRole),
  }),
  getUsersInGroup: (members) => ({
    members: members.map(({ user, profilePic, isSv, userRoles }) => ({
      ...answerUser(user),
      profilePic,
      isSv,
      userRoles: userRoles.map(answerHeldRole),
    })),
  }),
  getUsersInWorkspace: (groups, { view }) => ({
    groups: groups.map(({ gId, users }) => ({
      group: view.get("groups", gId)?.displayId ?? gId,
      gId,
      users: users.map(answerUser),
    })),
  }),
  removeUser: nothing,
  resetUserPassword: asItIs,
  setPassword: nothing,
  /** The ID is told only when no mail carries it (api.md section 3.1). */
  updateUserEmailRequest: (confirmationId, _, { noConfirmEmail }) =>
    noConfirmEmail === true ? { confirmationId } : {},
  updateUserInfo: nothing,
  updateUsersInGroupByAdmin: asItIs,
  uploadUserProfilePicture: nothing,
  userImport: nothing,
  /** IDs are told only when no mail carries them (api.md section 5.2); null: there is somebody of that address already. */
  userInvite: (invited, _, { noConfirmEmail }) => ({
    invited: invited.map(({ email, confirmationId }) => ({
      email,
      isInvited: confirmationId !== null,
      ...(noConfirmEmail === true ? { confirmationId } : {}),
    })),
  }),
} satisfies Partial<AnswersFor<RawUserName & UndeclaredName>>

/** Operations that anybody may call. */
export const publicAnswers = {
  forgotPassword: asItIs,
  setNewPassword: nothing,
  validatePassword: (followed, context) => answerLink(context, followed),
  confirmUserEmail: (confirmed, context) => ({
    ...answerLink(context, confirmed),
    user: answerUser(confirmed.user),
    group: confirmed.topGroup === null ? null : answerGroup(confirmed.topGroup),
  }),
  updateUserEmail: nothing,
  userRegistration: asItIs,
  confirmRegistration: (confirmed, context) => ({
    ...answerLink(context, confirmed),
    user: answerUser(confirmed.user),
  }),
  registerUser: ({ user, token }) => ({ user: answerUser(user), token }),
  getUserProfilePicture: asItIs,
} satisfies AnswersFor<keyof RawPublic & UndeclaredName>
