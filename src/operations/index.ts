import type * as z from "zod"
import type { Operation } from "../engine/operation.ts"
import { type Caller, runUseCase, type UseCase, type Visitor } from "../engine/use-case.ts"
import { createAction } from "./actions/create-action.ts"
import { deleteAction } from "./actions/delete-action.ts"
import { downloadActionScript } from "./actions/download-action-script.ts"
import { getActionSettings } from "./actions/get-action-settings.ts"
import { updateAction } from "./actions/update-action.ts"
import { uploadActionScript } from "./actions/upload-action-script.ts"
import { createApplication } from "./applications/create-application.ts"
import { executeFunction } from "./applications/execute-function.ts"
import { getApplicationAndDatastore } from "./applications/get-application-and-datastore.ts"
import { getApplicationOfDatastore } from "./applications/get-application-of-datastore.ts"
import { getApplicationSettings } from "./applications/get-application-settings.ts"
import { getApplicationsAndDatastores } from "./applications/get-applications-and-datastores.ts"
import { getAutoActionSettings } from "./auto-actions/get-auto-action-settings.ts"
import { updateAutoActionSettings } from "./auto-actions/update-auto-action-settings.ts"
import { getAutoNumber } from "./auto-numbers/get-auto-number.ts"
import { updateAutoNumber } from "./auto-numbers/update-auto-number.ts"
import { getActionSettingsOfDatastore } from "./datastores/get-action-settings-of-datastore.ts"
import { getActions, getNewActions, getUpdateActions } from "./datastores/get-actions.ts"
import { getDatastoreSettings } from "./datastores/get-datastore-settings.ts"
import { getDatastores } from "./datastores/get-datastores.ts"
import { getInputFields } from "./datastores/get-input-fields.ts"
import { getStatuses } from "./datastores/get-statuses.ts"
import { createField } from "./fields/create-field.ts"
import { createFieldOptions } from "./fields/create-field-options.ts"
import { deleteField } from "./fields/delete-field.ts"
import { deleteFieldOptions } from "./fields/delete-field-options.ts"
import { getDatastoreFields } from "./fields/get-datastore-fields.ts"
import { getFieldSettings } from "./fields/get-field-settings.ts"
import { updateField } from "./fields/update-field.ts"
import { updateFieldOptions } from "./fields/update-field-options.ts"
import { deleteFile } from "./files/delete-file.ts"
import { getFile } from "./files/get-file.ts"
import { uploadFile } from "./files/upload-file.ts"
import { uploadFileDetached } from "./files/upload-file-detached.ts"
import { createGroup } from "./groups/create-group.ts"
import { createTopGroup } from "./groups/create-top-group.ts"
import { deleteGroup } from "./groups/delete-group.ts"
import { getGroup } from "./groups/get-group.ts"
import { getGroupTree } from "./groups/get-group-tree.ts"
import { updateGroup } from "./groups/update-group.ts"
import { deleteItemComment } from "./histories/delete-item-comment.ts"
import { getItemHistories } from "./histories/get-item-histories.ts"
import { postItemComment } from "./histories/post-item-comment.ts"
import { updateItemComment } from "./histories/update-item-comment.ts"
import { getImportResults } from "./imports/get-import-results.ts"
import { importItems } from "./imports/import-items.ts"
import { createItem } from "./items/create-item.ts"
import { createItemWithItemID } from "./items/create-item-with-item-id.ts"
import { createNewItemID } from "./items/create-new-item-id.ts"
import { deleteItem } from "./items/delete-item.ts"
import { deleteItemByConditions } from "./items/delete-item-by-conditions.ts"
import { executeAction } from "./items/execute-action.ts"
import { executeActionByActionID } from "./items/execute-action-by-action-id.ts"
import { executeBulkAction } from "./items/execute-bulk-action.ts"
import { getItemDetails } from "./items/get-item-details.ts"
import { getItemSearchConditions } from "./items/get-item-search-conditions.ts"
import { itemList } from "./items/item-list.ts"
import { updateItem } from "./items/update-item.ts"
import { addItemLink } from "./links/add-item-link.ts"
import { deleteItemLink } from "./links/delete-item-link.ts"
import { getLinkedItems } from "./links/get-linked-items.ts"
import { updateItemLink } from "./links/update-item-link.ts"
import { forgotPassword } from "./passwords/forgot-password.ts"
import { resetUserPassword } from "./passwords/reset-user-password.ts"
import { setNewPassword } from "./passwords/set-new-password.ts"
import { setPassword } from "./passwords/set-password.ts"
import { validatePassword } from "./passwords/validate-password.ts"
import { getUserQueries } from "./queries/get-user-queries.ts"
import { addUser } from "./registration/add-user.ts"
import { confirmRegistration } from "./registration/confirm-registration.ts"
import { registerUser } from "./registration/register-user.ts"
import { userImport } from "./registration/user-import.ts"
import { userInvite } from "./registration/user-invite.ts"
import { userRegistration } from "./registration/user-registration.ts"
import { getChartData } from "./reports/get-chart-data.ts"
import { getChartDataByConditions } from "./reports/get-chart-data-by-conditions.ts"
import { getChartSearchConditions } from "./reports/get-chart-search-conditions.ts"
import { getReportData } from "./reports/get-report-data.ts"
import { getReportDataByConditions } from "./reports/get-report-data-by-conditions.ts"
import { getReportSearchConditions } from "./reports/get-report-search-conditions.ts"
import { addGroupRoles } from "./roles/add-group-roles.ts"
import { addRoleToUser } from "./roles/add-role-to-user.ts"
import { getRoleUsers } from "./roles/get-role-users.ts"
import { getRoles } from "./roles/get-roles.ts"
import { removeRoleFromUser } from "./roles/remove-role-from-user.ts"
import { updateGroupRoles } from "./roles/update-group-roles.ts"
import { isOperation, runOperation } from "./run-operation.ts"
import { globalSearch } from "./search/global-search.ts"
import { login } from "./sessions/login.ts"
import { logout } from "./sessions/logout.ts"
import { tellingOf } from "./telling-of.ts"
import { downloadTemplate } from "./templates/download-template.ts"
import { getTasks } from "./templates/get-tasks.ts"
import { getTemplates } from "./templates/get-templates.ts"
import { saveTemplate } from "./templates/save-template.ts"
import { uploadTemplate } from "./templates/upload-template.ts"
import { confirmUserEmail } from "./users/confirm-user-email.ts"
import { deleteUserProfilePicture } from "./users/delete-user-profile-picture.ts"
import { getAllUsersInWorkspace } from "./users/get-all-users-in-workspace.ts"
import { getUserInfo } from "./users/get-user-info.ts"
import { getUserInfoByAdmin } from "./users/get-user-info-by-admin.ts"
import { getUserProfilePicture } from "./users/get-user-profile-picture.ts"
import { getUsersInGroup } from "./users/get-users-in-group.ts"
import { getUsersInWorkspace } from "./users/get-users-in-workspace.ts"
import { removeUser } from "./users/remove-user.ts"
import { updateUserEmail } from "./users/update-user-email.ts"
import { updateUserEmailRequest } from "./users/update-user-email-request.ts"
import { updateUserInfo } from "./users/update-user-info.ts"
import { updateUsersInGroupByAdmin } from "./users/update-users-in-group-by-admin.ts"
import { uploadUserProfilePicture } from "./users/upload-user-profile-picture.ts"
import { createNewWorkspace } from "./workspaces/create-new-workspace.ts"
import { getCurrentWorkspace } from "./workspaces/get-current-workspace.ts"
import { getPasswordPolicy } from "./workspaces/get-password-policy.ts"
import { getWorkspaceFunctionality } from "./workspaces/get-workspace-functionality.ts"
import { getWorkspaceUsage } from "./workspaces/get-workspace-usage.ts"
import { getWorkspaces } from "./workspaces/get-workspaces.ts"
import { selectWorkspace } from "./workspaces/select-workspace.ts"

