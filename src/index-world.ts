/** What is exported of worlds: all that a page needs to make one, but for what `createWorld` loads itself. */
export type { AccessKeyUpdates } from "./access/key-updates.ts"
export { defaultPorts } from "./ports/defaults/default-ports.ts"
export { memoryBlobs } from "./ports/defaults/memory-blobs.ts"
export { memoryPersistence } from "./adapters/memory-persistence.ts"
export type { AutoNumber } from "./auto-numbers/format.ts"
export type { Duration } from "./calendar/duration.ts"
export type { ClockMode, ClockMove, Moved } from "./clock/clock-move.ts"
export { WorldClock } from "./automation/world-clock.ts"
export { type CreateWorld, createWorld, type WorldIn, type WorldOf } from "./world/create-world.ts"
export type { Snapshot } from "./engine/moment.ts"
export type { StoreFailure } from "./engine/store-failures.ts"
export { DomainError, type ErrorCode, type Finding, type Reason, type Refusal } from "./model/error.ts"
export { Faults, type FaultWish } from "./faults/faults.ts"
export type { ClockStart } from "./fixtures/load/load.ts"
export { FixtureError, type Mistake, mistakeText } from "./fixtures/mistakes.ts"
export type { Fixture } from "./fixtures/schema/fixture.ts"
export type { FixtureItem } from "./fixtures/schema/item.ts"
export { noSources, type Sources, Unreadable } from "./fixtures/sources.ts"
export type {
  AccessKey,
  AId,
  AutoId,
  ConfirmationId,
  DId,
  FId,
  FileId,
  FnId,
  GId,
  HistoryId,
  IId,
  Instant,
  MailId,
  OId,
  PId,
  QId,
  QtId,
  RId,
  SId,
  TpId,
  UId,
  WId,
} from "./model/ids.ts"
export type { FieldChange, RelatedDsItems, RelatedEntry, WriteOptions } from "./items/writing/write-options.ts"
export { type Cancellation, type FailedDelivery, Mailbox, type MailFilter, type WaitForMail } from "./engine/mail/mailbox.ts"
export type { Lang, Names } from "./model/names.ts"
export type { Acting, OperationInput, OperationResult, Public } from "./operations/index.ts"
export type { Blobs } from "./ports/blobs.ts"
export type { MailDelivery } from "./ports/mail-delivery.ts"
export type { Passwords } from "./ports/passwords.ts"
export type { Patterns } from "./ports/patterns.ts"
export type { Persistence, Stored } from "./ports/persistence.ts"
export type { Ports } from "./ports/ports.ts"
export type { ScriptFault, ScriptOutcome, ScriptRun, Scripts } from "./ports/scripts.ts"
export type { Timer } from "./ports/timer.ts"
export type { WallClock } from "./ports/wall-clock.ts"
export type { Webhooks } from "./ports/webhooks.ts"
export type { Application } from "./records/application.ts"
export type { AutoAction } from "./model/records/auto-action.ts"
export type { Condition } from "./records/condition.ts"
export type { Action, Datastore, Status } from "./records/datastore.ts"
export type { DueEvent, DueKind, Fired } from "./records/due-event.ts"
export type { DueFailure, Failure, MailFailure, UndoneFailure } from "./records/failure.ts"
export type { Fault } from "./records/fault.ts"
export type { DataType, Field, FieldOf } from "./model/records/field.ts"
export type { Group } from "./model/records/group.ts"
export type { History } from "./records/history.ts"
export type { Item } from "./model/records/item.ts"
export type { Link } from "./model/records/link.ts"
export type { Mail, MailKind, MailLink } from "./model/records/mail.ts"
export type { Role } from "./model/records/role.ts"
export type { Membership, User } from "./model/records/user.ts"
export type { WebhookDelivery } from "./records/webhook-delivery.ts"
export type { Workspace } from "./model/records/workspace.ts"
export type { Change, Patch } from "./state/change.ts"
export type { State } from "./state/state.ts"
export type { ActingIn, ActingOf } from "./world/typed/acting-in.ts"
export type { ItemIn } from "./world/typed/answers.ts"
export type { ConditionIn } from "./world/typed/conditions.ts"
export type { AnyTypes, ApplicationTypes, DatastoreTypes, WorldTypes } from "./world/typed/schema.ts"
export { World } from "./world/world.ts"
