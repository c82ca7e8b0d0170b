import { castDraft } from "immer"
import { type IId, invalidParams } from "../../model/index.ts"
import type { Datastore, Field, StoredValue } from "../../model/records/index.ts"
import { itemsTable, moveLookupLink, type Tx, type View } from "../../state/index.ts"
import { lastIssued, numberIn, setCounter } from "../auto-numbers.ts"
import { compute } from "../field-plan.ts"
import { readingOf } from "../formula.ts"
import { fieldTypeOf, lookupOf } from "../types/registry.ts"
import { listConditions, listJoins, optionsNamed } from "./uses.ts"

/**
 * Inserts or replaces a field. Also updates the values, links and counter that depend on the field, without creating item revisions. Throws
 * if stored values, formulas or stored conditions would become invalid.
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

/** Throws if new display IDs of options would change the meaning of a stored condition. */
function keepConditions(view: View, datastore: Datastore, before: Field, after: Field): void {
  if (!("options" in before && "options" in after) || before.options === after.options) return
  const suffering = listConditions(view, datastore).filter(
    ({ conditions }) => optionsNamed(conditions, before).join() !== optionsNamed(conditions, after).join(),
  )
  if (suffering.length === 0) return
  const names = suffering.map(({ by }) => by).join(", ")
  throw invalidParams(`option display IDs of the field ${before.displayId} are used by ${names}`)
}

/** Throws if the field is a lookup whose target changes and a report joins items through it. */
function keepJoins(view: View, datastore: Datastore, before: Field, after: Field): void {
  if (lookupOf(before)?.dId === lookupOf(after)?.dId) return
  const joins = listJoins(view, datastore, after.fId)
  if (joins.length > 0) throw invalidParams(`the field ${before.displayId} is used by ${joins.join(", ")}`)
}

/** Removes the links to the lookup's old target and adds links to the new one. With `reverseLink`, links both items to each other. */
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

/** Raises the counter to the highest number that already follows the new prefix, so that new values stay unique. */
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

function checkFormula(field: Field, fields: readonly Field[]): void {
  const fault = fieldTypeOf(field).fixture.checkSettings(field, fields)
  if (fault !== undefined) throw invalidParams(fault.message)
}

/** Throws if the change to `changed` would alter which fields another field's formula refers to. */
function keepFormulas(before: readonly Field[], after: readonly Field[], changed: Field): void {
  for (const field of after) {
    if (field.fId === changed.fId) continue
    if (readingOf(field, before) === readingOf(field, after)) continue
    throw invalidParams(
      `the formula of ${field.displayId} would refer to other fields after this change; change the formula first`,
    )
  }
}

/** Recomputes the formula fields of all items without creating revisions. */
function recompute(tx: Tx, datastore: Datastore): void {
  const table = itemsTable(datastore.dId)
  const computed = datastore.fields.filter((field) => fieldTypeOf(field).origin.from === "formula")
  for (const item of tx.all(table)) {
    const values = { ...item.values }
    compute(datastore, values)
    if (computed.every(({ fId }) => values[fId] === item.values[fId])) continue
    tx.patch(table, item.iId, { values: Object.freeze(values) })
  }
}

/**
 * Throws if stored values would become invalid (model.md section 5.1, "Settings that change under stored values"). Reads the items only if
 * a limit or rule of the field changed.
 */
function checkStoredValues(view: View, datastore: Datastore, before: Field, after: Field): void {
  const isNarrowed =
    before.minValue !== after.minValue ||
    before.maxValue !== after.maxValue ||
    fieldTypeOf(after).settings.isNarrowed(before, after)
  const isUnique = after.unique && !before.unique
  if (!isNarrowed && !isUnique) return
  const type = fieldTypeOf(after)
  const taken = new Set<StoredValue>()
  let count = 0
  let first: { readonly iId: IId; readonly fault: string } | undefined
  view.table(itemsTable(datastore.dId)).forEach(({ iId, values }) => {
    const value = values[after.fId]
    if (value === undefined) return
    const context = { view, datastore, actor: null, iId }
    const isFit = isNarrowed && type.validate(value, before, context) === undefined
    const fault =
      (isFit ? type.validate(value, after, context) : undefined) ??
      (isUnique && taken.has(value) ? "value is not unique" : undefined)
    taken.add(value)
    if (fault === undefined) return
    count += 1
    first ??= { iId, fault }
  })
  if (first === undefined) return
  const items = count === 1 ? "1 item has a value" : `${count} items have values`
  throw invalidParams(
    `${items} that ${after.displayId} would not accept after this change; the first is item ${first.iId} (${first.fault})`,
  )
}
