import { UTCDateMini } from "@date-fns/utc/date/mini"
import type { Instant } from "../ids.ts"

/** An instant as date-fns is to be given it: its calendar is UTC's, whatever the time zone of the machine. */
export const utc = (at: Instant): Date => new UTCDateMini(at)
