import { type FId, type IId, invalidParams, type OId } from "../../model/index.ts"
import type { Datastore, Field, FieldOf, Item, StoredValue } from "../../model/records/index.ts"
import { itemsTable, moveLookupLink, type Tx, type View } from "../../state/index.ts"
import { numberOptions, requireOption } from "../change-options.ts"
import { settleFiles } from "../settle-files.ts"
import { lookupOf } from "../types/registry.ts"
import { isLastTitleField } from "./last-title-field.ts"
import { putField } from "./put-field.ts"
import { listFieldUses, listOptionUses } from "./uses.ts"

/**
 * Deletes a field with its values, counters and links, without creating item revisions. Throws if the field is the status field, the last
 * title field or in use.
 */
export function removeField(tx: Tx, datastore: Datastore, field: Field): void {
  const { dId } = datastore
  const { fId, displayId } = field
  if (field.status) throw invalidParams("the status field can't be deleted")
  if (isLastTitleField(datastore, field)) {
    throw invalidParams(`the field ${displayId} can't be deleted because it is the last title field`)
  }
  const uses = listFieldUses(tx, datastore, fId)
  if (uses.length > 0) throw invalidParams(`the field ${displayId} is used by ${uses.join(", ")}`)
  // The values must be cleared before the field is removed, because the cleanup of files and indexes reads the datastore's fields.
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

/** Empties the lookup fields of other datastores into a datastore and removes their targets, without creating item revisions. */
export function clearLookupsInto(tx: Tx, { dId: target, wId }: Datastore): void {
  const isInto = (field: Field): boolean => lookupOf(field)?.dId === target
  for (const datastore of tx.all("datastores")) {
    if (datastore.wId !== wId || datastore.dId === target) continue
    const lookups = datastore.fields.filter(isInto)
    if (lookups.length === 0) continue
    for (const field of lookups) clearValues(tx, datastore, field)
    tx.update("datastores", datastore.dId, ({ fields }) => {
      for (const field of fields) if ("dslookup" in field && field.dslookup?.dId === target) delete field.dslookup
    })
  }
}

/** Field ID of a lookup that names no field and displays the target's title. */
const NO_FIELD = "" as FId

function showTitles(tx: Tx, wId: string, fId: FId): void {
  const isShowing = (field: Field): boolean => lookupOf(field)?.fId === fId
  for (const datastore of tx.all("datastores")) {
    if (datastore.wId !== wId || !datastore.fields.some(isShowing)) continue
    tx.update("datastores", datastore.dId, (draft) => {
      for (const field of draft.fields) {
        if ("dslookup" in field && field.dslookup?.fId === fId) field.dslookup.fId = NO_FIELD
      }
    })
  }
}

/**
 * Removes options from a field and from the values of its items, without creating revisions (model.md section 5.1, "Settings that change
 * under stored values"). Throws for unknown options, duplicates and options in use.
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
      throw invalidParams(`the option ${displayId} of the field ${field.displayId} is used by ${uses.join(", ")}`)
    }
    if (gone.has(oId)) throw invalidParams(`the option ${reference} is given twice`)
    gone.add(oId)
  }
  if (gone.size === 0) return
  const stays = (oId: OId): boolean => !gone.has(oId)
  putField(tx, datastore, field, {
    ...field,
    options: numberOptions(field.options.filter(({ oId }) => stays(oId))),
    selected: field.selected.filter(stays),
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

function itemsWithValue(
  view: View,
  { dId }: Pick<Datastore, "dId">,
  fId: FId,
  isMeant: (value: StoredValue) => boolean = () => true,
): readonly Item[] {
  const items: Item[] = []
  view.table(itemsTable(dId)).forEach((item) => {
    const value = item.values[fId]
    if (value !== undefined && isMeant(value)) items.push(item)
  })
  return items
}
