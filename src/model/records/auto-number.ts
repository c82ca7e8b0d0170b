import type { FId } from "../ids.ts"

/**
 * A counter of an autonum field (model.md section 16). `branch` is null for the counter of new items. For GetAutoNumber, `branch` is the
 * branch_key or, if it is omitted, `""`.
 */
export interface AutoNumberCounter {
  readonly fId: FId
  readonly branch: string | null
  readonly value: number
}

/** Returns the primary key of a counter. */
export const counterKey = (fId: FId, branch: string | null): string => (branch === null ? fId : `${fId}/${branch}`)
