import type { Instant } from "../ids.ts"

/** `auto_action`: id and name are those of the setting · `file_expiry`: those of an upload that no item named. */
export type DueKind = "auto_action" | "file_expiry"

/** Something that happens on its own when it is due (control.md section 3). */
export interface DueEvent {
  readonly at: Instant
  readonly kind: DueKind
  readonly id: string
  readonly name: string
}

/** Something that happened; `affected` = items written. */
export interface Fired extends DueEvent {
  readonly affected: number
}
