import type { StoredValue } from "../../model/records/field.ts"

/** Whether two stored values are the same; those of lists in the same order. */
export function sameValue(left: StoredValue | undefined, right: StoredValue | undefined): boolean {
  if (left === right) return true
  if (typeof left !== "object" || typeof right !== "object") return false
  return left.length === right.length && left.every((part, at) => part === right[at])
}
