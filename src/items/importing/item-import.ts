import { type Actor, keysOfRun, mayRunAction, shownFields } from "../../access/index.ts"
import {
  type FormContext,
  fieldPlanOf,
  lastIssued,
  nextNumber,
  type PlannedField,
  setCounter,
} from "../../fields/index.ts"
import type { AccessKey, FId, IId } from "../../model/index.ts"
import type { Action, Datastore, Item, RowError } from "../../model/records/index.ts"
import { itemsTable, moveLookupLink, type Tx, valueKey } from "../../state/index.ts"
import { findDefaultAction, refusedAction } from "../writing/actions.ts"
import { removeItem } from "../writing/remove-item.ts"
import { type SentValue, settleValues } from "../writing/values.ts"
import {
  type FieldColumn,
  type ImportColumn,
  type ImportedRow,
  ImportReader,
  type ImportRow,
  InvalidRow,
} from "./import-row.ts"
import { ItemsByKey } from "./items-by-key.ts"
import { type CellOfLookup, type DeferredLookup, isOwnLookup } from "./own-lookup.ts"

export interface ImportTerms {
  readonly create: Action
  /** Key column and its field. If undefined, every row creates an item. */
  readonly key: { readonly at: number; readonly field: PlannedField } | undefined
  /** If true, ignores the file's values of autonum fields and issues new numbers to new items. */
  readonly drawsNumbers: boolean
  /** If true, skips the checks of value limits and mandatory fields. */
  readonly isLenient: boolean
  /** Number of rows or items after which the import yields, so that the caller can let other work run. */
  readonly rowsPerPart: number
}

const NO_VALUES: Pick<Item, "values" | "statusId"> = Object.freeze({ values: Object.freeze({}), statusId: null })

const NO_NUMBERS: ReadonlyMap<FId, string> = new Map()

/** Imports the rows of a CSV file within the caller's transaction (model.md section 16, "CSV import"). Skips invalid rows. */
export class ItemImport {
  readonly errors: RowError[] = []
  /** Latest version of each item that the import wrote. */
  readonly written = new Map<IId, Item>()
  readonly #tx: Tx
  readonly #actor: Actor
  readonly #datastore: Datastore
  readonly #fields: readonly (readonly [at: number, column: FieldColumn])[]
  readonly #rows: ImportReader
  readonly #terms: ImportTerms
  /** Access keys that the create action gives to every new item, sorted. */
  readonly #ownKeys: readonly AccessKey[]
  readonly #form: FormContext
  /** Last number issued for each autonum field whose counter changed. */
  readonly #issued = new Map<FId, number>()
  #byKey: ItemsByKey | undefined
  readonly #lookups: DeferredLookup[] = []
  /** Number of rows whose cells are all empty. The import ignores them. */
  blankRows = 0

  constructor(tx: Tx, actor: Actor, datastore: Datastore, columns: readonly ImportColumn[], terms: ImportTerms) {
    this.#tx = tx
    this.#actor = actor
    this.#datastore = datastore
    this.#fields = columns.flatMap((column, at) => (column.about === "field" ? [[at, column] as const] : []))
    this.#rows = new ImportReader(tx, actor, columns)
    this.#terms = terms
    this.#form = { view: tx, datastore, actor, ids: "internal", numbers: "text" }
    this.#ownKeys = keysOfRun(tx, actor, terms.create)
  }

  /** Reads the keys of the existing items. Call it before the first row. */
  *readKeys(): Generator<void, void> {
    const { key, rowsPerPart } = this.#terms
    if (key !== undefined)
      this.#byKey = yield* ItemsByKey.over(this.#tx, this.#actor, this.#datastore, key.field, rowsPerPart)
  }

  /** Whether columns contain lookups to items of the same datastore. */
  get hasLookups(): boolean {
    return this.#fields.some(([, { planned }]) => isOwnLookup(planned, this.#datastore))
  }

  /** Imports a row. `failed` are the faults of a row that failed in an earlier pass (see `importAll`). */
  take(row: ImportRow, failed: readonly string[] | undefined): void {
    const { line, cells } = row
    try {
      if (failed !== undefined) throw new InvalidRow(failed)
      if (cells.every((cell) => cell === "")) this.blankRows += 1
      else this.#write(row, this.#rows.read(cells))
    } catch (error) {
      if (!(error instanceof InvalidRow)) throw error
      this.errors.push(...error.faults.map((description) => Object.freeze({ description, line })))
    }
  }

