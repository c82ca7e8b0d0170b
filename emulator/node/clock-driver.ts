import type { Worlds } from "../worlds/index.ts"

/** Milliseconds between two checks for scheduled work that is due. */
const POLL_MS = 250

/**
 * Checks regularly for scheduled work that is due, and runs it, in worlds that this server leads and whose clock is not
 * frozen. The timer does not keep the process alive. Returns a function that stops the timer.
 */
export function driveClocks(worlds: Worlds): () => void {
  const busy = new Set<string>()
  const look = () => {
    for (const { name, world } of worlds.list()) {
      if (!world.isActive || world.clock.mode === "frozen" || busy.has(name)) continue
      const due = world.clock.nextDueAt()
      if (due === undefined || due > world.now) continue
      busy.add(name)
      void world.clock.runDue().finally(() => busy.delete(name))
    }
  }
  const timer = setInterval(look, POLL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
