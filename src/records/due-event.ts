import type { Instant } from "../model/ids.ts"

/** `auto_action`: id and name are those of the setting · `file_expiry`: those of an upload that no item named. */
export type DueKind = "auto_action" | "file_expiry"

/** Something that happens on its own when it is due (control.md section 3). */
export interface DueEvent {
  /** When it is due: ISO 8601 in UTC. */
  readonly at: Instant
  /** What happens then. */
  readonly kind: DueKind
  /** ID of what it happens to. */
  readonly id: string
  /** What that is called; empty where it has no name. */
  readonly name: string
}

/** Something that happened; `affected` = items written. */
export interface Fired extends DueEvent {
  /** How many items it changed. */
  readonly affected: number
}
