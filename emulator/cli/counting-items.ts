import type { Sources } from "../../src/inside.ts"
import type { LongWork } from "./progress.ts"

/** The same sources, which say how many items of a fixture were read. */
export const countingItems = (sources: Sources, { count }: LongWork): Sources => ({
  ...sources,
  visited: (doing) => count(`${doing} items`),
})
