import { defaultPorts, World } from "../src/inside.ts"
import { DEFAULT_SETTINGS } from "../src/state/scalars.ts"
import { makeState } from "../src/state/state.ts"

/** A world with nothing in it, standing at 2026-01-05T09:00:00Z. */
export const bareWorld = (): World =>
  new World(
    makeState({
      clock: { mode: "frozen", now: "2026-01-05T09:00:00.000Z" },
      seed: 1,
      random: [1, 2, 3, 4],
      nextOrdinal: 0,
      settings: DEFAULT_SETTINGS,
      startedAt: "2026-01-05T09:00:00.000Z",
    }),
    defaultPorts(),
    "http://hexarium",
  )
