import { addSeconds } from "../model/calendar/instants.ts"
import type { Instant } from "../model/ids.ts"
import type { FileRecord } from "../records/file.ts"

/** How long an upload waits for an item to name it (model.md section 18). */
const LIFETIME_HOURS = 24

/** When a temporary file made at an instant dies. */
export const expiryOf = (createdAt: Instant): Instant => addSeconds(createdAt, LIFETIME_HOURS * 3600)

/** Whether the file is gone for everybody: deleted, or never named by an item within its lifetime. */
export const isGone = (file: FileRecord, now: Instant): boolean =>
  file.deleted || (file.temporary && expiryOf(file.createdAt) <= now)
