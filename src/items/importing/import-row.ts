import type { Actor } from "../../access/actor.ts"
import { findGroup } from "../../access/places.ts"
import type { AccessKey, SId } from "../../model/ids.ts"
import type { View } from "../../state/view.ts"
import type { ImportColumn } from "./import-columns.ts"

/** A row of an imported file. */
export interface ImportRow {
  /** Where it begins in the file, from 1; the header counts. */
  readonly line: number
  /** One for each column. */
  readonly cells: readonly string[]
}

/** The faults of a row, which is skipped for them. */
export class FaultyRow extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join("; "))
    this.faults = faults
  }
}

/** What a row says of its item. */
export interface ImportedRow {
  readonly cells: readonly string[]
  readonly statusId: SId | undefined
  readonly groups: readonly AccessKey[]
  readonly isDeletion: boolean
}

const NO_KEYS: readonly AccessKey[] = []

const isTrue = (cell: string): boolean => /^(?:true|1)$/i.test(cell)
const isFalse = (cell: string): boolean => /^(?:false|0)?$/i.test(cell)

/** Reads what rows say besides the values of fields: `_status_`, `_group_id_`, `_delete_` (model.md section 16, "CSV import"). */
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
        if (!isDeletion && !isFalse(cell)) faults.push(`_delete_: true or false was expected: ${shorten(cell)}`)
      }
    }
    if (faults.length > 0) throw new FaultyRow(faults)
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

/** A cell as it is named to the user. */
const shorten = (cell: string): string => (cell.length > 100 ? `${cell.slice(0, 100)}…` : cell)
