import type { Actor } from "../../access/actor.ts"
import { mayRunAction } from "../../access/may.ts"
import { listRoles } from "../../access/places.ts"
import { lastIssued, nextNumber, setCounter } from "../../auto-numbers/draw.ts"
import { fieldPlanOf, type PlannedField } from "../../fields/field-plan.ts"
import type { FormContext } from "../../fields/types/field-type.ts"
import type { AccessKey, FId, IId } from "../../model/ids.ts"
import { moveLookupLink } from "../../state/links.ts"
import type { Action, Datastore } from "../../records/datastore.ts"
import type { RowError } from "../../records/imports/import-record.ts"
import type { Item } from "../../model/records/item.ts"
import { ADMIN, MEMBER } from "../../model/records/role.ts"
import { valueKey } from "../../state/indexes.ts"
import { itemsTable } from "../../state/tables.ts"
import type { Tx } from "../../state/tx.ts"
import { removeItem } from "../writing/remove-item.ts"
import { findDefaultAction, refusedAction } from "../writing/actions.ts"
import { settleValues } from "../writing/settle-values.ts"
import type { FieldColumn, ImportColumn } from "./import-columns.ts"
import { FaultyRow, type ImportedRow, ImportReader, type ImportRow } from "./import-row.ts"
import { ItemsByKey } from "./items-by-key.ts"

/** How rows are imported. */
export interface ImportTerms {
  readonly create: Action
  /** The column and field that rows find their item by; undefined: every row inserts. */
  readonly key: { readonly at: number; readonly field: PlannedField } | undefined
  /** Numbers in the file are passed over: new items draw theirs. */
  readonly drawsNumbers: boolean
  /** Neither bounds nor mandatory fields are looked at. */
  readonly isLenient: boolean
}

const NOTHING: Pick<Item, "values" | "statusId"> = Object.freeze({ values: Object.freeze({}), statusId: null })

const NO_NUMBERS: ReadonlyMap<FId, string> = new Map()

/**
 * Writes the rows of a file to the items of a datastore (model.md section 16, "CSV import"), within a transaction that is under
 * way. A row with a fault writes nothing.
 */
export class ItemImport {
  /** By line. */
  readonly errors: RowError[] = []
  /** The items written, as their last row left them. */
  readonly written = new Map<IId, Item>()
  readonly #tx: Tx
  readonly #actor: Actor
  readonly #datastore: Datastore
  readonly #fields: readonly (readonly [at: number, column: FieldColumn])[]
  readonly #rows: ImportReader
  readonly #terms: ImportTerms
  /** Of every new item, sorted. */
  readonly #ownKeys: readonly AccessKey[]
  readonly #form: FormContext
  /** The numbers issued last, of the counters that moved. */
  readonly #issued = new Map<FId, number>()
  /** Undefined: every row inserts. */
  readonly #byKey: ItemsByKey | undefined

  constructor(tx: Tx, actor: Actor, datastore: Datastore, columns: readonly ImportColumn[], terms: ImportTerms) {
    this.#tx = tx
    this.#actor = actor
    this.#datastore = datastore
    this.#fields = columns.flatMap((column, at) => (column.about === "field" ? [[at, column] as const] : []))
    this.#rows = new ImportReader(tx, actor, columns)
    this.#terms = terms
    this.#form = { view: tx, datastore, actor, ids: "internal", numbers: "text" }
    const roles = listRoles(tx, datastore.pId).filter(({ displayId }) => displayId === ADMIN || displayId === MEMBER)
    this.#ownKeys = sortedKeys([actor.user.accessKey, ...roles.map(({ accessKey }) => accessKey)])
    this.#byKey = terms.key && new ItemsByKey(tx, actor, datastore, terms.key.field)
  }

  take({ line, cells }: ImportRow): void {
    try {
      this.#write(this.#rows.read(cells))
    } catch (error) {
      if (!(error instanceof FaultyRow)) throw error
      this.errors.push(...error.faults.map((description) => Object.freeze({ description, line })))
    }
  }

  /** To be called after the last row. */
  finish(): void {
    for (const [fId, number] of this.#issued) setCounter(this.#tx, fId, null, number)
  }

  #write(row: ImportedRow): void {
    const { key } = this.#terms
    const found = key && this.#byKey?.find(row.cells[key.at] ?? "")
    if (row.isDeletion) {
      if (key === undefined) throw new FaultyRow(["_delete_: key_field_displayid must say what items are found by"])
      if (found === undefined) throw new FaultyRow([`_delete_: no item has this ${key.field.field.displayId}`])
      this.#delete(found)
    } else if (found === undefined) this.#insert(row)
    else this.#update(row, found)
  }

  #insert({ cells, statusId, groups }: ImportedRow): void {
    const { values, numbers } = this.#settle(this.#terms.create, cells, null)
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
    this.#byKey?.add(item)
  }

  #update({ cells, statusId, groups }: ImportedRow, before: Item): void {
    const { values, numbers } = this.#settle(this.#actionFor("2", before), cells, before)
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
  }

  /** An empty cell leaves what new items have; one that shows what is stored changes nothing, and neither does the key. */
  #isGiven(planned: PlannedField, cell: string, before: Item | null): boolean {
    if (before === null) return cell !== ""
    const { field, kind, from } = planned
    if (planned === this.#terms.key?.field || (from === "counter" && cell === "")) return false
    return String(kind.list(before.values[field.fId], field, this.#form) ?? "") !== cell
  }

  #delete(item: Item): void {
    this.#actionFor("3", item)
    removeItem(this.#tx, item, this.#actor.uId)
    this.written.delete(item.iId)
    this.#byKey?.remove(item)
  }

  /** Checks cells by the rules of an action's run. Refuses with all that is wrong with them. */
  #settle(action: Action, cells: readonly string[], before: Item | null) {
    const tx = this.#tx
    const datastore = this.#datastore
    const given = new Map<PlannedField, unknown>()
    let numbers = NO_NUMBERS
    const faults: string[] = []
    for (const [at, { planned, read }] of this.#fields) {
      const cell = cells[at] ?? ""
      if (!this.#isGiven(planned, cell, before)) continue
      const { from, field } = planned
      if (from !== "counter") given.set(planned, read(cell))
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
        before: before ?? NOTHING,
        isNew: before === null,
        isLenient: this.#terms.isLenient,
      },
      given,
    )
    for (const { referenceId = "", error } of findings) faults.push(`${this.#columnOf(referenceId)}: ${error}`)
    if (faults.length > 0) throw new FaultyRow(faults)
    return { values, numbers }
  }

  #columnOf(referenceId: string): string {
    const field = fieldPlanOf(this.#datastore).byInternalId.get(referenceId.replace(/^f_id:/, ""))
    return field?.field.displayId ?? referenceId
  }

  #actionFor(crudType: "2" | "3", item: Item): Action {
    const action = findDefaultAction(this.#datastore, crudType)
    if (action === undefined) throw new FaultyRow([`no ${crudType === "2" ? "update" : "delete"} action is set up`])
    const isOffered = action.statusId === null || action.statusId === item.statusId
    if (isOffered && mayRunAction(this.#tx, this.#actor, this.#datastore, action)) return action
    throw new FaultyRow([refusedAction(this.#datastore, `${action.displayId}(${action.aId})`)])
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
