import type { Patterns } from "../ports/patterns.ts"

/** Refuses every pattern, for runtimes that can't stop one that would run for ever. */
export const noPatterns: Patterns = { find: () => "refused" }
