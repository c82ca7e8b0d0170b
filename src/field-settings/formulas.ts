import { invalidParams } from "../model/error.ts"
import { compute } from "../fields/field-plan.ts"
import { kindOf } from "../fields/types/registry.ts"
import { operandsOf } from "../fields/operands.ts"
import type { Datastore } from "../records/datastore.ts"
import type { Field } from "../model/records/field.ts"
import { itemsTable } from "../state/tables.ts"
import type { Tx } from "../state/tx.ts"

/** Refuses a formula that says nothing. */
export function checkFormula(field: Field, fields: readonly Field[]): void {
  const fault = kindOf(field).fixture.checkSettings(field, fields)
  if (fault !== undefined) throw invalidParams(fault.message)
}

/** Refuses a change of fields after which the formula of another one would name other fields than before, or none. */
export function keepFormulas(before: readonly Field[], after: readonly Field[], changed: Field): void {
  for (const field of after) {
    if (field.fId === changed.fId) continue
    if (operandsOf(field, before).join() === operandsOf(field, after).join()) continue
    throw invalidParams(`the formula of ${field.displayId} would name other fields then: change it first`)
  }
}

/** Computes the values of every item anew, without a revision. */
export function recompute(tx: Tx, datastore: Datastore): void {
  const table = itemsTable(datastore.dId)
  const computed = datastore.fields.filter((field) => kindOf(field).origin.from === "formula")
  for (const item of tx.table(table).toArray()) {
    const values = { ...item.values }
    compute(datastore, values)
    if (computed.every(({ fId }) => values[fId] === item.values[fId])) continue
    tx.patch(table, item.iId, { values: Object.freeze(values) })
  }
}
