import type { Change, Patch } from "../../../src/state/change.ts"
import { isItemsTable } from "../../../src/state/tables.ts"
import type { View } from "../../../src/state/view.ts"
import { describeItem } from "./describe-item.ts"
import { describeRecord } from "../../../src/changes/describe-record.ts"
import { describeUser } from "./describe-user.ts"

/**
 * What changes did, a line each, in words of the domain: `item D-00001 Status New→Working`, `mail password to a@b.test sent`
 * (control.md section 3, "requests"). Changes of the same record are merged. Names are taken from the view, which should be
 * the world's present one. Never holds a password or a token.
 */
export function describeChanges(view: View, changes: readonly Change[]): string[] {
  return mergePatches(changes).flatMap((patch) => describePatch(view, patch))
}

/** What a patch did, in as many lines as it takes. */
export function describePatch(view: View, patch: Patch): readonly string[] {
  try {
    if (isItemsTable(patch.table)) return describeItem(view, patch)
    return patch.table === "users" ? describeUser(view, patch) : describeRecord(view, patch)
  } catch {
    // The world has been restored or replaced since and no longer knows what the record refers to.
    return [`${patch.table} ${patch.id} changed`]
  }
}

/** One patch per record: from its state before the first change to that after the last. */
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
