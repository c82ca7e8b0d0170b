import { UTCDateMini } from "@date-fns/utc/date/mini"
import type { Instant } from "../model/ids.ts"

/** An instant in the form date-fns has to be given so that it reckons in UTC, whatever the machine's time zone. */
export const utc = (at: Instant): Date => new UTCDateMini(at)
