import { defaultPorts } from "../src/ports/index.ts"
import { DEFAULT_SETTINGS, makeState } from "../src/state/index.ts"
import { EngineWorld } from "../src/world/index.ts"

/** An empty world with the time 2026-01-05T09:00:00Z. */
export const bareWorld = (): EngineWorld =>
  new EngineWorld(
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
