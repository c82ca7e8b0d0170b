import type { FId } from "../ids.ts"

/**
 * A counter of an autonum field (model.md section 16). `branch` null = drawn when an item is created,
 * `""` = GetAutoNumber without branch_key, any other = that branch.
 */
export interface AutoNumberCounter {
  readonly fId: FId
  readonly branch: string | null
  /** The number issued last. */
  readonly value: number
}

/** The key of a counter in the table `counters`. */
export const counterKey = (fId: FId, branch: string | null): string => (branch === null ? fId : `${fId}/${branch}`)
