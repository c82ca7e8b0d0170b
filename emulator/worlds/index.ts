export type { AppWorld, AppWorlds, NamedSnapshot } from "./app-worlds.ts"
export { describeChanges, describePatch, mergePatches } from "./changes/describe-changes.ts"
export { nameItem, nameUser, referenceTo } from "./changes/name-record.ts"
export type { ForkWish } from "./fork-wish.ts"
export { copyIn, viewIn } from "./in-language.ts"
export { loadWorlds } from "./load-world.ts"
export { type Happening, type HappeningKind, isDue, type NumberedEvent } from "./log/event-log.ts"
export { BUCKETS_MS, type OperationCounts, RequestCounts } from "./log/request-counts.ts"
export {
  type Cause,
  cutPath,
  FORM_TYPE,
  type LoggedBody,
  RequestEntry,
  type RequestHead,
  sizeOf,
} from "./log/request-entry.ts"
export { RequestLog } from "./log/request-log.ts"
export { type NamedWorld, replaceWorld, resetWorld, rewindWorld } from "./named-world.ts"
export { atVersion, onlyNow, splitVersion } from "./past.ts"
export { Replicas } from "./replicas/replicas.ts"
export {
  type OutboxRow,
  type ReplicaRow,
  type SharedStore,
  type Sharing,
  sharingOf,
  stopRetrying,
} from "./replicas/sharing.ts"
export { requireSnapshot, restoreSnapshot } from "./snapshots.ts"
export { type LoadedWorld, MAIN, requireName, requireWorlds, Worlds, type WorldsOptions } from "./worlds.ts"
