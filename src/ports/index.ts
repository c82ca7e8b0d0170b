export { type BlobList, type BlobNames, type Blobs, keysOf, missingBlobs, type RetainedBlobs, retain } from "./blobs.ts"
export { noWebhooks } from "./defaults/absent.ts"
export { defaultPorts } from "./defaults/default-ports.ts"
export { memoryBlobs } from "./defaults/memory-blobs.ts"
export { memoryStore, namedPages } from "./defaults/memory-store.ts"
export { noPatterns } from "./defaults/no-patterns.ts"
export { quickjsScripts } from "./defaults/quickjs-scripts.ts"
export { systemTimer } from "./defaults/system-time.ts"
export type { MailDelivery } from "./mail-delivery.ts"
export type { Passwords } from "./passwords.ts"
export type { Patterns } from "./patterns.ts"
export type { DefaultPorts } from "./ports.ts"
export { requireBytes } from "./require-bytes.ts"
export type { ScriptFault, ScriptOutcome, ScriptRun, Scripts } from "./scripts.ts"
export type {
  BlobRow,
  ChangeRow,
  Head,
  Missing,
  NamedBlob,
  Needless,
  News,
  NewWorldRow,
  OriginRow,
  Outcome,
  Page,
  Replacement,
  SnapshotPages,
  SnapshotRow,
  Store,
  StoredJob,
  StoreSizes,
  WorldNumber,
  WorldRow,
} from "./store.ts"
export { StoreTrouble, type TroubleKind } from "./store-trouble.ts"
export type { Timer, WallClock } from "./time.ts"
export type { Webhooks } from "./webhooks.ts"