/** Every use case that needs a user, by operation name: what `world.as(user)` offers. */
export const operations = {
  logout,
  getUserInfo,
  getWorkspaces,
  getCurrentWorkspace,
  selectWorkspace,
  getApplicationsAndDatastores,
  createApplication,
  getApplicationSettings,
  getApplicationOfDatastore,
  getApplicationAndDatastore,
  executeFunction,
  getTasks,
  getTemplates,
  saveTemplate,
  uploadTemplate,
  downloadTemplate,
  getDatastores,
  getDatastoreSettings,
  getActionSettingsOfDatastore,
  getActionSettings,
  createAction,
  updateAction,
  deleteAction,
  uploadActionScript,
  downloadActionScript,
  getDatastoreFields,
  getFieldSettings,
  createField,
  updateField,
  deleteField,
  createFieldOptions,
  updateFieldOptions,
  deleteFieldOptions,
  getUserQueries,
  getReportData,
  getReportSearchConditions,
  getReportDataByConditions,
  getChartData,
  getChartSearchConditions,
  getChartDataByConditions,
  getItemDetails,
  createItem,
  updateItem,
  createItemWithItemID,
  createNewItemID,
  executeAction,
  itemList,
  globalSearch,
  importItems,
  getImportResults,
  getItemSearchConditions,
  getLinkedItems,
  getItemHistories,
  getStatuses,
  getActions,
  getNewActions,
  getUpdateActions,
  getInputFields,
  createGroup,
  createTopGroup,
  deleteGroup,
  getGroup,
  getGroupTree,
  updateGroup,
  addGroupRoles,
  addRoleToUser,
  getRoleUsers,
  getRoles,
  removeRoleFromUser,
  updateGroupRoles,
  addUser,
  deleteUserProfilePicture,
  getAllUsersInWorkspace,
  getUserInfoByAdmin,
  getUsersInGroup,
  getUsersInWorkspace,
  removeUser,
  resetUserPassword,
  setPassword,
  updateUserEmailRequest,
  updateUserInfo,
  updateUsersInGroupByAdmin,
  uploadUserProfilePicture,
  userImport,
  userInvite,
  createNewWorkspace,
  getPasswordPolicy,
  getWorkspaceFunctionality,
  getWorkspaceUsage,
  executeActionByActionID,
  executeBulkAction,
  deleteItem,
  deleteItemByConditions,
  addItemLink,
  updateItemLink,
  deleteItemLink,
  postItemComment,
  updateItemComment,
  deleteItemComment,
  updateAutoNumber,
  getAutoNumber,
  getAutoActionSettings,
  updateAutoActionSettings,
  uploadFile,
  uploadFileDetached,
  getFile,
  deleteFile,
}

