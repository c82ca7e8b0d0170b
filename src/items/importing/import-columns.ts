import type { Actor } from "../../access/actor.ts"
import { findStatus } from "../../access/places.ts"
import { invalidParams } from "../../model/error.ts"
import { fieldPlanOf, type PlannedField } from "../../fields/field-plan.ts"
import { readableFields } from "../../fields/readable-fields.ts"
import type { SId } from "../../model/ids.ts"
import { nameIn } from "../../model/names.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { View } from "../../state/view.ts"

/** A column of values of a field. */
export interface FieldColumn {
  readonly about: "field"
  readonly planned: PlannedField
  readonly read: (cell: string) => unknown
}

/** What a column of an imported file is about. */
export type ImportColumn =
  | FieldColumn
  | { readonly about: "status"; readonly read: (cell: string) => SId | undefined }
  /** Whether to delete the item. */
  | { readonly about: "deletion" }
  /** A group that is given the item's key. */
  | { readonly about: "group" }
  /** Values that imports don't set: of calc and file fields. */
  | { readonly about: "nothing" }

const STATUS = "_status_"
const SPECIAL: Readonly<Record<string, ImportColumn>> = {
  _delete_: { about: "deletion" },
  _group_id_: { about: "group" },
}

/** The columns that a header names (model.md section 16). Refuses an unknown one, and one that is there twice. */
export function readColumns(
  view: View,
  actor: Actor,
  datastore: Datastore,
  header: readonly string[],
): readonly ImportColumn[] {
  const shown = new Map(readableFields(view, actor, datastore).map((field) => [field.displayId, field]))
  const { byInternalId } = fieldPlanOf(datastore)
  const context = { view, datastore, actor }
  const seen = new Map<string, string>()
  return header.map((name, at) => {
    const where = `line 1, column ${at + 1}`
    const field = shown.get(name)
    const planned = field && byInternalId.get(field.fId)
    const isStatus = name === STATUS || planned?.from === "status"
    if (planned === undefined && !isStatus && !Object.hasOwn(SPECIAL, name))
      throw invalidParams(`${where}: unknown column ${JSON.stringify(name)}: a display ID of a field was expected`)
    const key = isStatus ? STATUS : name
    const twin = seen.get(key)
    if (twin !== undefined)
      throw invalidParams(`${where}: ${JSON.stringify(name)} is there twice, the first as ${twin}`)
    seen.set(key, `column ${at + 1}`)
    if (isStatus) return { about: "status", read: statusReader(view, datastore) }
    if (planned === undefined) return SPECIAL[name] as ImportColumn
    if (planned.from === "formula" || planned.kind.names?.what === "files") return { about: "nothing" }
    return { about: "field", planned, read: planned.kind.cellReader(planned.field, context) }
  })
}

/** Reads names of statuses, or their IDs; undefined is none. */
function statusReader(view: View, datastore: Datastore): (cell: string) => SId | undefined {
  const { lang } = view.settings
  const byName = new Map(datastore.statuses.toReversed().map(({ name, sId }) => [nameIn(name, lang), sId]))
  return (cell) => byName.get(cell) ?? findStatus(datastore, cell)?.sId
}
