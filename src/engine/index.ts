export { Background, type JobLog } from "./background/background.ts"
export type { DueSource, Firing } from "./background/due-events.ts"
export {
  belongsTo,
  clockNow,
  type Moment,
  momentOf,
  type Past,
  ResetTarget,
  requireSnapshot,
  resumeMoment as resumed,
  type Snapshot,
  stateAt,
} from "./background/moment.ts"
export { inTurns, nextTurn, withPauses } from "./background/next-turn.ts"
export { headerMistake, MAX_HEADERS } from "./faults/fault-conditions.ts"
export type { FaultedCall } from "./faults/fault-match.ts"
export { type FaultPlan, type FaultSettings, Faults, planFault } from "./faults/faults.ts"
export { answersItself, Disconnect, faultsNeedBody, meetFault, plannedAnswer, takeFault } from "./faults/meet-fault.ts"
export { StoreFailures } from "./faults/store-failures.ts"
export { areNextAfter, changeRow, changesOf } from "./log/change-text.ts"
export type { StoredHistory } from "./log/history.ts"
export { blobsNamed, blobsOfRow } from "./log/named-blobs.ts"
export type { RootBody } from "./log/state-pages.ts"
export { memoryPersistence, type StorePlace, storePersistence } from "./log/store-persistence.ts"
export { StoredWorld } from "./log/stored-world.ts"
export { StoredWorlds } from "./log/stored-worlds.ts"
export { Log } from "./log.ts"
export { notificationLetter } from "./mail/letter.ts"
export { type Cancellation, type FailedDelivery, Mailbox, type MailFilter, type WaitForMail } from "./mail/mailbox.ts"
export { fromOf, mailInput, putMail, queueMail, requireMailStyle } from "./mail/queue-mail.ts"
export type { ApiCaller, CommitAuthor, Engine, RepeatableCall } from "./operation/engine.ts"
export type { EntryPath, IgnoredKey, IgnoredKeys, OwnItem } from "./operation/ignored-keys.ts"
export {
  AnswerContext,
  Authorization,
  type Authorized,
  actorOfCaller,
  type Caller,
  command,
  type DomainResultOf,
  type Operation,
  type ParsedInputOf,
  process,
  publicCommand,
  publicProcess,
  publicQuery,
  query,
  type Started,
  type Visitor,
} from "./operation/operation.ts"
export type { Ports } from "./operation/ports.ts"
export { readOnlyRefusal } from "./operation/read-only.ts"
export { ScriptChain, type ScriptResult } from "./operation/script-chain.ts"
export { type EndedRun, type LoggedRun, ScriptLog, type ScriptName, ScriptRuns } from "./operation/script-logs.ts"
export { clockFloor, FlooredClock } from "./storing/clock-floor.ts"
export { readInTime } from "./storing/patience.ts"
export { retryAfterOf, StoreHealth } from "./storing/store-health.ts"
export { OutcomeUnknown, type Unstored } from "./storing/store-queue.ts"
export type { TxWork } from "./storing/tx-work.ts"
export { Writer } from "./storing/writer.ts"
