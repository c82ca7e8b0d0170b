/** Public exports for worlds: everything that a page needs, except for the modules that `createWorld` loads on demand. */
export type { AccessKeyUpdates } from "./access/index.ts"
export type { ClockMove, ClockMoveResult } from "./automation/index.ts"
export { WorldClock } from "./automation/index.ts"
export type { Ports, Snapshot, StoredHistory, StoredWorld } from "./engine/index.ts"
export {
  type Cancellation,
  type FailedDelivery,
  type FaultSettings,
  Faults,
  Mailbox,
  type MailFilter,
  memoryPersistence,
  type WaitForMail,
} from "./engine/index.ts"
export type { AutoNumber } from "./fields/index.ts"
export type { ClockStart, Fixture, FixtureItem } from "./fixtures/index.ts"
export { FixtureError, type Mistake, mistakeText, noSources, type Sources, Unreadable } from "./fixtures/index.ts"
export type { DryRun, WantedItem } from "./insight/index.ts"
export type { FieldChange, RelatedDsItems, RelatedEntry, WriteOptions } from "./items/index.ts"
export type {
  AccessKey,
  AId,
  AutoId,
  ConfirmationId,
  DId,
  Duration,
  FId,
  FileId,
  FnId,
  GId,
  HistoryId,
  IId,
  Instant,
  Lang,
  MailId,
  Names,
  OId,
  PId,
  QId,
  QtId,
  RId,
  SId,
  TpId,
  UId,
  WId,
} from "./model/index.ts"
export {
  DomainError,
  type ErrorCode,
  type ExplainedCall,
  type ExplainedFact,
  type Explanation,
  type Finding,
  type Move,
  type Reason,
  type Refusal,
  type StepExplanation,
  type Way,
} from "./model/index.ts"
export type {
  Action,
  Application,
  AutoAction,
  ClockMode,
  Condition,
  Datastore,
  DataType,
  DueEvent,
  DueFailure,
  DueKind,
  Failure,
  Fault,
  Field,
  FieldOf,
  Fired,
  Group,
  History,
  Item,
  Link,
  Mail,
  MailFailure,
  MailKind,
  MailLink,
  Membership,
  Role,
  Status,
  UndoneFailure,
  User,
  WebhookDelivery,
  Workspace,
} from "./model/records/index.ts"
export type { Acting, OperationInput, OperationResult, Public } from "./operations/index.ts"
export type {
  Blobs,
  DefaultPorts,
  MailDelivery,
  Passwords,
  Patterns,
  ScriptFault,
  ScriptOutcome,
  ScriptRun,
  Scripts,
  Timer,
  WallClock,
  Webhooks,
} from "./ports/index.ts"
export { defaultPorts, memoryBlobs } from "./ports/index.ts"
export type { Change, Patch, State } from "./state/index.ts"
export type {
  ActingIn,
  ActingOf,
  AnyTypes,
  ApplicationTypes,
  ConditionIn,
  DatastoreTypes,
  ItemIn,
  WorldTypes,
} from "./world/index.ts"
export { type CreateWorld, createWorld, type World, type WorldIn, type WorldOf } from "./world/index.ts"
