import { invalidParams } from "../model/error.ts"
import { lookupOf } from "../fields/types/registry.ts"
import type { FId, IId } from "../model/ids.ts"
import { settleFiles } from "../fields/settle-files.ts"
import { moveLookupLink } from "../state/links.ts"
import type { Datastore } from "../records/datastore.ts"
import type { Field } from "../model/records/field.ts"
import { itemsTable } from "../state/tables.ts"
import type { Tx } from "../state/tx.ts"
import { itemsWithValue } from "./items-with-value.ts"
import { listFieldUses } from "../fields/settings/uses.ts"

/**
 * Deletes a field with everything that depends on it: items' values, their files and lookup links, its counters, its settings in
 * actions; lookups that showed it show the target's title. Items change without a revision. Refuses the status field, the last title
 * field and one that is in use.
 */
export function removeField(tx: Tx, datastore: Datastore, field: Field): void {
  const { dId, fields } = datastore
  const { fId, displayId } = field
  if (field.status) throw invalidParams("the status field can't be deleted")
  if (field.asTitle && !fields.some((other) => other.asTitle && other.fId !== fId)) {
    throw invalidParams(`${displayId} is the last title field: it can't be deleted`)
  }
  const uses = listFieldUses(tx, datastore, fId)
  if (uses.length > 0) throw invalidParams(`field ${displayId} is in use: ${uses.join(", ")}`)
  // Before the field goes: files and indexes follow from the fields that there are.
  clearValues(tx, datastore, field)
  for (const counter of tx.ids("countersByField", fId)) tx.remove("counters", counter)
  tx.update("datastores", dId, (draft) => {
    draft.fields.splice(
      draft.fields.findIndex((other) => other.fId === fId),
      1,
    )
    for (const [fieldIndex, other] of draft.fields.entries()) other.fieldIndex = fieldIndex
    for (const action of draft.actions) delete action.fieldSettings[fId]
  })
  showTitles(tx, datastore.wId, fId)
}

function clearValues(tx: Tx, datastore: Datastore, field: Field): void {
  const table = itemsTable(datastore.dId)
  const lookup = lookupOf(field)
  for (const item of itemsWithValue(tx, datastore, field.fId)) {
    const { [field.fId]: value, ...values } = item.values
    const after = tx.patch(table, item.iId, { values: Object.freeze(values) })
    if (lookup !== undefined) moveLookupLink(tx, item, field.fId, lookup, value as IId, undefined)
    if ("file" in field) settleFiles(tx, item, after)
  }
}

/** The looked-up field of a lookup that shows the target's title. */
const NO_FIELD = "" as FId

function showTitles(tx: Tx, wId: string, fId: FId): void {
  const isShowing = (field: Field): boolean => lookupOf(field)?.fId === fId
  for (const datastore of tx.table("datastores").toArray()) {
    if (datastore.wId !== wId || !datastore.fields.some(isShowing)) continue
    tx.update("datastores", datastore.dId, (draft) => {
      for (const field of draft.fields) {
        if ("dslookup" in field && field.dslookup?.fId === fId) field.dslookup.fId = NO_FIELD
      }
    })
  }
}
