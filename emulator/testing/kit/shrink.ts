import type { KitCommand } from "./commands/command.ts"
import type { Look, Session } from "./session.ts"

export interface SequenceRun {
  readonly session: Session
  /** The error that ended the run; null if the run succeeded. */
  readonly error: unknown
}

/** Runs commands on a new target. Returns null if no error occurs. `only` is the single read to perform; null omits all reads. */
export type Rerun = (commands: readonly KitCommand[], only: Look | null) => Promise<SequenceRun | null>

const MAX_RERUNS = 400

export async function shrinkRun(failed: SequenceRun, rerun: Rerun): Promise<SequenceRun> {
  const look = failed.session.lastLook
  let best = (await rerun(failed.session.commands, null)) ?? (await rerun(failed.session.commands, look))
  if (best === null) return failed
  const only = best.session.lastLook === null ? null : look
  let left = MAX_RERUNS
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
  for (let at = 0; at < best.session.commands.length; at += 1) {
    for (let isSimpler = true; isSimpler; ) {
      isSimpler = false
      const commands: readonly KitCommand[] = best.session.commands
      for (const simpler of commands[at]?.simpler() ?? []) {
        if (left <= 0) return best
        left -= 1
        const again = await rerun(
          commands.with(at, simpler),
          only === null ? null : { ...only, command: only.command === commands[at] ? simpler : only.command },
        )
        if (again === null || again.session.commands.length < commands.length) continue
        best = again
        isSimpler = true
        break
      }
    }
  }
  return best
}
