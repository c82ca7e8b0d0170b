import type { Patterns } from "../patterns.ts"

/** Refuses every pattern, for runtimes that can't interrupt a match. */
export const noPatterns: Patterns = { find: () => "refused" }
