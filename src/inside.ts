export { actorOf, lineage } from "./access/actor.ts"
export type { AccessKeyUpdates } from "./access/key-updates.ts"
export { administersGroup, isApplicationAdmin, seesDatastore, seesField, seesItem } from "./access/may.ts"
export { findAction, findApplication, findDatastore, findGroup, listDatastores } from "./access/places.ts"
export { isListedRole } from "./access/settings.ts"
export { defaultPorts } from "./adapters/default-ports.ts"
export { memoryBlobs } from "./adapters/memory-blobs.ts"
export { noPatterns } from "./adapters/no-patterns.ts"
export { quickjsScripts } from "./adapters/quickjs-scripts.ts"
export type { AutoNumber } from "./auto-numbers/format.ts"
export type { Duration } from "./calendar/duration.ts"
export { readInstant } from "./calendar/instants.ts"
export { describeChanges } from "./changes/describe-changes.ts"
export { nameUser } from "./changes/name-record.ts"
export type { ClockMode, ClockMove, Moved, WorldClock } from "./clock/world-clock.ts"
export { type CreateWorld, createWorld } from "./create-world.ts"
export { ACTION_OPERATIONS, type ActionOperation } from "./datastores/action-operations.ts"
export type { ActionInput, FieldSettingInput } from "./datastores/change-action.ts"
export { fieldSettingOf } from "./datastores/field-setting.ts"
export type { NewAction } from "./datastores/make-action.ts"
export type { ApiCall, ApiCaller, CommitAuthor, Engine } from "./engine/engine.ts"
export type { Snapshot } from "./engine/moment.ts"
export type { LoggedRun } from "./engine/script-log.ts"
export type { StoreFailure } from "./engine/store-failures.ts"
export {
  admit,
  type Caller,
  type PublicUseCase,
  type UseCase,
  type Visitor,
} from "./engine/use-case.ts"
export * from "./error.ts"
export { type FaultPlan, planFault } from "./faults/plan-fault.ts"
export { takeFault } from "./faults/take-fault.ts"
export type { FieldInput } from "./field-settings/field-input.ts"
export type { DetailForm, FileForm, LookupForm, UserForm } from "./fields/kinds/kind.ts"
export { holdsValues, lookupOf } from "./fields/kinds/registry.ts"
export { readableFields } from "./fields/readable-fields.ts"
export type { OptionInput } from "./fields/settings-form.ts"
export { storedBytes } from "./files/storage.ts"
export type { UploadedFile } from "./files/store-file.ts"
export { dumpFixture } from "./fixture/dump/dump.ts"
export { type ClockStart, loadFixture, structureMistakes } from "./fixture/load/load.ts"
export { FixtureError, type Mistake, mistakeText } from "./fixture/mistakes.ts"
export { prepareFixture } from "./fixture/prepared.ts"
export { type Fixture, type FixtureItem, fixtureSchema } from "./fixture/schema/fixture.ts"
export { fixtureJsonSchema } from "./fixture/schema/json-schema.ts"
export { noSources, type Sources, Unreadable } from "./fixture/sources.ts"
export * from "./ids.ts"
export { BrokenInvariants, checkInvariants, type Invariant, invariants } from "./invariants/invariants.ts"
export type { ImportRow } from "./items/importing/item-import.ts"
export { type BrowsedItem, type BrowseItems, browseItems } from "./items/reading/browse-items.ts"
export type { LinkedDatastore } from "./items/reading/linked-datastores.ts"
export type { LinkedItem, LookupItems } from "./items/reading/linked-item.ts"
export type { ItemList, ItemListResult } from "./items/reading/list-items.ts"
export type { ItemLinks, ListedItem } from "./items/reading/listed-item.ts"
export { fieldKey, type ListValues } from "./items/reading/reading.ts"
export { completeCondition } from "./items/search/saved-condition.ts"
export type { ItemResult } from "./items/writing/item-result.ts"
export type {
  FieldChange,
  GivenValues,
  RelatedDsItems,
  RelatedEntry,
  WriteOptions,
} from "./items/writing/write-options.ts"
export type { LinkEnd, PlacedLink } from "./links/link-ends.ts"
export type { LinkedIds } from "./links/linked-ids.ts"
export type { Cancellation, FailedDelivery, Mailbox, MailFilter } from "./mail/mailbox.ts"
export type { MailStyle } from "./mail/queue-mail.ts"
export * from "./names.ts"
export { type CreateAction, createAction } from "./operations/actions/create-action.ts"
export { deleteAction } from "./operations/actions/delete-action.ts"
export { type DownloadActionScript, downloadActionScript } from "./operations/actions/download-action-script.ts"
export { type ActionSettings, getActionSettings } from "./operations/actions/get-action-settings.ts"
export { type UpdateAction, updateAction } from "./operations/actions/update-action.ts"
export { type UploadActionScript, uploadActionScript } from "./operations/actions/upload-action-script.ts"
export { type CreateApplication, createApplication } from "./operations/applications/create-application.ts"
export { type ExecuteFunction, executeFunction } from "./operations/applications/execute-function.ts"
export {
  type ApplicationAndDatastore,
  getApplicationAndDatastore,
} from "./operations/applications/get-application-and-datastore.ts"
export { getApplicationOfDatastore } from "./operations/applications/get-application-of-datastore.ts"
export {
  type ApplicationSettings,
  getApplicationSettings,
} from "./operations/applications/get-application-settings.ts"
export { getApplicationsAndDatastores } from "./operations/applications/get-applications-and-datastores.ts"
export { getAutoActionSettings } from "./operations/auto-actions/get-auto-action-settings.ts"
export {
  type UpdateAutoActionSettings,
  updateAutoActionSettings,
} from "./operations/auto-actions/update-auto-action-settings.ts"
export { type GetAutoNumber, getAutoNumber } from "./operations/auto-numbers/get-auto-number.ts"
export { type UpdateAutoNumber, updateAutoNumber } from "./operations/auto-numbers/update-auto-number.ts"
export {
  type ActionsByStatus,
  getActionSettingsOfDatastore,
} from "./operations/datastores/get-action-settings-of-datastore.ts"
export { type ActionsResult, getActions, getNewActions, getUpdateActions } from "./operations/datastores/get-actions.ts"
export { type DatastoreSettings, getDatastoreSettings } from "./operations/datastores/get-datastore-settings.ts"
export { type DatastoreList, getDatastores } from "./operations/datastores/get-datastores.ts"
export { getInputFields, type InputFields } from "./operations/datastores/get-input-fields.ts"
export { getStatuses } from "./operations/datastores/get-statuses.ts"
export { type CreateField, createField } from "./operations/fields/create-field.ts"
export { type CreateFieldOptions, createFieldOptions } from "./operations/fields/create-field-options.ts"
export { deleteField } from "./operations/fields/delete-field.ts"
export { type DeleteFieldOptions, deleteFieldOptions } from "./operations/fields/delete-field-options.ts"
export { getDatastoreFields } from "./operations/fields/get-datastore-fields.ts"
export { type FieldSettings, getFieldSettings } from "./operations/fields/get-field-settings.ts"
export { type UpdateField, updateField } from "./operations/fields/update-field.ts"
export { type UpdateFieldOptions, updateFieldOptions } from "./operations/fields/update-field-options.ts"
export { type DeleteFile, deleteFile } from "./operations/files/delete-file.ts"
export { getFile } from "./operations/files/get-file.ts"
export { type UploadFile, uploadFile } from "./operations/files/upload-file.ts"
export { uploadFileDetached } from "./operations/files/upload-file-detached.ts"
export { type CreateGroup, createGroup } from "./operations/groups/create-group.ts"
export { type CreateTopGroup, createTopGroup } from "./operations/groups/create-top-group.ts"
export { deleteGroup } from "./operations/groups/delete-group.ts"
export { type GroupWithChildren, getGroup } from "./operations/groups/get-group.ts"
export { type GroupTree, getGroupTree } from "./operations/groups/get-group-tree.ts"
export { type UpdateGroup, updateGroup } from "./operations/groups/update-group.ts"
export { deleteItemComment } from "./operations/histories/delete-item-comment.ts"
export { getItemHistories, type HistoryEntry, type ItemHistories } from "./operations/histories/get-item-histories.ts"
export { type PostItemComment, postItemComment } from "./operations/histories/post-item-comment.ts"
export {
  type UpdateItemComment,
  updateItemComment,
} from "./operations/histories/update-item-comment.ts"
export { type GetImportResults, getImportResults, type ImportResults } from "./operations/imports/get-import-results.ts"
export { type ImportItems, type ImportStarted, importItems } from "./operations/imports/import-items.ts"
export type { Acting } from "./operations/index.ts"
export { type CreatedItem, type CreateItem, createItem } from "./operations/items/create-item.ts"
export { type CreateItemWithItemID, createItemWithItemID } from "./operations/items/create-item-with-item-id.ts"
export { createNewItemID } from "./operations/items/create-new-item-id.ts"
export { type DeleteItem, deleteItem } from "./operations/items/delete-item.ts"
export { type DeleteItemByConditions, deleteItemByConditions } from "./operations/items/delete-item-by-conditions.ts"
export { type ExecuteAction, type ExecutedAction, executeAction } from "./operations/items/execute-action.ts"
export {
  type ExecuteActionByActionID,
  executeActionByActionID,
} from "./operations/items/execute-action-by-action-id.ts"
export { type BulkOutcome, type ExecuteBulkAction, executeBulkAction } from "./operations/items/execute-bulk-action.ts"
export {
  type GetItemDetails,
  getItemDetails,
  type ItemDetails,
  type LookupDetail,
} from "./operations/items/get-item-details.ts"
export { getItemSearchConditions, type ItemSearchConditions } from "./operations/items/get-item-search-conditions.ts"
export { itemList } from "./operations/items/item-list.ts"
export { type UpdatedItem, type UpdateItem, updateItem } from "./operations/items/update-item.ts"
export { addItemLink } from "./operations/links/add-item-link.ts"
export { type DeleteItemLink, deleteItemLink } from "./operations/links/delete-item-link.ts"
export { getLinkedItems, type LinkedItems } from "./operations/links/get-linked-items.ts"
export { type UpdateItemLink, updateItemLink } from "./operations/links/update-item-link.ts"
export { type ForgotPassword, forgotPassword } from "./operations/passwords/forgot-password.ts"
export { resetUserPassword } from "./operations/passwords/reset-user-password.ts"
export { type SetNewPassword, setNewPassword } from "./operations/passwords/set-new-password.ts"
export { type SetPassword, setPassword } from "./operations/passwords/set-password.ts"
export { type FollowedLink, validatePassword } from "./operations/passwords/validate-password.ts"
export { getUserQueries } from "./operations/queries/get-user-queries.ts"
export { type AddedUser, type AddUser, addUser } from "./operations/registration/add-user.ts"
export { type ConfirmedRegistration, confirmRegistration } from "./operations/registration/confirm-registration.ts"
export { type RegisteredUser, type RegisterUser, registerUser } from "./operations/registration/register-user.ts"
export { badRow, type ImportedUser, type UserImport, userImport } from "./operations/registration/user-import.ts"
export { type Invited, type UserInvite, userInvite } from "./operations/registration/user-invite.ts"
export {
  type Registration,
  type UserRegistration,
  userRegistration,
} from "./operations/registration/user-registration.ts"
export { getChartData } from "./operations/reports/get-chart-data.ts"
export { getChartDataByConditions } from "./operations/reports/get-chart-data-by-conditions.ts"
export { getChartSearchConditions } from "./operations/reports/get-chart-search-conditions.ts"
export { getReportData } from "./operations/reports/get-report-data.ts"
export { getReportDataByConditions } from "./operations/reports/get-report-data-by-conditions.ts"
export { getReportSearchConditions } from "./operations/reports/get-report-search-conditions.ts"
export { addGroupRoles } from "./operations/roles/add-group-roles.ts"
export { addRoleToUser, type GrantRole } from "./operations/roles/add-role-to-user.ts"
export { getRoleUsers } from "./operations/roles/get-role-users.ts"
export { getRoles } from "./operations/roles/get-roles.ts"
export { removeRoleFromUser } from "./operations/roles/remove-role-from-user.ts"
export { updateGroupRoles } from "./operations/roles/update-group-roles.ts"
export {
  type GlobalSearch,
  type GlobalSearchResult,
  globalSearch,
  type SearchHit,
} from "./operations/search/global-search.ts"
export { login } from "./operations/sessions/login.ts"
export { logout } from "./operations/sessions/logout.ts"
export { downloadTemplate } from "./operations/templates/download-template.ts"
export { type GetTasks, getTasks, type SeenTask } from "./operations/templates/get-tasks.ts"
export { getTemplates, type TemplateCategory } from "./operations/templates/get-templates.ts"
export { saveTemplate } from "./operations/templates/save-template.ts"
export { uploadTemplate } from "./operations/templates/upload-template.ts"
export { type ConfirmedEmail, confirmUserEmail } from "./operations/users/confirm-user-email.ts"
export { deleteUserProfilePicture } from "./operations/users/delete-user-profile-picture.ts"
export { getAllUsersInWorkspace } from "./operations/users/get-all-users-in-workspace.ts"
export { getUserInfo, type UserInfo } from "./operations/users/get-user-info.ts"
export {
  type GetUserInfoByAdmin,
  getUserInfoByAdmin,
  type UserSeenByAdmin,
} from "./operations/users/get-user-info-by-admin.ts"
export { getUserProfilePicture } from "./operations/users/get-user-profile-picture.ts"
export { type GetUsersInGroup, type GroupMember, getUsersInGroup } from "./operations/users/get-users-in-group.ts"
export {
  type GetUsersInWorkspace,
  type GroupUsers,
  getUsersInWorkspace,
} from "./operations/users/get-users-in-workspace.ts"
export { type RemoveUser, removeUser } from "./operations/users/remove-user.ts"
export { type UpdateUserEmail, updateUserEmail } from "./operations/users/update-user-email.ts"
export { type UpdateUserEmailRequest, updateUserEmailRequest } from "./operations/users/update-user-email-request.ts"
export { type UpdateUserInfo, updateUserInfo } from "./operations/users/update-user-info.ts"
export {
  type HandledMembers,
  type MemberUpdate,
  type UpdateUsersInGroupByAdmin,
  updateUsersInGroupByAdmin,
} from "./operations/users/update-users-in-group-by-admin.ts"
export {
  type UploadUserProfilePicture,
  uploadUserProfilePicture,
} from "./operations/users/upload-user-profile-picture.ts"
export { createNewWorkspace } from "./operations/workspaces/create-new-workspace.ts"
export { getCurrentWorkspace } from "./operations/workspaces/get-current-workspace.ts"
export { getPasswordPolicy } from "./operations/workspaces/get-password-policy.ts"
export { getWorkspaceFunctionality } from "./operations/workspaces/get-workspace-functionality.ts"
export { getWorkspaceUsage, type WorkspaceUsage } from "./operations/workspaces/get-workspace-usage.ts"
export { getWorkspaces } from "./operations/workspaces/get-workspaces.ts"
export { selectWorkspace } from "./operations/workspaces/select-workspace.ts"
export { byOrdinal } from "./order.ts"
export type { MailDelivery } from "./ports/mail-delivery.ts"
export type { Patterns } from "./ports/patterns.ts"
export type { Ports } from "./ports/ports.ts"
export type { ScriptFault, ScriptOutcome, ScriptRun, Scripts } from "./ports/scripts.ts"
export type { Timer } from "./ports/timer.ts"
export type { Webhooks } from "./ports/webhooks.ts"
export type { Application } from "./records/application.ts"
export type { AutoAction } from "./records/auto-action.ts"
export type { Condition } from "./records/condition.ts"
export type { Action, Datastore, Status } from "./records/datastore.ts"
export type { DueEvent, DueKind, Fired } from "./records/due-event.ts"
export type { DueFailure, Failure, MailFailure } from "./records/failure.ts"
export type { Fault } from "./records/fault.ts"
export type { DataType, Field, FieldOf } from "./records/field.ts"
export type { Group } from "./records/group.ts"
export type { Item } from "./records/item.ts"
export type { Mail, MailKind, MailLink, MailTemplate } from "./records/mail.ts"
export type { Role } from "./records/role.ts"
export type { Membership, User } from "./records/user.ts"
export type { WebhookDelivery } from "./records/webhook-delivery.ts"
export type { ChartData } from "./reports/chart-data.ts"
export { titleOfColumn } from "./reports/column-title.ts"
export type { PlacedColumn } from "./reports/placed-columns.ts"
export type { ReportPaging, ReportResult } from "./reports/read-report.ts"
export type { IdValue, ReadRow } from "./reports/read-row.ts"
export type { SearchableColumns } from "./reports/searchable-columns.ts"
export type { RoleReference } from "./roles/grant.ts"
export type { GroupRoles } from "./roles/group-roles.ts"
export type { Change, Patch } from "./state/change.ts"
export type { State } from "./state/state.ts"
export { isItemsTable, itemsTable } from "./state/tables.ts"
export { View } from "./state/view.ts"
export type { HeldRole } from "./users/held-roles.ts"
export { profilePictureUrl } from "./users/profile-picture.ts"
export { findUserByReference } from "./users/reference.ts"
export { findToken, issueToken } from "./users/tokens.ts"
export { findPublicCall, type PublicRun } from "./workspaces/find-public-call.ts"
export { World } from "./world.ts"
