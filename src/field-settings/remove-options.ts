import { invalidParams } from "../model/error.ts"
import { numbered, requireOption } from "../fields/change-options.ts"
import type { OId } from "../model/ids.ts"
import type { Datastore } from "../records/datastore.ts"
import type { FieldOf, StoredValue } from "../model/records/field.ts"
import { itemsTable } from "../state/tables.ts"
import type { Tx } from "../state/tx.ts"
import { itemsWithValue } from "./items-with-value.ts"
import { putField } from "../fields/settings/put-field.ts"
import { listOptionUses } from "../fields/settings/uses.ts"

/**
 * Deletes options of a field, named by either ID, and clears them in the items that have them, without a revision (model.md section
 * 5.1, "Settings that change under stored values"). Refuses unknown ones and those in use.
 */
export function removeOptions(
  tx: Tx,
  datastore: Datastore,
  field: FieldOf<"select" | "radio" | "checkbox">,
  references: readonly string[],
): void {
  const gone = new Set<unknown>()
  for (const reference of references) {
    const { oId, displayId } = requireOption(field, reference)
    const uses = listOptionUses(tx, datastore, field, oId)
    if (uses.length > 0) {
      throw invalidParams(`option ${displayId} of ${field.displayId} is in use: ${uses.join(", ")}`)
    }
    gone.add(oId)
  }
  if (gone.size === 0) return
  const isKept = (oId: OId): boolean => !gone.has(oId)
  putField(tx, datastore, field, {
    ...field,
    options: numbered(field.options.filter(({ oId }) => isKept(oId))),
    selected: field.selected.filter(isKept),
  })
  clearOptions(tx, datastore, field, gone)
}

function clearOptions(
  tx: Tx,
  datastore: Datastore,
  { fId }: { readonly fId: FieldOf<"select">["fId"] },
  gone: ReadonlySet<unknown>,
): void {
  const table = itemsTable(datastore.dId)
  const isHit = (value: StoredValue): boolean =>
    typeof value === "object" ? value.some((oId) => gone.has(oId)) : gone.has(value)
  for (const item of itemsWithValue(tx, datastore, fId, isHit)) {
    const { [fId]: value, ...others } = item.values
    const kept = typeof value === "object" ? (value as readonly OId[]).filter((oId) => !gone.has(oId)) : []
    const values = kept.length === 0 ? others : { ...item.values, [fId]: Object.freeze(kept) }
    tx.patch(table, item.iId, { values: Object.freeze(values) })
  }
}
