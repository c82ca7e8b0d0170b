import type { Actor } from "../access/actor.ts"
import type { FormContext } from "../fields/types/field-type.ts"
import { lookupOf } from "../fields/types/registry.ts"
import { valueIn } from "../fields/value-in.ts"
import { findLookupTarget, type LinkedItem, type LookupItems, readLookupItem } from "../items/reading/linked-item.ts"
import { type ListValues, Reading } from "../items/reading/reading.ts"
import { nameIn } from "../model/names.ts"
import type { Item } from "../model/records/item.ts"
import type { View } from "../state/view.ts"
import type { Cell, ReportRow } from "./group-rows.ts"
import type { PlacedColumn } from "./placed-columns.ts"

/** Something chosen, by what the API calls it and how it is shown. */
export interface IdValue {
  readonly id: string
  readonly value: string
}

/** A row of a report as it is answered (model.md section 17). */
export interface ReadRow {
  /** By column key; every column that the reader is shown has one. */
  readonly values: ListValues
  /** The source items it stands for. */
  readonly sources: readonly Item[]
  readonly lookupItems?: LookupItems
  /** What is chosen in columns of options, statuses and users; columns without a value are left out. */
  readonly idValues?: Readonly<Record<string, IdValue | readonly IdValue[]>>
}

export interface ReadRowOptions {
  readonly lookups: boolean
  readonly idValues: boolean
  /** Days as instants rather than `YYYY/MM/DD`. */
  readonly utc: boolean
  /** Numbers of looked-up items as numbers. */
  readonly returnNumberValue: boolean
}

/** Reads rows of a report for one answer. */
export class RowReader {
  readonly #view: View
  readonly #reading: Reading
  readonly #columns: readonly { readonly column: PlacedColumn; readonly index: number; readonly context: FormContext }[]
  readonly #options: ReadRowOptions

  constructor(view: View, actor: Actor, columns: readonly PlacedColumn[], options: ReadRowOptions) {
    const { utc, returnNumberValue } = options
    this.#view = view
    this.#options = options
    this.#reading = new Reading(view, actor, { ids: "display", returnNumberValue })
    this.#columns = columns.flatMap((column, index) => {
      const dates = utc ? undefined : ("slashes" as const)
      const context = { view, actor, datastore: column.datastore, ids: "display", numbers: "number", dates } as const
      return column.isShown ? [{ column, index, context }] : []
    })
  }

  read(row: ReportRow): ReadRow {
    const { lookups, idValues } = this.#options
    return {
      values: this.#values(row),
      sources: row.sources,
      ...(lookups ? { lookupItems: this.#lookupItems(row) } : {}),
      ...(idValues ? { idValues: this.#idValues(row) } : {}),
    }
  }

  #values({ cells }: ReportRow): ListValues {
    const values: Record<string, string | number | null> = {}
    for (const { column, index, context } of this.#columns)
      values[column.key] = show(column, cells[index] ?? null, context)
    return values
  }

  #lookupItems({ cells }: ReportRow): LookupItems {
    const items: Record<string, LinkedItem> = {}
    for (const { column, index } of this.#columns) {
      const cell = cells[index] ?? null
      const lookup = lookupOf(column.field)
      if (lookup === undefined || cell === null || typeof cell === "number") continue
      const target = findLookupTarget(this.#reading, cell, column.field, lookup)
      if (target !== undefined) items[column.key] = readLookupItem(this.#reading, target)
    }
    return items
  }

  #idValues({ cells }: ReportRow): Readonly<Record<string, IdValue | readonly IdValue[]>> {
    const chosen: Record<string, IdValue | readonly IdValue[]> = {}
    for (const { column, index } of this.#columns) {
      const cell = cells[index] ?? null
      const found = cell === null || typeof cell === "number" ? undefined : chosenIn(this.#view, column, cell)
      if (found !== undefined) chosen[column.key] = found
    }
    return chosen
  }
}

/** A cell in list form: numbers as Numbers, days as the context says. */
export function show({ kind, field, column }: PlacedColumn, cell: Cell, context: FormContext): string | number | null {
  if (typeof cell === "number") return cell
  if (cell !== null) return kind.list(valueIn(cell, field), field, context)
  const { aggregate } = column
  return aggregate === "sum" || aggregate === "avg" ? null : kind.list(undefined, field, context)
}

/** What an item has chosen in a column; undefined when that is nothing, or the column is of something else. */
function chosenIn(
  view: View,
  { field, kind, datastore }: PlacedColumn,
  item: Item,
): IdValue | readonly IdValue[] | undefined {
  const value = valueIn(item, field)
  if (value === undefined) return undefined
  const { lang } = view.settings
  const named = (id: unknown): IdValue[] => {
    if ("options" in field) {
      const option = field.options.find(({ oId }) => oId === id)
      return option === undefined ? [] : [{ id: option.displayId, value: nameIn(option.name, lang) }]
    }
    if (field.status) {
      const status = datastore.statuses.find(({ sId }) => sId === id)
      return status === undefined ? [] : [{ id: status.displayId, value: nameIn(status.name, lang) }]
    }
    const user = kind.names?.what === "users" ? view.get("users", String(id)) : undefined
    return user === undefined ? [] : [{ id: user.uId, value: user.username }]
  }
  if (typeof value !== "object") return named(value)[0]
  return kind.names !== null && kind.names.what !== "users" ? undefined : value.flatMap(named)
}
