export { type Actor, actorOf, lineage, listHeldRoles, requireActor, subtree } from "./access/actor.ts"
export * from "./access/may.ts"
export * from "./access/places.ts"
export { readableFields } from "./access/readable-fields.ts"
export { quickjsScripts } from "./adapters/quickjs-scripts.ts"
export { getApplicationsAndDatastores } from "./applications/get-applications-and-datastores.ts"
export { describeChanges } from "./changes/describe-changes.ts"
export { nameUser } from "./changes/name-record.ts"
export type { DueEvent, DueKind } from "./clock/due-events.ts"
export type { Duration } from "./clock/duration.ts"
export type { ClockMode, ClockMove, DueFailure, Fired, Moved, WorldClock } from "./clock/world-clock.ts"
export { type CreateWorld, createWorld } from "./create-world.ts"
export { type ActionsResult, getActions, getNewActions, getUpdateActions } from "./datastores/get-actions.ts"
export { getInputFields, type InputFields } from "./datastores/get-input-fields.ts"
export { getStatuses } from "./datastores/get-statuses.ts"
export type { Action, Datastore, Status } from "./datastores/model.ts"
export * from "./error.ts"
export type { Fault } from "./faults/model.ts"
export { type FaultPlan, planFault } from "./faults/plan-fault.ts"
export { takeFault } from "./faults/take-fault.ts"
export { getDatastoreFields } from "./fields/get-datastore-fields.ts"
export type { DetailForm, FileForm, LookupForm, UserForm } from "./fields/kinds/kind.ts"
export type { Field } from "./fields/model.ts"
export { type ClockStart, loadFixture } from "./fixture/load.ts"
export { FixtureError, type Mistake, mistakeText } from "./fixture/mistakes.ts"
export { type Fixture, type FixtureItem, fixtureSchema } from "./fixture/schema.ts"
export { noSources, type Sources, Unreadable } from "./fixture/sources.ts"
export { getItemHistories, type HistoryEntry, type ItemHistories } from "./histories/get-item-histories.ts"
export * from "./ids.ts"
export type { Condition } from "./items/condition.ts"
export { type CreatedItem, type CreateItem, createItem } from "./items/create-item.ts"
export { type ExecuteAction, type ExecutedAction, executeAction } from "./items/execute-action.ts"
export { type GetItemDetails, getItemDetails, type ItemDetails, type LookupDetail } from "./items/get-item-details.ts"
export { getItemSearchConditions, type ItemSearchConditions } from "./items/get-item-search-conditions.ts"
export { type ItemList, type ItemListResult, itemList } from "./items/item-list.ts"
export type { ItemResult, LinkedIds } from "./items/item-result.ts"
export type { LinkedDatastore } from "./items/linked-datastores.ts"
export { fieldKey, type LinkedItem, type ListValues, type LookupItems } from "./items/linked-item.ts"
export type { ItemLinks, ListedItem } from "./items/list-item.ts"
export type { Item } from "./items/model.ts"
export { completeCondition } from "./items/saved-condition.ts"
export { type UpdatedItem, type UpdateItem, updateItem } from "./items/update-item.ts"
export type {
  AccessKeyUpdates,
  FieldChange,
  RelatedDsItems,
  RelatedEntry,
  Values,
  WriteOptions,
} from "./items/write-input.ts"
export { getLinkedItems, type LinkedItems } from "./links/get-linked-items.ts"
export type { Cancellation, FailedDelivery, Mailbox, MailFilter } from "./mail/mailbox.ts"
export type { Mail, MailKind, MailLink, MailTemplate } from "./mail/model.ts"
export * from "./names.ts"
export { byOrdinal } from "./order.ts"
export type { ScriptOutcome, ScriptRun, Scripts } from "./ports/scripts.ts"
export { getUserQueries } from "./queries/get-user-queries.ts"
export type { Change, Patch } from "./state/change.ts"
export { isItemsTable } from "./state/tables.ts"
export { View } from "./state/view.ts"
export type { Caller, PublicUseCase, UseCase } from "./use-case.ts"
export { getUserInfo, type UserInfo } from "./users/get-user-info.ts"
export type { HeldRole } from "./users/held-roles.ts"
export { login } from "./users/log-in.ts"
export { logout } from "./users/log-out.ts"
export type { Membership, User } from "./users/model.ts"
export { findUserByReference } from "./users/reference.ts"
export { findToken, issueToken } from "./users/tokens.ts"
export { getCurrentWorkspace } from "./workspaces/get-current-workspace.ts"
export { getWorkspaces } from "./workspaces/get-workspaces.ts"
export { selectWorkspace } from "./workspaces/select-workspace.ts"
export {
  type ApiCall,
  type ApiCaller,
  defaultPorts,
  type Ports,
  type Snapshot,
  type StoreFailure,
  type WebhookDelivery,
  World,
} from "./world.ts"
