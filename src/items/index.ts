export { expiringFiles, removeFromValue, storedBytes, storeFile, type UploadedFile, uploadedFile } from "./files.ts"
export {
  type FullTextScope,
  type Hit,
  NewestHits,
  needleOf,
  type Offer,
  offerFiles,
  offerHistories,
  offerItems,
  SEARCH_CATEGORIES,
  type SearchCategory,
} from "./full-text/hits.ts"
export { searchedFields } from "./full-text/searched-fields.ts"
export {
  type CommentEntry,
  type CommentedHistory,
  findHistory,
  listHistories,
  listUnread,
  passesFilter,
  requireHistory,
} from "./histories.ts"
export { type ImportColumn, type ImportRow, readColumns } from "./importing/import-row.ts"
export { ItemImport } from "./importing/item-import.ts"
export { hasAutoLinks, relinkLater } from "./links/auto-link.ts"
export { linkEnd, linkedIdsOf, requireLinked, requireLinkedDatastore } from "./links/linked-items.ts"
export { type BrowsedItem, browseItem, browseItems } from "./reading/browse-items.ts"
export { type ItemListResult, type Listing, listItems } from "./reading/list-items.ts"
export {
  fieldKey,
  findLookupTarget,
  type ItemLinks,
  type LinkedDatastore,
  type LinkedItem,
  type ListedItem,
  type ListValues,
  type LookupItems,
  Reading,
  readLinkedDatastores,
  readListItem,
  readLookupItem,
} from "./reading/reading.ts"
export { failureText, requireApp, runScript } from "./scripts/run-script.ts"
export { type CompiledConditions, type ConditionCounter, compile, type Shortcut } from "./search/compile.ts"
export { findItems, findItemsAhead } from "./search/find-items.ts"
export { listNewestFirst, pageNewestFirst } from "./search/newest-first.ts"
export type { Sort } from "./search/order.ts"
export { isLiteralPattern, linearPatterns, loadPatterns, readPattern } from "./search/pattern.ts"
export { countVisible } from "./search/plan.ts"
export { requireSubject, type SearchScope, searchScope, shownConditions } from "./search/scope.ts"
export { anyCondition, conditionList, exactMatchesAny, listing, sortList } from "./search/search-input.ts"
export {
  type ActionPlace,
  authorizeAction,
  causeOfUnknownAction,
  checkActionRole,
  findDefaultAction,
  noCreateAction,
  refusedAction,
  requireAction,
  requireMayUpdate,
  statusText,
} from "./writing/actions.ts"
export { refuseValues, unknownField } from "./writing/findings.ts"
export { hasPostProcess } from "./writing/follow-ups.ts"
export type { ItemResult } from "./writing/item-result.ts"
export { readValues } from "./writing/read-values.ts"
export { removeApplication, removeDatastore } from "./writing/remove-datastore.ts"
export { isTaken, removeItem } from "./writing/remove-item.ts"
export { planAction, type RunAction, runAction, runActionWithin } from "./writing/run-action.ts"
export type { KeyKind } from "./writing/values.ts"
export { resendWebhook, type TriggeredAction, triggerWebhooks } from "./writing/webhooks.ts"
export {
  createOptions,
  type FieldChange,
  type RelatedDsItems,
  type RelatedEntry,
  updateOptions,
  type WriteOptions,
} from "./writing/write-input.ts"
export { type MainWrite, type WriteOutcome, writeItem } from "./writing/write-request.ts"
