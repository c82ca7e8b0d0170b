import { type Change, isItemsTable, type Patch, type View } from "../../../src/state/index.ts"
import { describeItem } from "./describe-item.ts"
import { describeRecord } from "./describe-record.ts"
import { describeUser } from "./describe-user.ts"

/**
 * Describes changes in words, one line each: `item D-00001 Status New→Working`, `mail password to a@b.test sent`
 * (control.md section 3, "requests"). Changes of the same record are merged. Names of items and users come from `view`,
 * the world's current view. The lines contain no passwords or tokens.
 */
export function describeChanges(view: View, changes: readonly Change[]): string[] {
  return mergePatches(changes).flatMap((patch) => describePatch(view, patch))
}

export function describePatch(view: View, patch: Patch): readonly string[] {
  try {
    if (isItemsTable(patch.table)) return describeItem(view, patch)
    return patch.table === "users" ? describeUser(view, patch) : describeRecord(view, patch)
  } catch {
    // The record refers to one that no longer exists, because the world was restored or replaced since the change.
    return [`${patch.table} ${patch.id} changed`]
  }
}

/** Merges changes into one patch per record: from the state before the first change to the state after the last. */
export function mergePatches(changes: readonly Change[]): Patch[] {
  const merged = new Map<string, Patch>()
  for (const { patches } of changes) {
    for (const patch of patches) {
      const key = `${patch.table} ${patch.id}`
      const earlier = merged.get(key)
      merged.set(key, earlier === undefined ? patch : { ...patch, before: earlier.before })
    }
  }
  return [...merged.values()].filter(({ before, after }) => before !== undefined || after !== undefined)
}
