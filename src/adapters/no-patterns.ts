import type { Patterns } from "../ports/patterns.ts"

/** Refuses every pattern: where nothing can stop one that runs for ever, none is run. */
export const noPatterns: Patterns = { find: () => "refused" }
