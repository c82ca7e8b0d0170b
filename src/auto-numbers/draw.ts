import { DomainError } from "../model/error.ts"
import type { FId } from "../model/ids.ts"
import { counterKey } from "../model/records/auto-number.ts"
import type { Tx } from "../state/tx.ts"
import type { View } from "../state/view.ts"

/** The number issued last; undefined for a branch that no number was drawn from. Branch null is the display counter. */
export function lastIssued(view: View, fId: FId, branch: string | null): number | undefined {
  const counter = view.get("counters", counterKey(fId, branch))
  return counter?.value ?? (branch === null || branch === "" ? 0 : undefined)
}

/** Makes `value` the number issued last. */
export function setCounter(tx: Tx, fId: FId, branch: string | null, value: number): void {
  tx.put("counters", { fId, branch, value })
}

/** Issues the next number of a counter, making an unknown branch (model.md section 16). A rolled-back draw never happened. */
export function drawNumber(tx: Tx, fId: FId, branch: string | null): number {
  const value = nextNumber(lastIssued(tx, fId, branch) ?? 0)
  setCounter(tx, fId, branch, value)
  return value
}

/** The number after the one issued last. */
export function nextNumber(last: number): number {
  if (Number.isSafeInteger(last + 1)) return last + 1
  throw new DomainError("INVALID_SETTINGS", "settings", "the auto number has reached its end: set its counter anew")
}
