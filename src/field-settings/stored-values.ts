import { invalidParams } from "../model/error.ts"
import { kindOf } from "../fields/types/registry.ts"
import type { IId } from "../model/ids.ts"
import type { Datastore } from "../records/datastore.ts"
import type { Field, StoredValue } from "../model/records/field.ts"
import { itemsTable } from "../state/tables.ts"
import type { View } from "../state/view.ts"

/**
 * Refuses a change of a field that stored values would break, telling how many items and the first of them (model.md section 5.1, "Settings
 * that change under stored values"). Values that did not fit before do not count. Items are looked at only where a rule became stricter.
 */
export function checkStoredValues(view: View, datastore: Datastore, before: Field, after: Field): void {
  const isNarrowed =
    before.minValue !== after.minValue ||
    before.maxValue !== after.maxValue ||
    kindOf(after).settings.isNarrowed(before, after)
  const isUnique = after.unique && !before.unique
  if (!isNarrowed && !isUnique) return
  const kind = kindOf(after)
  const taken = new Set<StoredValue>()
  let count = 0
  let first: { readonly iId: IId; readonly fault: string } | undefined
  view.table(itemsTable(datastore.dId)).forEach(({ iId, values }) => {
    const value = values[after.fId]
    if (value === undefined) return
    const context = { view, datastore, actor: null, iId }
    const isFit = isNarrowed && kind.validate(value, before, context) === undefined
    const fault =
      (isFit ? kind.validate(value, after, context) : undefined) ??
      (isUnique && taken.has(value) ? "value is not unique" : undefined)
    taken.add(value)
    if (fault === undefined) return
    count += 1
    first ??= { iId, fault }
  })
  if (first === undefined) return
  const items = count === 1 ? "1 item has a value" : `${count} items have values`
  throw invalidParams(`${items} that ${after.displayId} could not have then, the first is ${first.iId}: ${first.fault}`)
}
