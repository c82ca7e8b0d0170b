import type { KitCommand } from "../../kit/commands/command.ts"
import type { Look, Session } from "./session.ts"

/** A sequence that failed, and what it failed with. */
export interface FailedRun {
  readonly session: Session
  readonly error: unknown
}

/** Runs commands on a fresh target; null when nothing goes wrong. With `only`, no other look is made (null: none at all). */
export type Rerun = (commands: readonly KitCommand[], only: Look | null) => Promise<FailedRun | null>

/** Reruns cost a fork each, and over HTTP a world. */
const MOST_RERUNS = 400

/**
 * Leaves out what a failure does not need: every look but the one that failed, then commands, halves first. What remains fails
 * without any one of its commands left out.
 */
export async function shrinkRun(failed: FailedRun, rerun: Rerun): Promise<FailedRun> {
  const look = failed.session.lastLook
  let best = (await rerun(failed.session.commands, null)) ?? (await rerun(failed.session.commands, look))
  if (best === null) return failed
  const only = best.session.lastLook === null ? null : look
  let left = MOST_RERUNS
  for (let size = Math.ceil(best.session.commands.length / 2); size >= 1; ) {
    let isShorter = false
    for (let from = best.session.commands.length - size; from > -size && left > 0; from -= size) {
      const commands: readonly KitCommand[] = best.session.commands
      const rest = [...commands.slice(0, Math.max(from, 0)), ...commands.slice(from + size)]
      if (rest.length === commands.length) continue
      left -= 1
      const shorter = await rerun(rest, only)
      if (shorter === null) continue
      best = shorter
      isShorter = true
    }
    if (!isShorter || left <= 0) size = size === 1 ? 0 : Math.ceil(size / 2)
  }
  return best
}
