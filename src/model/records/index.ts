export { type Application, type StoredFunction, THEMES, type Theme } from "./application.ts"
export { type AutoAction, TIME_TYPES, type TimeType } from "./auto-action.ts"
export { type AutoNumberCounter, counterKey } from "./auto-number.ts"
export { CLOCK_MODES, type ClockMode } from "./clock.ts"
export type { Condition } from "./condition.ts"
export type { Confirmation, ConfirmationKind } from "./confirmation.ts"
export {
  ACTION_OPERATIONS,
  type Action,
  type ActionFieldSetting,
  type ActionOperation,
  type AutoLink,
  CRUD_TYPES,
  type CrudType,
  crudTypeOf,
  type Datastore,
  type DatastoreDisplay,
  OPERATIONS_OF_ACTIONS,
  type Script,
  type Status,
} from "./datastore.ts"
export {
  DUE_KINDS,
  type DueEvent,
  type DueFailure,
  type DueKind,
  FAILURE_KINDS,
  type Failure,
  type Fired,
  type MailFailure,
  mailJobKey,
  type PendingJob,
  type PendingWork,
  type UndoneFailure,
  type WebhookDelivery,
} from "./failure.ts"
export {
  type Fault,
  type FaultMatch,
  type FaultRateLimit,
  type FaultWindow,
  STORE_FAILURES,
  type StoreFailure,
  TASK_FAILURES,
} from "./fault.ts"
export type {
  AnyField,
  AutonumSettings,
  DataType,
  Field,
  FieldOf,
  Layout,
  Lookup,
  NumberSettings,
  Option,
  OptionSettings,
  StoredOf,
  StoredValue,
  TypeSettings,
} from "./field.ts"
export { expiryOf, type FileRecord, isGone } from "./file.ts"
export type { Group } from "./group.ts"
export type { History, ReadMark } from "./history.ts"
export type { ImportRecord, RowError } from "./import-record.ts"
export type { Author, DeletedItem, Item } from "./item.ts"
export { type ItemRef, type Link, linkKey, makeLink } from "./link.ts"
export { MAIL_KINDS, type Mail, type MailKind, type MailLink, type MailTemplate, TEMPLATE_KINDS } from "./mail.ts"
export type { SavedQuery } from "./query.ts"
export type { Dated } from "./record.ts"
export {
  type Aggregate,
  type Chart,
  datastoreOf,
  isReservedRowKey,
  namesField,
  type Report,
  type ReportColumn,
  type ReportJoin,
  splitReference,
  usedConditions,
  usedFields,
} from "./report.ts"
export { ADMIN, MEMBER, type Role } from "./role.ts"
export type { Task, TaskCategory, TaskOutcome, Template } from "./template.ts"
export { type Membership, newUserRecord, type Picture, type Token, type User, type UserFacts } from "./user.ts"
export type {
  Limits,
  PasswordPolicy,
  PublicCall,
  Workspace,
} from "./workspace.ts"