type Bound<U> = U extends Operation<infer S, infer R, infer _A> ? BoundOperation<S, R> : BoundUseCase<U>

type BoundOperation<S extends z.ZodObject, R> = [keyof S["shape"]] extends [never]
  ? () => Promise<R>
  : (input: z.input<S>) => Promise<R>

type BoundUseCase<U> = U extends { readonly run: (entry: never, input: infer I) => Promise<infer O> }
  ? unknown extends I
    ? () => Promise<O>
    : (input: I) => Promise<O>
  : never

/** The use cases bound to one user, typed, without HTTP: their answers hold records as they are stored. */
export type RawActing = { readonly [N in keyof typeof operations]: Bound<(typeof operations)[N]> }

export const actAs = (caller: Caller): RawActing =>
  Object.fromEntries(
    Object.entries(operations).map(([name, useCase]) => [
      name,
      (input: never) =>
        tellingOf(
          name,
          caller,
          input,
          () =>
            isOperation(useCase)
              ? runOperation(useCase, caller, input)
              : runUseCase(caller, useCase as unknown as UseCase<unknown, unknown, unknown, unknown>, input),
          isOperation(useCase) ? useCase : undefined,
        ),
    ]),
  ) as unknown as RawActing

/** Every use case that anybody may call, without a user: what `world.public` offers. */
export const publicOperations = {
  login,
  forgotPassword,
  setNewPassword,
  validatePassword,
  confirmUserEmail,
  updateUserEmail,
  userRegistration,
  confirmRegistration,
  registerUser,
  getUserProfilePicture,
}

/** The public use cases bound to a world: their answers hold records as they are stored. */
export type RawPublic = { readonly [N in keyof typeof publicOperations]: Bound<(typeof publicOperations)[N]> }

export const publicOf = (visitor: Visitor): RawPublic =>
  Object.fromEntries(
    Object.entries(publicOperations).map(([name, run]) => [
      name,
      (input: never) =>
        tellingOf(name, visitor, input, () => runOperation(run as unknown as Operation, visitor, input), run),
    ]),
  ) as unknown as RawPublic

/** No use cases of their own: what runs another operation without a token, and an older form of GetItemHistories. */
const WITHOUT_USE_CASE = ["UnauthorizedCall", "GetItemHistoriesOld"]

/** The names of all operations, as the API spells them. */
export const operationNames = (): string[] => [
  ...Object.keys({ ...operations, ...publicOperations }).map(
    (name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  ),
  ...WITHOUT_USE_CASE,
]

type Everything = RawActing & RawPublic

/** What each operation is declared by. */
type Declarations = typeof operations & typeof publicOperations

/** Operations that are not declared yet. */
export type UndeclaredName = {
  [N in keyof Declarations]: Declarations[N] extends Operation ? never : N
}[keyof Declarations]

/** What people read of a declared operation. */
export type DeclaredAnswer<N extends RawName> =
  Declarations[N] extends Operation<infer _S, infer _R, infer A> ? A : never

/** An operation of a user. */
export type RawUserName = keyof RawActing

/** Any operation that can be called in process. */
export type RawName = keyof Everything

/** What an operation takes in process. */
export type RawInput<N extends RawName> = Parameters<Everything[N]>[0]

/** What a use case comes to. */
export type RawResult<N extends RawName> = Awaited<ReturnType<Everything[N]>>
