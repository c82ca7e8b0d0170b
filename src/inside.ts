export { type Actor, actorIn, actorOf, lineage, listHeldRoles, subtree } from "./access/actor.ts"
export type { AccessKeyUpdates } from "./access/key-updates.ts"
export { administersGroup, isApplicationAdmin, mayRunAction, seesDatastore, seesField, seesItem } from "./access/may.ts"
export {
  findAction,
  findApplication,
  findDatastore,
  findGroup,
  listApplications,
  listDatastores,
  listRoles,
} from "./access/places.ts"
export { isListedRole } from "./access/settings.ts"
export { type KeyHolder, keyHolders, type SeenBecause, type Sight, sightOf } from "./access/explain-access.ts"
export { defaultPorts } from "./ports/defaults/default-ports.ts"
export { memoryBlobs } from "./ports/defaults/memory-blobs.ts"
export { MemoryDatabase, memoryStore, namedPages } from "./ports/defaults/memory-store.ts"
export { noPatterns } from "./adapters/no-patterns.ts"
export { quickjsScripts } from "./ports/defaults/quickjs-scripts.ts"
export { findDatastores, listAllItems, type WholeItem, wholeItem } from "./answers/all-items.ts"
export type { ItemAnswer } from "./answers/item.ts"
export type { GroupAnswer, HeldRoleAnswer, LinkAnswer, UserAnswer, WorkspaceAnswer } from "./answers/people.ts"
export type {
  ActionAnswer,
  ApplicationAnswer,
  DatastoreAnswer,
  FieldAnswer,
  OptionAnswer,
  RoleAnswer,
  StatusAnswer,
} from "./answers/settings.ts"
export { nextExec } from "./model/calendar/next-exec.ts"
export type { AutoNumber } from "./auto-numbers/format.ts"
export type { Duration } from "./calendar/duration.ts"
export { readInstant } from "./model/calendar/instants.ts"
export { compareStates } from "../emulator/worlds/changes/compare-states.ts"
export { describeChanges, describePatch, mergePatches } from "../emulator/worlds/changes/describe-changes.ts"
export { nameItem, nameUser, referenceTo } from "../emulator/worlds/changes/name-record.ts"
export type { ClockMode, ClockMove, Moved } from "./clock/clock-move.ts"
export type { WorldClock } from "./automation/world-clock.ts"
export { elapsesAt, isPending } from "./people/confirmations/life.ts"
export { type CreateWorld, createWorld, type WorldIn, type WorldOf } from "./world/create-world.ts"
export { ACTION_OPERATIONS, type ActionOperation } from "./datastores/action-operations.ts"
export type { ActionInput, FieldSettingInput } from "./datastores/change-action.ts"
export { fieldSettingOf } from "./datastores/field-setting.ts"
export type { NewAction } from "./datastores/make-action.ts"
export type { OwedNotes } from "./engine/background.ts"
export type { Caller, Visitor } from "./engine/caller.ts"
export type { ApiCall, ApiCaller, CommitAuthor, Engine } from "./engine/engine.ts"
export { lostBlobs } from "./engine/lost-blobs.ts"
export type { Snapshot } from "./engine/moment.ts"
export type { DomainResultOf, Operation, Started } from "./engine/operation.ts"
export { OutcomeUnknown } from "./engine/outcome-unknown.ts"
export { Patience } from "./engine/patience.ts"
export type { LoggedRun } from "./engine/script-log.ts"
export type { EndedRun, ScriptName } from "./engine/script-runs.ts"
export type { StoreFailure } from "./engine/store-failures.ts"
export { StoreHealth } from "./engine/store-health.ts"
export * from "./model/error.ts"
export { type FaultPlan, planFault } from "./faults/plan-fault.ts"
export { answersItself, Disconnect, plannedAnswer } from "./faults/planned-failure.ts"
export { takeFault } from "./faults/take-fault.ts"
export type { FieldInput } from "./field-settings/field-input.ts"
export type { DetailForm, FileForm, LookupForm, NaturalValue, UserForm } from "./fields/types/field-type.ts"
export { holdsValues, lookupOf } from "./fields/types/registry.ts"
export { readableFields } from "./fields/readable-fields.ts"
export type { OptionInput } from "./fields/settings-form.ts"
export { titleOf } from "./fields/title.ts"
export { storedBytes } from "./files/storage.ts"
export type { UploadedFile } from "./files/store-file.ts"
export { DataUrl } from "./fixtures/data-url.ts"
export { dumpFixture, dumpForWriting } from "./fixtures/dump/dump.ts"
export { type ClockStart, loadFixture, structureMistakes } from "./fixtures/load/load.ts"
export { carryOver } from "./fixtures/merge/carry-over.ts"
export { keptAt, type MergeConflict, mergeFixtures } from "./fixtures/merge/merge-fixtures.ts"
export { FixtureError, type Mistake, meantName, mistakeText } from "./fixtures/mistakes.ts"
export { prepareFixture } from "./fixtures/prepared.ts"
export { type Fixture, type FixtureItem, fixtureSchema } from "./fixtures/schema/fixture.ts"
export { fixtureJsonSchema } from "./fixtures/schema/json-schema.ts"
export { noSources, type Sources, Unreadable } from "./fixtures/sources.ts"
export { listChildren } from "./groups/list-children.ts"
export * from "./model/ids.ts"
export { boundsOf, listOf, listOfMost, mapOf, objectOf } from "./input/bounded-schemas.ts"
export { check } from "./input/check.ts"
export {
  anyObject,
  anyValue,
  data,
  isData,
  lazy,
  normalizer,
  object,
  optionalId,
  shared,
  sharedNameOf,
  TEMPLATE_NAMES,
} from "./model/input/schemas.ts"
export { refuseUnknown } from "./model/input/unknown-properties.ts"
export { BrokenInvariants, checkInvariants, type Invariant, invariants } from "./world/invariants/invariants.ts"
export type { ImportRow } from "./items/importing/import-row.ts"
export { type BrowsedItem, type BrowseItems, browseItem, browseItems } from "./items/reading/browse-items.ts"
export type { LinkedDatastore } from "./items/reading/linked-datastores.ts"
export type { LinkedItem, LookupItems } from "./items/reading/linked-item.ts"
export type { ItemList, ItemListResult } from "./items/reading/list-items.ts"
export type { ItemLinks, ListedItem } from "./items/reading/listed-item.ts"
export { fieldKey, type ListValues } from "./items/reading/reading.ts"
export { completeCondition } from "./items/search/saved-condition.ts"
export { conditionList, listing, sortList } from "./items/search/search-input.ts"
export type { ItemResult } from "./items/writing/item-result.ts"
export { findDefaultAction } from "./items/writing/actions.ts"
export type {
  FieldChange,
  GivenValues,
  RelatedDsItems,
  RelatedEntry,
  WriteOptions,
} from "./items/writing/write-options.ts"
export type { LinkEnd, PlacedLink } from "./links/link-ends.ts"
export type { LinkedIds } from "./links/linked-ids.ts"
export type { Cancellation, FailedDelivery, Mailbox, MailFilter, WaitForMail } from "./engine/mail/mailbox.ts"
export type { MailStyle } from "./engine/mail/queue-mail.ts"
export * from "./model/names.ts"
export { actingAs, actingAsNobody } from "./operations/acting.ts"
export { createAction } from "./operations/actions/create-action.ts"
export { deleteAction } from "./operations/actions/delete-action.ts"
export { downloadActionScript } from "./operations/actions/download-action-script.ts"
export { type ActionSettings, getActionSettings } from "./operations/actions/get-action-settings.ts"
export { updateAction } from "./operations/actions/update-action.ts"
export { uploadActionScript } from "./operations/actions/upload-action-script.ts"
export type {
  ChangedItemAnswer,
  ExecutedActionAnswer,
  HistoryAnswer,
  ItemDetailsAnswer,
  ItemListAnswer,
  LedFacts,
  LinkedItemsAnswer,
  ListedItemAnswer,
  SearchHitAnswer,
  WrittenItemAnswer,
} from "./operations/answers/item-answers.ts"
export type { GroupUsersAnswer, UserInfoAnswer } from "./operations/answers/people-answers.ts"
export type { ColumnAnswer, ReportAnswer } from "./operations/answers/report-answers.ts"
export type {
  ActionSettingsAnswer,
  AutoActionAnswer,
  DatastoreSettingsAnswer,
  QueryAnswer,
} from "./operations/answers/settings-answers.ts"
export type {
  ApplicationSettingsAnswer,
  StartedTaskAnswer,
  TaskAnswer,
} from "./operations/answers/workspace-answers.ts"
export { createApplication } from "./operations/applications/create-application.ts"
export { executeFunction } from "./operations/applications/execute-function.ts"
export {
  type ApplicationAndDatastore,
  getApplicationAndDatastore,
} from "./operations/applications/get-application-and-datastore.ts"
export { getApplicationOfDatastore } from "./operations/applications/get-application-of-datastore.ts"
export { type ApplicationSettings, getApplicationSettings } from "./operations/applications/get-application-settings.ts"
export { getApplicationsAndDatastores } from "./operations/applications/get-applications-and-datastores.ts"
export { getAutoActionSettings } from "./operations/auto-actions/get-auto-action-settings.ts"
export { updateAutoActionSettings } from "./operations/auto-actions/update-auto-action-settings.ts"
export { getAutoNumber } from "./operations/auto-numbers/get-auto-number.ts"
export { updateAutoNumber } from "./operations/auto-numbers/update-auto-number.ts"
export {
  type ActionsByStatus,
  getActionSettingsOfDatastore,
} from "./operations/datastores/get-action-settings-of-datastore.ts"
export { type ActionsResult, getActions, getNewActions, getUpdateActions } from "./operations/datastores/get-actions.ts"
export { type DatastoreSettings, getDatastoreSettings } from "./operations/datastores/get-datastore-settings.ts"
export { type DatastoreList, getDatastores } from "./operations/datastores/get-datastores.ts"
export { getInputFields, type InputFields } from "./operations/datastores/get-input-fields.ts"
export { getStatuses } from "./operations/datastores/get-statuses.ts"
export { createField } from "./operations/fields/create-field.ts"
export { createFieldOptions } from "./operations/fields/create-field-options.ts"
export { deleteField } from "./operations/fields/delete-field.ts"
export { deleteFieldOptions } from "./operations/fields/delete-field-options.ts"
export { getDatastoreFields } from "./operations/fields/get-datastore-fields.ts"
export { type FieldSettings, getFieldSettings } from "./operations/fields/get-field-settings.ts"
export { updateField } from "./operations/fields/update-field.ts"
export { updateFieldOptions } from "./operations/fields/update-field-options.ts"
export { deleteFile } from "./operations/files/delete-file.ts"
export { getFile } from "./operations/files/get-file.ts"
export { uploadFile } from "./operations/files/upload-file.ts"
export { uploadFileDetached } from "./operations/files/upload-file-detached.ts"
export { createGroup } from "./operations/groups/create-group.ts"
export { createTopGroup } from "./operations/groups/create-top-group.ts"
export { deleteGroup } from "./operations/groups/delete-group.ts"
export { type GroupWithChildren, getGroup } from "./operations/groups/get-group.ts"
export { type GroupTree, getGroupTree } from "./operations/groups/get-group-tree.ts"
export { updateGroup } from "./operations/groups/update-group.ts"
export { deleteItemComment } from "./operations/histories/delete-item-comment.ts"
export { getItemHistories, type HistoryEntry, type ItemHistories } from "./operations/histories/get-item-histories.ts"
export { postItemComment } from "./operations/histories/post-item-comment.ts"
export { updateItemComment } from "./operations/histories/update-item-comment.ts"
export { getImportResults, type ImportResults } from "./operations/imports/get-import-results.ts"
export { type ImportStarted, importItems } from "./operations/imports/import-items.ts"
export type { Acting, OperationInput, OperationResult, Public } from "./operations/index.ts"
export { operations, publicOperations } from "./operations/index.ts"
export { type CreatedItem, type CreateItem, createItem } from "./operations/items/create-item.ts"
export { createItemWithItemID } from "./operations/items/create-item-with-item-id.ts"
export { createNewItemID } from "./operations/items/create-new-item-id.ts"
export { deleteItem } from "./operations/items/delete-item.ts"
export { deleteItemByConditions } from "./operations/items/delete-item-by-conditions.ts"
export { type ExecutedAction, executeAction } from "./operations/items/execute-action.ts"
export { executeActionByActionID } from "./operations/items/execute-action-by-action-id.ts"
export { type BulkOutcome, executeBulkAction } from "./operations/items/execute-bulk-action.ts"
export {
  type GetItemDetails,
  getItemDetails,
  type ItemDetails,
  type LookupDetail,
} from "./operations/items/get-item-details.ts"
export { getItemSearchConditions, type ItemSearchConditions } from "./operations/items/get-item-search-conditions.ts"
export { itemList } from "./operations/items/item-list.ts"
export { type UpdatedItem, updateItem } from "./operations/items/update-item.ts"
export { addItemLink } from "./operations/links/add-item-link.ts"
export { deleteItemLink } from "./operations/links/delete-item-link.ts"
export { getLinkedItems, type LinkedItems } from "./operations/links/get-linked-items.ts"
export { updateItemLink } from "./operations/links/update-item-link.ts"
export { forgotPassword } from "./operations/passwords/forgot-password.ts"
export { resetUserPassword } from "./operations/passwords/reset-user-password.ts"
export { setNewPassword } from "./operations/passwords/set-new-password.ts"
export { setPassword } from "./operations/passwords/set-password.ts"
export { type FollowedLink, validatePassword } from "./operations/passwords/validate-password.ts"
export { getUserQueries } from "./operations/queries/get-user-queries.ts"
export { type AddedUser, addUser } from "./operations/registration/add-user.ts"
export { type ConfirmedRegistration, confirmRegistration } from "./operations/registration/confirm-registration.ts"
export { type RegisteredUser, registerUser } from "./operations/registration/register-user.ts"
export { badRow, type ImportedUser, userImport } from "./operations/registration/user-import.ts"
export { type Invited, userInvite } from "./operations/registration/user-invite.ts"
export { type Registration, userRegistration } from "./operations/registration/user-registration.ts"
export { getChartData } from "./operations/reports/get-chart-data.ts"
export { getChartDataByConditions } from "./operations/reports/get-chart-data-by-conditions.ts"
export { getChartSearchConditions } from "./operations/reports/get-chart-search-conditions.ts"
export { getReportData } from "./operations/reports/get-report-data.ts"
export { getReportDataByConditions } from "./operations/reports/get-report-data-by-conditions.ts"
export { getReportSearchConditions } from "./operations/reports/get-report-search-conditions.ts"
export { addGroupRoles } from "./operations/roles/add-group-roles.ts"
export { addRoleToUser } from "./operations/roles/add-role-to-user.ts"
export { getRoleUsers } from "./operations/roles/get-role-users.ts"
export { getRoles } from "./operations/roles/get-roles.ts"
export { removeRoleFromUser } from "./operations/roles/remove-role-from-user.ts"
export { updateGroupRoles } from "./operations/roles/update-group-roles.ts"
export { type GlobalSearchResult, globalSearch, type SearchHit } from "./operations/search/global-search.ts"
export { login } from "./operations/sessions/login.ts"
export { logout } from "./operations/sessions/logout.ts"
export { downloadTemplate } from "./operations/templates/download-template.ts"
export { getTasks, type SeenTask } from "./operations/templates/get-tasks.ts"
export { getTemplates, type TemplateCategory } from "./operations/templates/get-templates.ts"
export { saveTemplate } from "./operations/templates/save-template.ts"
export { uploadTemplate } from "./operations/templates/upload-template.ts"
export { type ConfirmedEmail, confirmUserEmail } from "./operations/users/confirm-user-email.ts"
export { deleteUserProfilePicture } from "./operations/users/delete-user-profile-picture.ts"
export { getAllUsersInWorkspace } from "./operations/users/get-all-users-in-workspace.ts"
export { getUserInfo, type UserInfo } from "./operations/users/get-user-info.ts"
export { getUserInfoByAdmin, type UserSeenByAdmin } from "./operations/users/get-user-info-by-admin.ts"
export { getUserProfilePicture } from "./operations/users/get-user-profile-picture.ts"
export { type GroupMember, getUsersInGroup } from "./operations/users/get-users-in-group.ts"
export { type GroupUsers, getUsersInWorkspace } from "./operations/users/get-users-in-workspace.ts"
export { removeUser } from "./operations/users/remove-user.ts"
export { updateUserEmail } from "./operations/users/update-user-email.ts"
export { updateUserEmailRequest } from "./operations/users/update-user-email-request.ts"
export { updateUserInfo } from "./operations/users/update-user-info.ts"
export { type HandledMembers, updateUsersInGroupByAdmin } from "./operations/users/update-users-in-group-by-admin.ts"
export { uploadUserProfilePicture } from "./operations/users/upload-user-profile-picture.ts"
export { createNewWorkspace } from "./operations/workspaces/create-new-workspace.ts"
export { getCurrentWorkspace } from "./operations/workspaces/get-current-workspace.ts"
export { getPasswordPolicy } from "./operations/workspaces/get-password-policy.ts"
export { getWorkspaceFunctionality } from "./operations/workspaces/get-workspace-functionality.ts"
export { getWorkspaceUsage, type WorkspaceUsage } from "./operations/workspaces/get-workspace-usage.ts"
export { getWorkspaces } from "./operations/workspaces/get-workspaces.ts"
export { selectWorkspace } from "./operations/workspaces/select-workspace.ts"
export { byOrdinal } from "./order.ts"
export { Part, withParts } from "./part.ts"
export { areNextAfter, changesOf } from "./engine/log/change-text.ts"
export { KeptWorlds, type NewWorld } from "./engine/log/stored-worlds.ts"
export { blobsNamed, blobsOfRow } from "./engine/log/named-blobs.ts"
export { retain } from "./ports/blobs.ts"
export type { MailDelivery } from "./ports/mail-delivery.ts"
export type { Patterns } from "./ports/patterns.ts"
export type { Persistence } from "./ports/persistence.ts"
export type { Ports } from "./ports/ports.ts"
export type { ScriptFault, ScriptOutcome, ScriptRun, Scripts } from "./ports/scripts.ts"
export type {
  BlobRow,
  ChangeRow,
  Missing,
  NamedBlob,
  Needless,
  News,
  NewWorldRow,
  OriginRow,
  Outcome,
  OwedRow,
  Page,
  Replacement,
  ReplicaRow,
  Rooted,
  Sharing,
  SnapshotRow,
  Store,
  StoreSizes,
  WorldNumber,
  WorldRow,
} from "./ports/store.ts"
export { StoreTrouble, type TroubleKind } from "./ports/store-trouble.ts"
export type { Timer } from "./ports/timer.ts"
export type { Webhooks } from "./ports/webhooks.ts"
export type { Application, StoredFunction } from "./records/application.ts"
export type { AutoAction } from "./model/records/auto-action.ts"
export type { Condition } from "./records/condition.ts"
export type { Action, CrudType, Datastore, Script, Status } from "./records/datastore.ts"
export type { DueEvent, DueKind, Fired } from "./records/due-event.ts"
export type { DueFailure, Failure, MailFailure, OwedWork, UndoneFailure } from "./records/failure.ts"
export type { Fault } from "./records/fault.ts"
export type { DataType, Field, FieldOf } from "./model/records/field.ts"
export type { Group } from "./model/records/group.ts"
export type { Item } from "./model/records/item.ts"
export { MAIL_KINDS, type Mail, type MailKind, type MailLink, type MailTemplate } from "./model/records/mail.ts"
export type { Role } from "./model/records/role.ts"
export type { Membership, User } from "./model/records/user.ts"
export type { WebhookDelivery } from "./records/webhook-delivery.ts"
export { answerRefusal, presentFindings, type RefusalNames } from "./model/refusals/answer.ts"
export {
  CAUSES,
  type Code,
  codesOf,
  type ErrorShape,
  MOST_FINDINGS,
  REFUSAL_STEPS,
  type RefusalStep,
  type Refused,
  type Refusing,
  refusalOf,
  STATUSES,
  UNREACHABLE,
} from "./model/refusals/refusals.ts"
export type { ChartData } from "./reports/chart-data.ts"
export { titleOfColumn } from "./reports/column-title.ts"
export type { PlacedColumn } from "./reports/placed-columns.ts"
export type { ReportPaging, ReportResult } from "./reports/read-report.ts"
export type { IdValue, ReadRow } from "./reports/read-row.ts"
export type { SearchableColumns } from "./reports/searchable-columns.ts"
export { resendWebhook } from "./scripts/send-webhook.ts"
export type { Change, Patch } from "./state/change.ts"
export { replay } from "./state/replay.ts"
export { type State, stateDigest } from "./state/state.ts"
export { isItemsTable, itemsTable, keyOf, type Tables } from "./state/tables.ts"
export { View } from "./state/view.ts"
export { countHeld } from "./model/strings/count-json.ts"
export { type NamesOf, requireOptions, shown } from "./model/strings/options.ts"
export { editDistance, nearest } from "./texts/nearest.ts"
export type { ActingIn, ActingOf, CreateItemWithItemIDIn, GetItemDetailsIn, Placed } from "./world/typed/acting-in.ts"
export type { LedItemIn } from "./world/typed/answers.ts"
export type { ActionsIn, AnyTypes, ApplicationIn, DatastoreIn, PlaceIn, TypesOf, WorldTypes } from "./world/typed/schema.ts"
export type { HeldRole } from "./people/users/held-roles.ts"
export { profilePictureUrl } from "./users/profile-picture.ts"
export { findUserByReference, requireUser } from "./people/users/reference.ts"
export { findToken, issueToken } from "./people/users/tokens.ts"
export { findPublicCall, type PublicRun } from "./people/workspaces/find-public-call.ts"
export { World } from "./world/world.ts"
