import type { Patterns } from "../patterns.ts"

/** Refuses every pattern. Used in runtimes that can't interrupt a match that takes too long. */
export const noPatterns: Patterns = { find: () => "refused" }
