import type { Instant } from "../../../src/model/index.ts"

/** Formats an instant without milliseconds, as `…:ssZ` (api.md section 0). */
export const presentSeconds = (instant: Instant): string => `${instant.slice(0, 19)}Z`
