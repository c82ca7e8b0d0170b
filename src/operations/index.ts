import type * as z from "zod"
import type { Operation } from "../engine/operation.ts"
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
import { globalSearch } from "./search/global-search.ts"
import { login } from "./sessions/login.ts"
import { logout } from "./sessions/logout.ts"
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

/** Every operation that needs a user: what `world.as(user)` offers. */
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

type Input<O> = O extends Operation<infer S, infer _R, infer _A> ? InputOf<S> : never

/** Without properties, zod has an index signature. */
type InputOf<S extends z.ZodObject> = [keyof S["shape"]] extends [never] ? unknown : z.input<S>

type Result<O> = O extends Operation<infer _S, infer R, infer _A> ? R : never

type Answer<O> = O extends Operation<infer _S, infer _R, infer A> ? A : never

/** A call: nothing need be given where nothing is required. */
type Call<O, T> = [keyof Input<O>] extends [never]
  ? () => Promise<T>
  : Record<never, never> extends Input<O>
    ? (input?: Input<O>) => Promise<T>
    : (input: Input<O>) => Promise<T>

/** Every operation that anybody may call, without a user: what `world.public` offers. */
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

type Declarations = typeof operations & typeof publicOperations

/**
 * Every operation as one user, in process and without a token. Answers are what a person asserts on: values by display ID in
 * natural types, users by e-mail address, IDs beside them, nothing secret (model.md section 5.7). Refusals throw
 * `DomainError`.
 */
export type Acting = {
  readonly [N in keyof typeof operations]: Call<(typeof operations)[N], Answer<(typeof operations)[N]>>
}

/** The operations that anybody may call. */
export type Public = {
  readonly [N in keyof typeof publicOperations]: Call<
    (typeof publicOperations)[N],
    Answer<(typeof publicOperations)[N]>
  >
}

/** The operations of one user with their domain results: records as they are stored. */
export type RawActing = {
  readonly [N in keyof typeof operations]: Call<(typeof operations)[N], Result<(typeof operations)[N]>>
}

/** The public operations with their domain results. */
export type RawPublic = {
  readonly [N in keyof typeof publicOperations]: Call<
    (typeof publicOperations)[N],
    Result<(typeof publicOperations)[N]>
  >
}

/** Any operation that can be called in process. */
export type InProcessName = keyof Declarations

/** What an operation takes in process: `OperationInput<"createItem">`. */
export type OperationInput<N extends InProcessName> = Input<Declarations[N]>

/** What an operation answers in process: `OperationResult<"createItem">`. */
export type OperationResult<N extends InProcessName> = Answer<Declarations[N]>

/** Rows without a declaration of their own: one runs another operation without a token, one is an older form of GetItemHistories. */
const WITHOUT_DECLARATION = ["UnauthorizedCall", "GetItemHistoriesOld"]

/** The names of all operations, as the API spells them. */
export const operationNames = (): string[] => [
  ...Object.values({ ...operations, ...publicOperations }).map(({ name }) => name),
  ...WITHOUT_DECLARATION,
]
