// biome-ignore-all lint/suspicious/noConfusingVoidType: each is what a call returns

import type { GroupAnswer, GroupTreeAnswer, LinkAnswer } from "../../answers/people.ts"
import type { FieldAnswer } from "../../answers/settings.ts"
import type { AutoNumber } from "../../auto-numbers/format.ts"
import type { Registration } from "../registration/user-registration.ts"
import type { PictureBytes } from "../users/get-user-profile-picture.ts"
import type { HandledMembers } from "../users/update-users-in-group-by-admin.ts"
import type * as People from "./people-answers.ts"
import type * as Reports from "./report-answers.ts"
import type * as Settings from "./settings-answers.ts"

/** What each operation answers in process (model.md section 5.7). */
export interface OperationAnswers {
  readonly addGroupRoles: void
  readonly addRoleToUser: void
  readonly addUser: People.AddedUserAnswer
  readonly confirmRegistration: People.ConfirmedRegistrationAnswer
  readonly confirmUserEmail: People.ConfirmedEmailAnswer
  readonly createAction: Settings.NewActionAnswer
  readonly createField: FieldAnswer
  readonly createFieldOptions: void
  readonly createGroup: GroupAnswer
  readonly createTopGroup: GroupAnswer
  readonly deleteAction: void
  readonly deleteField: void
  readonly deleteFieldOptions: void
  readonly deleteGroup: void
  readonly deleteUserProfilePicture: void
  readonly downloadActionScript: Settings.ActionScriptAnswer
  /** Whether there is somebody of that address. */
  readonly forgotPassword: boolean
  readonly getActionSettings: Settings.ActionSettingsAnswer
  readonly getActions: Settings.ActionsAnswer
  readonly getAllUsersInWorkspace: People.UsersAnswer
  readonly getAutoActionSettings: Settings.AutoActionAnswer
  readonly getAutoNumber: AutoNumber
  readonly getChartData: Reports.ChartAnswer
  readonly getChartDataByConditions: Reports.ChartAnswer
  readonly getChartSearchConditions: Reports.ColumnsAnswer
  readonly getDatastoreFields: Settings.FieldsAnswer
  readonly getFieldSettings: FieldAnswer
  readonly getGroup: People.GroupWithChildrenAnswer
  readonly getGroupTree: GroupTreeAnswer
  readonly getInputFields: Settings.FieldsAnswer
  readonly getNewActions: Settings.ActionsAnswer
  readonly getReportData: Reports.ReportAnswer
  readonly getReportDataByConditions: Reports.ReportAnswer
  readonly getReportSearchConditions: Reports.ColumnsAnswer
  readonly getRoleUsers: People.UsersAnswer
  readonly getRoles: People.RolesAnswer
  readonly getStatuses: Settings.StatusesAnswer
  readonly getUpdateActions: Settings.ActionsAnswer
  readonly getUserInfo: People.UserInfoAnswer
  readonly getUserInfoByAdmin: People.UserByAdminAnswer
  readonly getUserProfilePicture: PictureBytes
  readonly getUsersInGroup: People.GroupMembersAnswer
  readonly getUsersInWorkspace: People.UsersByGroupAnswer
  readonly logout: void
  readonly registerUser: People.RegisteredUserAnswer
  readonly removeRoleFromUser: void
  readonly removeUser: void
  /** Whether there is somebody of that address. */
  readonly resetUserPassword: boolean
  readonly setNewPassword: void
  readonly setPassword: void
  readonly updateAction: void
  readonly updateAutoActionSettings: void
  readonly updateAutoNumber: AutoNumber
  readonly updateField: void
  readonly updateFieldOptions: void
  readonly updateGroup: void
  readonly updateGroupRoles: void
  readonly updateUserEmail: void
  readonly updateUserEmailRequest: People.EmailRequestAnswer
  readonly updateUserInfo: void
  readonly updateUsersInGroupByAdmin: HandledMembers
  readonly uploadActionScript: void
  readonly uploadUserProfilePicture: void
  readonly userImport: void
  readonly userInvite: People.InvitationsAnswer
  readonly userRegistration: Registration
  readonly validatePassword: LinkAnswer
}
