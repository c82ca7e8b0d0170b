import type { FId } from "../ids.ts"

/**
 * A counter of an autonum field (model.md section 16). `branch`: null for new items, `""` for GetAutoNumber without
 * branch_key, otherwise the branch key.
 */
export interface AutoNumberCounter {
  readonly fId: FId
  readonly branch: string | null
  readonly value: number
}

/** Returns the primary key of a counter. */
export const counterKey = (fId: FId, branch: string | null): string => (branch === null ? fId : `${fId}/${branch}`)
