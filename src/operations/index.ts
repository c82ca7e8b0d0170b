export { actingAs, actingAsNobody, repeatableCall, runCall } from "./acting.ts"
export type { ActionSettings } from "./actions/get-action-settings.ts"
export { listAllItems, type WholeItem, wholeItem } from "./answers/all-items.ts"
export type {
  ActionsFacts,
  DidFacts,
  ExecutedActionAnswer,
  FollowUpFacts,
  ItemFacts,
  ListedFacts,
  RevisionFacts,
  WriteFacts,
} from "./answers/items.ts"
export type { FollowedLink, GroupTree } from "./answers/people.ts"
export type { ApplicationAndDatastore } from "./applications/get-application-and-datastore.ts"
export type { ApplicationSettings } from "./applications/get-application-settings.ts"
export { type OperationInput, type OperationResult, operationNames } from "./calls.ts"
export type { ActionsByStatus } from "./datastores/get-action-settings-of-datastore.ts"
export type { ActionsResult } from "./datastores/get-actions.ts"
export type { DatastoreSettings } from "./datastores/get-datastore-settings.ts"
export type { DatastoreList } from "./datastores/get-datastores.ts"
export type { InputFields } from "./datastores/get-input-fields.ts"
export type { FieldSettings } from "./fields/get-field-settings.ts"
export type { GroupWithChildren } from "./groups/get-group.ts"
export type { HistoryEntry, ItemHistories } from "./histories/get-item-histories.ts"
export type { Acting, Placing, Public } from "./inputs.ts"
export type { BulkOutcome } from "./items/execute-bulk-action.ts"
export { authorName, type GetItemDetails } from "./items/get-item-details.ts"
export type { ItemSearchConditions } from "./items/get-item-search-conditions.ts"
export type {
  CreatedItem,
  ExecutedAction,
  FieldDetail,
  ItemDetails,
  LookupDetail,
  UpdatedItem,
} from "./items/results.ts"
export { findDatastores } from "./natural-input.ts"
export { RawOperations } from "./raw-operations.ts"
export type { ConfirmedRegistration } from "./registration/confirm-registration.ts"
export type { RegisteredUser } from "./registration/register-user.ts"
export { badRow, type ImportedUser } from "./registration/user-import.ts"
export type { Invited } from "./registration/user-invite.ts"
export type { GlobalSearchResult, SearchHit } from "./search/global-search.ts"
export type { TaskProgress } from "./templates/get-tasks.ts"
export type { ConfirmedEmail } from "./users/confirm-user-email.ts"
export type { UserInfo } from "./users/get-user-info.ts"
export type { UserForAdmin } from "./users/get-user-info-by-admin.ts"
export type { GroupMember } from "./users/get-users-in-group.ts"
export type { GroupUsers } from "./users/get-users-in-workspace.ts"
export type { HandledMembers } from "./users/update-users-in-group-by-admin.ts"
