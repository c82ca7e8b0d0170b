import { type Actor, findGroup, findStatus } from "../../access/index.ts"
import { fieldPlanOf, type PlannedField, readableFields } from "../../fields/index.ts"
import { type AccessKey, findNamed, invalidParams, nameIn, type SId } from "../../model/index.ts"
import type { Datastore } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"

export interface FieldColumn {
  readonly about: "field"
  readonly planned: PlannedField
  readonly read: (cell: string) => unknown
}

export type ImportColumn =
  | FieldColumn
  | { readonly about: "status"; readonly read: (cell: string) => SId | undefined }
  /** Column whose cells mark items for deletion. */
  | { readonly about: "deletion" }
  /** Column whose cells contain a group. The group's members may see the item. */
  | { readonly about: "group" }
  /** Column of a calc or file field. The import ignores its cells. */
  | { readonly about: "nothing" }

const STATUS = "_status_"
const SPECIAL_COLUMNS: Readonly<Record<string, ImportColumn>> = {
  _delete_: { about: "deletion" },
  _group_id_: { about: "group" },
}

/** Parses the header line of a CSV file (model.md section 16). Throws for unknown and duplicate columns. */
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
    const field = findNamed(shown, name) ?? findNamed(shown, name.trim())
    const planned = field && byInternalId.get(field.fId)
    const isStatus = name === STATUS || planned?.from === "status"
    if (planned === undefined && !isStatus && !Object.hasOwn(SPECIAL_COLUMNS, name))
      throw invalidParams(`${where}: expected the display ID of a field, received ${JSON.stringify(name)}`)
    const key = isStatus ? STATUS : (field?.displayId ?? name)
    const twin = seen.get(key)
    if (twin !== undefined) throw invalidParams(`${where}: ${JSON.stringify(name)} is a duplicate of ${twin}`)
    seen.set(key, `column ${at + 1}`)
    if (isStatus) return { about: "status", read: statusReader(view, datastore) }
    if (planned === undefined) return SPECIAL_COLUMNS[name] as ImportColumn
    if (planned.from === "formula" || planned.type.names?.what === "files") return { about: "nothing" }
    return { about: "field", planned, read: planned.type.cellReader(planned.field, context) }
  })
}

function statusReader(view: View, datastore: Datastore): (cell: string) => SId | undefined {
  const { lang } = view.settings
  const byName = new Map(datastore.statuses.toReversed().map(({ name, sId }) => [nameIn(name, lang), sId]))
  return (cell) => byName.get(cell) ?? findStatus(datastore, cell)?.sId
}

/** A row of the imported file, with one cell for each column. */
export interface ImportRow {
  /** Number of the line on which the row starts. The header is line 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Error that lists everything wrong with a row. The import skips the row. */
export class InvalidRow extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join("; "))
    this.faults = faults
  }
}

export interface ImportedRow {
  readonly cells: readonly string[]
  readonly statusId: SId | undefined
  readonly groups: readonly AccessKey[]
  readonly isDeletion: boolean
}

const NO_KEYS: readonly AccessKey[] = []

const isTrue = (cell: string): boolean => /^(?:true|1)$/i.test(cell)
const isFalse = (cell: string): boolean => /^(?:false|0)?$/i.test(cell)

/** Reads the special columns `_status_`, `_group_id_` and `_delete_` of a row (model.md section 16, "CSV import"). */
export class ImportReader {
  readonly #view: View
  readonly #actor: Actor
  readonly #columns: readonly (readonly [at: number, column: ImportColumn])[]

  constructor(view: View, actor: Actor, columns: readonly ImportColumn[]) {
    this.#view = view
    this.#actor = actor
    this.#columns = columns.map((column, at) => [at, column] as const).filter(([, { about }]) => about !== "field")
  }

  read(cells: readonly string[]): ImportedRow {
    const faults: string[] = []
    let groups: readonly AccessKey[] = NO_KEYS
    let statusId: SId | undefined
    let isDeletion = false
    for (const [at, column] of this.#columns) {
      const cell = cells[at] ?? ""
      if (cell === "") continue
      if (column.about === "status") {
        statusId = column.read(cell)
        if (statusId === undefined) faults.push(`_status_: unknown status: ${shorten(cell)}`)
      } else if (column.about === "group") groups = this.#readGroups(cell, faults)
      else if (column.about === "deletion") {
        isDeletion = isTrue(cell)
        if (!isDeletion && !isFalse(cell)) faults.push(`_delete_: expected true or false, received ${shorten(cell)}`)
      }
    }
    if (faults.length > 0) throw new InvalidRow(faults)
    return { cells, statusId, groups, isDeletion }
  }

  #readGroups(cell: string, faults: string[]): readonly AccessKey[] {
    const keys: AccessKey[] = []
    for (const reference of cell.split(";").map((part) => part.trim())) {
      const group = findGroup(this.#view, this.#actor, reference)
      if (group === undefined) faults.push(`_group_id_: unknown group: ${shorten(reference)}`)
      else if (this.#actor.accessKeys.has(group.accessKey)) keys.push(group.accessKey)
      else faults.push(`_group_id_: no privileges to publish to group ${reference}`)
    }
    return keys
  }
}

const shorten = (cell: string): string => (cell.length > 100 ? `${cell.slice(0, 100)}…` : cell)
