import type { Worlds } from "../worlds/worlds.ts"

/** How often the clocks of worlds are looked at; due work runs within this and the time it takes. */
const LOOK_MS = 250

/**
 * Runs what becomes due in worlds whose clock runs by itself. It compares instants instead of waiting for them, so a suspended
 * machine or a clock that jumps makes it late, not wrong. Doesn't keep the process alive. The answer stops it.
 */
export function driveClocks(worlds: Worlds): () => void {
  const busy = new Set<string>()
  const look = () => {
    for (const { name, world } of worlds.list()) {
      if (!world.leads || world.clock.mode === "frozen" || busy.has(name)) continue
      const due = world.clock.nextDueAt()
      if (due === undefined || due > world.now) continue
      busy.add(name)
      void world.clock.runDue().finally(() => busy.delete(name))
    }
  }
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}
