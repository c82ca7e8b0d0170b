import type { Actor } from "../access/index.ts"
import { type FormContext, lookupOf, valueIn } from "../fields/index.ts"
import {
  findLookupTarget,
  type LinkedItem,
  type ListValues,
  type LookupItems,
  Reading,
  readLookupItem,
} from "../items/index.ts"
import { nameIn } from "../model/index.ts"
import type { Item } from "../model/records/index.ts"
import type { View } from "../state/index.ts"
import type { Cell, ReportRow } from "./group-rows.ts"
import type { PlacedColumn } from "./placed-columns.ts"

/** A selected option, status or user: its ID in the API and its displayed name. */
export interface IdValue {
  readonly id: string
  readonly value: string
}

/** A row of a report in the response (model.md section 17). */
export interface ReadRow {
  /** Values of all visible columns, by column key. */
  readonly values: ListValues
  readonly sources: readonly Item[]
  readonly lookupItems?: LookupItems
  /** IDs and names of selected options, statuses and users, by column key. Columns without a selection have no key. */
  readonly idValues?: Readonly<Record<string, IdValue | readonly IdValue[]>>
}

export interface ReadRowOptions {
  readonly lookups: boolean
  readonly idValues: boolean
  /** If true, days are displayed as instants; if false, as `YYYY/MM/DD`. */
  readonly utc: boolean
  /** If true, numbers of looked-up items are numbers; if false, they are strings. */
  readonly returnNumberValue: boolean
}

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
      ...(lookups && { lookupItems: this.#lookupItems(row) }),
      ...(idValues && { idValues: this.#idValues(row) }),
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

/** Returns a cell's displayed value. `context` determines the format of days. */
export function show({ type, field, column }: PlacedColumn, cell: Cell, context: FormContext): string | number | null {
  if (typeof cell === "number") return cell
  if (cell !== null) return type.list(valueIn(cell, field), field, context)
  const { aggregate } = column
  return aggregate === "sum" || aggregate === "avg" ? null : type.list(undefined, field, context)
}

/** Returns an item's selected options, statuses or users in a column; undefined if there are none or the field has no selections. */
function chosenIn(
  view: View,
  { field, type, datastore }: PlacedColumn,
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
    const user = type.names?.what === "users" ? view.get("users", String(id)) : undefined
    return user === undefined ? [] : [{ id: user.uId, value: user.username }]
  }
  if (typeof value !== "object") return named(value)[0]
  return type.names !== null && type.names.what !== "users" ? undefined : value.flatMap(named)
}
