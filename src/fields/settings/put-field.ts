import { castDraft } from "immer"
import { lastIssued, setCounter } from "../../auto-numbers/draw.ts"
import { numberIn } from "../../auto-numbers/format.ts"
import { invalidParams } from "../../model/error.ts"
import { lookupOf } from "../types/registry.ts"
import type { IId } from "../../model/ids.ts"
import { moveLookupLink } from "../../state/links.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Field } from "../../model/records/field.ts"
import { itemsTable } from "../../state/tables.ts"
import type { Tx } from "../../state/tx.ts"
import type { View } from "../../state/view.ts"
import { checkFormula, keepFormulas, recompute } from "../../field-settings/formulas.ts"
import { checkStoredValues } from "../../field-settings/stored-values.ts"
import { listConditions, listJoins, optionsNamed } from "./uses.ts"

/**
 * Stores a field in place of what was stored under its ID (`before`); a new one comes last. What follows from it is brought in line:
 * computed values, links of lookups, the counter of numbers. Refuses a change that stored values, formulas or kept conditions would
 * suffer from. Items change without a revision, and only where something follows.
 */
export function putField(tx: Tx, datastore: Datastore, before: Field | undefined, after: Field): void {
  const { dId, fields } = datastore
  const all =
    before === undefined ? [...fields, after] : fields.map((field) => (field.fId === after.fId ? after : field))
  checkFormula(after, all)
  keepFormulas(fields, all, after)
  if (before !== undefined) {
    checkStoredValues(tx, datastore, before, after)
    keepConditions(tx, datastore, before, after)
    keepJoins(tx, datastore, before, after)
  }
  const changed = tx.update("datastores", dId, (draft) => {
    const at = fields.findIndex(({ fId }) => fId === after.fId)
    if (at < 0) draft.fields.push(castDraft(after))
    else draft.fields[at] = castDraft(after)
  })
  if (formulaOf(before) !== formulaOf(after)) recompute(tx, changed)
  if (before !== undefined) {
    moveLookupLinks(tx, dId, before, after)
    raiseCounter(tx, dId, before, after)
  }
}

const formulaOf = (field: Field | undefined): string =>
  field !== undefined && "calc" in field ? field.calc.formula : ""

/** Refuses new display IDs of options that would change what a kept condition looks for. */
function keepConditions(view: View, datastore: Datastore, before: Field, after: Field): void {
  if (!("options" in before && "options" in after) || before.options === after.options) return
  const suffering = listConditions(view, datastore).filter(
    ({ conditions }) => optionsNamed(conditions, before).join() !== optionsNamed(conditions, after).join(),
  )
  if (suffering.length === 0) return
  const names = suffering.map(({ by }) => by).join(", ")
  throw invalidParams(`options of ${before.displayId} are in use by their display_id: ${names}`)
}

/** Refuses to lead a lookup elsewhere that reports join along. */
function keepJoins(view: View, datastore: Datastore, before: Field, after: Field): void {
  if (lookupOf(before)?.dId === lookupOf(after)?.dId) return
  const joins = listJoins(view, datastore, after.fId)
  if (joins.length > 0) throw invalidParams(`field ${before.displayId} is in use: ${joins.join(", ")}`)
}

/** Values that lead to an item are linked to it, and back where the field says so. */
function moveLookupLinks(tx: Tx, dId: Datastore["dId"], before: Field, after: Field): void {
  const [old, now] = [lookupOf(before), lookupOf(after)]
  if (old?.dId === now?.dId && old?.reverseLink === now?.reverseLink) return
  tx.table(itemsTable(dId)).forEach((item) => {
    const value = item.values[after.fId] as IId | undefined
    if (value === undefined) return
    if (old !== undefined) moveLookupLink(tx, item, after.fId, old, value, undefined)
    const isThere = now !== undefined && tx.get(itemsTable(now.dId), value) !== undefined
    if (isThere) moveLookupLink(tx, item, after.fId, now, undefined, value)
  })
}

/** Numbers are issued once: values that read as numbers under a new prefix count as issued. */
function raiseCounter(tx: Tx, dId: Datastore["dId"], before: Field, after: Field): void {
  if (!("autonum" in before && "autonum" in after) || before.autonum.prefix === after.autonum.prefix) return
  const { fId } = after
  const issued = lastIssued(tx, fId, null) ?? 0
  let highest = issued
  tx.table(itemsTable(dId)).forEach(({ values }) => {
    const value = values[fId]
    if (typeof value === "string") highest = Math.max(highest, numberIn(after, value))
  })
  if (highest > issued) setCounter(tx, fId, null, highest)
}
