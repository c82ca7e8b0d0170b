import type { Change } from "../state/change.ts"
import type { State } from "../state/state.ts"

/** Keeps a world beyond the process. */
export interface Persistence {
  /** The newest snapshot and every change appended after it, in order; undefined when nothing was ever stored. */
  load(): Promise<{ readonly state: State; readonly changes: readonly Change[] } | undefined>
  /** Called once per commit, in commit order, before the commit becomes visible. Rejecting keeps the old state and the caller gets SYSTEM_ERROR. */
  append(changes: readonly Change[]): Promise<void>
  /** The whole state after the changes appended so far; later loads begin there. */
  snapshot(state: State): Promise<void>
  close(): Promise<void>
}
