import type { WallClock } from "../ports/wall-clock.ts"

/** The machine's clock: the one place of the engine that reads it. */
export const systemClock: WallClock = { now: () => Date.now() }
