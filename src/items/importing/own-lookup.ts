import type { PlannedField } from "../../fields/index.ts"
import type { IId } from "../../model/index.ts"
import type { Action, Datastore } from "../../model/records/index.ts"
import type { FieldColumn, ImportRow } from "./import-row.ts"

/** Cell of a lookup to an item of the same datastore. */
export interface CellOfLookup {
  readonly column: FieldColumn
  readonly cell: string
}

/** Lookup of an imported item that is written after all rows. */
export interface DeferredLookup extends CellOfLookup {
  readonly row: ImportRow
  readonly iId: IId
  readonly isNew: boolean
  readonly action: Action
}

/** Returns whether a field looks up items of its own datastore. */
export const isOwnLookup = ({ field }: PlannedField, { dId }: Datastore): boolean =>
  field.dataType === "dslookup" && field.dslookup?.dId === dId
