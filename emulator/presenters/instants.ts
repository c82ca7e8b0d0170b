import type { Instant } from "../../src/inside.ts"

/** The second form `…:ssZ` (api.md section 0). */
export const presentSeconds = (instant: Instant): string => `${instant.slice(0, 19)}Z`