  /**
   * Writes the lookups to items of the same datastore, which may be in later rows. Returns the faults of the rows whose lookups are
   * invalid. If there are any, the caller must roll the import back and repeat it without these rows.
   */
  *writeLookups(): Generator<void, ReadonlyMap<ImportRow, readonly string[]>> {
    const faults = new Map<ImportRow, readonly string[]>()
    const failed: DeferredLookup[] = []
    const byTarget = new Map<unknown, DeferredLookup[]>()
    const readers = new Map<FieldColumn, FieldColumn["read"]>()
    const context = { view: this.#tx, datastore: this.#datastore, actor: this.#actor }
    const fail = (lookup: DeferredLookup, texts: readonly string[]): void => {
      faults.set(lookup.row, [...(faults.get(lookup.row) ?? []), ...texts])
      failed.push(lookup)
    }
    const read: { readonly lookup: DeferredLookup; readonly target: unknown }[] = []
    for (const lookup of this.#lookups) {
      const { planned } = lookup.column
      const reader = readers.get(lookup.column) ?? planned.type.cellReader(planned.field, context)
      readers.set(lookup.column, reader)
      if (read.push({ lookup, target: reader(lookup.cell) }) % this.#terms.rowsPerPart === 0) yield
    }
    for (const [at, { lookup, target }] of read.entries()) {
      if (at % this.#terms.rowsPerPart === this.#terms.rowsPerPart - 1) yield
      const texts = this.#writeLookup(lookup, target)
      if (texts.length > 0) fail(lookup, texts)
      else {
        const others = byTarget.get(target) ?? []
        byTarget.set(target, others)
        others.push(lookup)
      }
    }
    // Rows that look up a row that failed can't be imported, either.
    for (let at = 0; at < failed.length; at += 1) {
      const { iId, isNew } = failed[at] as DeferredLookup
      const dependent = isNew ? (byTarget.get(iId) ?? []) : []
      byTarget.delete(iId)
      for (const lookup of dependent)
        fail(lookup, [`${lookup.column.planned.field.displayId}: item not found: ${lookup.cell}`])
    }
    return faults
  }

  /** Writes a lookup of an imported item. Returns what is wrong with it. */
  #writeLookup({ iId, column, action }: DeferredLookup, input: unknown): readonly string[] {
    const tx = this.#tx
    const datastore = this.#datastore
    const { planned } = column
    // A later row may have deleted the item.
    const item = tx.get(itemsTable(datastore.dId), iId)
    const before = item ?? NO_VALUES
    const given = new Map([[planned, { reference: planned.field.displayId, input }]])
    const { values, findings } = settleValues(
      { view: tx, actor: this.#actor, datastore, action, iId, before, isNew: false, isLenient: true },
      given,
    )
    if (findings.length > 0)
      return findings.map(({ referenceId = "", error }) => `${this.#columnOf(referenceId)}: ${error}`)
    if (item !== undefined)
      this.#finish(item, tx.patch(itemsTable(datastore.dId), iId, { values: Object.freeze(values) }), NO_NUMBERS)
    return []
  }

  /** Stores the changed counters. Call it once, after the last row. */
  finish(): void {
    for (const [fId, number] of this.#issued) setCounter(this.#tx, fId, null, number)
  }

  #write(source: ImportRow, row: ImportedRow): void {
    const { key } = this.#terms
    const found = key && this.#byKey?.find(row.cells[key.at] ?? "")
    if (row.isDeletion) {
      if (key === undefined) throw new InvalidRow(["_delete_: key_field_displayid is required to find the item"])
      if (found === undefined) throw new InvalidRow([`_delete_: no item has the given ${key.field.field.displayId}`])
      this.#delete(found)
    } else if (found === undefined) this.#insert(source, row)
    else this.#update(source, row, found)
  }

  #insert(source: ImportRow, { cells, statusId, groups }: ImportedRow): void {
    const { values, numbers, lookups } = this.#settle(this.#terms.create, cells, null)
    const tx = this.#tx
    const datastore = this.#datastore
    for (const { fId, write } of fieldPlanOf(datastore).drawn) {
      values[fId] = numbers.get(fId) ?? write(this.#draw(fId))
    }
    const item = tx.put(itemsTable(datastore.dId), {
      iId: tx.newId<"i_id">(),
      dId: datastore.dId,
      values: Object.freeze(values),
      statusId: statusId ?? datastore.statuses[0]?.sId ?? null,
      revNo: 1,
      accessKeys: groups.length === 0 ? this.#ownKeys : sortedKeys([...this.#ownKeys, ...groups]),
      createdAt: tx.now,
      createdBy: "IMPORT",
      updatedAt: tx.now,
      updatedBy: "IMPORT",
    })
    this.#finish(null, item, numbers)
    this.#defer(lookups, { row: source, iId: item.iId, isNew: true, action: this.#terms.create })
    this.#byKey?.add(item)
  }

  #update(source: ImportRow, { cells, statusId, groups }: ImportedRow, before: Item): void {
    const action = this.#actionFor("2", before)
    const { values, numbers, lookups } = this.#settle(action, cells, before)
    for (const [fId, value] of numbers) values[fId] = value
    const tx = this.#tx
    const after = tx.patch(itemsTable(before.dId), before.iId, {
      values: Object.freeze(values),
      statusId: statusId ?? before.statusId,
      revNo: this.written.has(before.iId) ? before.revNo : before.revNo + 1,
      accessKeys: groups.length === 0 ? before.accessKeys : sortedKeys([...before.accessKeys, ...groups]),
      updatedAt: tx.now,
      updatedBy: this.#actor.uId,
    })
    this.#finish(before, after, numbers)
    this.#defer(lookups, { row: source, iId: before.iId, isNew: false, action })
  }

  #defer(lookups: readonly CellOfLookup[], of: Omit<DeferredLookup, keyof CellOfLookup>): void {
    for (const lookup of lookups) this.#lookups.push({ ...of, ...lookup })
  }

  /** Returns whether a cell changes the item. Cells that equal the stored value, key cells and empty cells of new items do not. */
  #isGiven(planned: PlannedField, cell: string, before: Item | null): boolean {
    if (before === null) return cell !== ""
    const { field, type, from } = planned
    if (planned === this.#terms.key?.field || (from === "counter" && cell === "")) return false
    return String(type.list(before.values[field.fId], field, this.#form) ?? "") !== cell
  }

  #delete(item: Item): void {
    this.#actionFor("3", item)
    removeItem(this.#tx, item, this.#actor.uId)
    this.written.delete(item.iId)
    this.#byKey?.remove(item)
  }

  /** Validates a row's cells by the rules of an action. Throws an error that lists everything wrong with the row. */
  #settle(action: Action, cells: readonly string[], before: Item | null) {
    const tx = this.#tx
    const datastore = this.#datastore
    const given = new Map<PlannedField, SentValue>()
    let numbers = NO_NUMBERS
    const faults: string[] = []
    const lookups: CellOfLookup[] = []
    for (const [at, column] of this.#fields) {
      const cell = cells[at] ?? ""
      const { planned, read } = column
      if (!this.#isGiven(planned, cell, before)) continue
      const { from, field } = planned
      if (cell !== "" && isOwnLookup(planned, datastore)) {
        lookups.push({ column, cell })
        continue
      }
      if (from !== "counter") given.set(planned, { reference: field.displayId, input: read(cell) })
      else if (!this.#terms.drawsNumbers) {
        numbers = new Map([...numbers, [field.fId, cell]])
        const holders = field.unique ? tx.ids("itemValues", valueKey(field.fId, cell), 2) : []
        if (holders.some((iId) => iId !== before?.iId)) faults.push(`${field.displayId}: value is not unique`)
      }
    }
    const { values, findings } = settleValues(
      {
        view: tx,
        actor: this.#actor,
        datastore,
        action,
        iId: before?.iId ?? ("" as IId),
        before: before ?? NO_VALUES,
        isNew: before === null,
        isLenient: this.#terms.isLenient,
      },
      given,
    )
    const isDeferred = (referenceId: string) =>
      lookups.some(({ column }) => referenceId === `f_id:${column.planned.field.fId}`)
    for (const { referenceId = "", error } of findings)
      if (!isDeferred(referenceId)) faults.push(`${this.#columnOf(referenceId)}: ${error}`)
    if (faults.length > 0) throw new InvalidRow(faults)
    return { values, numbers, lookups }
  }

  #columnOf(referenceId: string): string {
    const fId = referenceId.replace(/^f_id:/, "")
    const field = shownFields(this.#tx, this.#actor, this.#datastore).find((one) => one.fId === fId)
    return field?.displayId ?? fId
  }

  #actionFor(crudType: "2" | "3", item: Item): Action {
    const action = findDefaultAction(this.#datastore, crudType)
    if (action === undefined)
      throw new InvalidRow([`the datastore has no default ${crudType === "2" ? "update" : "delete"} action`])
    const isOffered = action.statusId === null || action.statusId === item.statusId
    if (isOffered && mayRunAction(this.#tx, this.#actor, this.#datastore, action)) return action
    throw new InvalidRow([refusedAction(this.#datastore, `${action.displayId}(${action.aId})`)])
  }

  #finish(before: Item | null, after: Item, numbers: ReadonlyMap<FId, string>): void {
    const tx = this.#tx
    const plan = fieldPlanOf(this.#datastore)
    for (const { fId, lookup } of plan.lookups) {
      const old = before?.values[fId] as IId | undefined
      moveLookupLink(tx, after, fId, lookup, old, after.values[fId] as IId | undefined)
    }
    for (const { fId, read } of numbers.size === 0 ? [] : plan.drawn) {
      const number = read(numbers.get(fId) ?? "")
      if (number > this.#lastIssued(fId)) this.#issued.set(fId, number)
    }
    this.written.set(after.iId, after)
  }

  #lastIssued(fId: FId): number {
    return this.#issued.get(fId) ?? lastIssued(this.#tx, fId, null) ?? 0
  }

  #draw(fId: FId): number {
    const number = nextNumber(this.#lastIssued(fId))
    this.#issued.set(fId, number)
    return number
  }
}

const sortedKeys = (keys: readonly AccessKey[]): readonly AccessKey[] => Object.freeze([...new Set(keys)].sort())
