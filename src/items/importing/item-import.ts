import type { Actor } from "../../access/actor.ts"
import { mayRunAction, seesItem } from "../../access/may.ts"
import { findGroup, listRoles } from "../../access/places.ts"
import { lastIssued, nextNumber, setCounter } from "../../auto-numbers/draw.ts"
import { fieldPlanOf, type PlannedField } from "../../fields/field-plan.ts"
import type { FormContext } from "../../fields/kinds/kind.ts"
import { Unfit } from "../../fields/kinds/kind.ts"
import type { AccessKey, FId, IId, SId } from "../../ids.ts"
import { moveLookupLink } from "../../links/links.ts"
import type { Action, Datastore } from "../../records/datastore.ts"
import type { StoredValue } from "../../records/field.ts"
import type { RowError } from "../../records/imports/import-record.ts"
import type { Item } from "../../records/item.ts"
import { ADMIN, MEMBER } from "../../records/role.ts"
import { valueKey } from "../../state/indexes.ts"
import { itemsTable } from "../../state/tables.ts"
import type { Tx } from "../../state/tx.ts"
import { removeItem } from "../writing/remove-item.ts"
import { findDefaultAction, refusedAction } from "../writing/require-action.ts"
import { settleValues } from "../writing/settle-values.ts"
import type { FieldColumn, ImportColumn } from "./import-columns.ts"

/** A row of an imported file. */
export interface ImportRow {
  /** Where it begins in the file, from 1; the header counts. */
  readonly line: number
  /** One for each column. */
  readonly cells: readonly string[]
}

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

/** The faults of a row, which is skipped for them. */
class Faults extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join("; "))
    this.faults = faults
  }
}

/** What a row says of its item. */
interface ReadRow {
  readonly cells: readonly string[]
  readonly statusId: SId | undefined
  readonly groups: readonly AccessKey[]
  readonly isDeletion: boolean
}

const NOTHING: Pick<Item, "values" | "statusId"> = Object.freeze({ values: Object.freeze({}), statusId: null })

const NO_KEYS: readonly AccessKey[] = []
const NO_NUMBERS: ReadonlyMap<FId, string> = new Map()

const isTrue = (cell: string): boolean => /^(?:true|1)$/i.test(cell)
const isFalse = (cell: string): boolean => /^(?:false|0)?$/i.test(cell)

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
  readonly #special: readonly (readonly [at: number, column: ImportColumn])[]
  readonly #terms: ImportTerms
  /** Of every new item, sorted. */
  readonly #ownKeys: readonly AccessKey[]
  readonly #form: FormContext
  /** The numbers issued last, of the counters that moved. */
  readonly #issued = new Map<FId, number>()
  /** The visible items by the value of the key field. */
  readonly #byKey: Map<StoredValue, Set<IId>>

  constructor(tx: Tx, actor: Actor, datastore: Datastore, columns: readonly ImportColumn[], terms: ImportTerms) {
    this.#tx = tx
    this.#actor = actor
    this.#datastore = datastore
    const placed = columns.map((column, at) => [at, column] as const)
    this.#fields = placed.flatMap(([at, column]) => (column.about === "field" ? [[at, column] as const] : []))
    this.#special = placed.filter(([, { about }]) => about !== "field")
    this.#terms = terms
    this.#form = { view: tx, datastore, actor, ids: "internal", numbers: "text" }
    const roles = listRoles(tx, datastore.pId).filter(({ displayId }) => displayId === ADMIN || displayId === MEMBER)
    this.#ownKeys = sortedKeys([actor.user.accessKey, ...roles.map(({ accessKey }) => accessKey)])
    this.#byKey = new Map()
    if (terms.key !== undefined)
      tx.table(itemsTable(datastore.dId)).forEach((item) => {
        this.#know(item)
      })
  }

  take({ line, cells }: ImportRow): void {
    try {
      this.#write(this.#read(cells))
    } catch (error) {
      if (!(error instanceof Faults)) throw error
      this.errors.push(...error.faults.map((description) => Object.freeze({ description, line })))
    }
  }

  /** To be called after the last row. */
  finish(): void {
    for (const [fId, number] of this.#issued) setCounter(this.#tx, fId, null, number)
  }

  #write(row: ReadRow): void {
    const { key } = this.#terms
    const found = key === undefined ? undefined : this.#find(key.field, row.cells[key.at] ?? "")
    if (row.isDeletion) {
      if (key === undefined) throw new Faults(["_delete_: key_field_displayid must say what items are found by"])
      if (found === undefined) throw new Faults([`_delete_: no item has this ${key.field.field.displayId}`])
      this.#delete(found)
    } else if (found === undefined) this.#insert(row)
    else this.#update(row, found)
  }

  #read(cells: readonly string[]): ReadRow {
    const faults: string[] = []
    let groups: readonly AccessKey[] = NO_KEYS
    let statusId: SId | undefined
    let isDeletion = false
    for (const [at, column] of this.#special) {
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
    if (faults.length > 0) throw new Faults(faults)
    return { cells, statusId, groups, isDeletion }
  }

  #readGroups(cell: string, faults: string[]): readonly AccessKey[] {
    const keys: AccessKey[] = []
    for (const reference of cell.split(";").map((part) => part.trim())) {
      const group = findGroup(this.#tx, this.#actor, reference)
      if (group === undefined) faults.push(`_group_id_: unknown group: ${shorten(reference)}`)
      else if (this.#actor.accessKeys.has(group.accessKey)) keys.push(group.accessKey)
      else faults.push(`_group_id_: no privileges to publish to group ${reference}`)
    }
    return keys
  }

  /** The item with the key of a row; undefined when there is none, or the row has no key. */
  #find({ field, kind }: PlannedField, cell: string): Item | undefined {
    const value = kind.parse(cell, field, this.#datastore)
    if (value instanceof Unfit) throw new Faults([`${field.displayId}: ${value.message}`])
    const [iId, ...others] = value === null ? [] : (this.#byKey.get(value) ?? [])
    if (others.length > 0) throw new Faults([`${field.displayId}: ${others.length + 1} items have this value`])
    return iId === undefined ? undefined : this.#tx.expect(itemsTable(this.#datastore.dId), iId)
  }

  #insert({ cells, statusId, groups }: ReadRow): void {
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
    this.#know(item)
  }

  #update({ cells, statusId, groups }: ReadRow, before: Item): void {
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
    this.#forget(item)
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
    if (faults.length > 0) throw new Faults(faults)
    return { values, numbers }
  }

  #columnOf(referenceId: string): string {
    const field = fieldPlanOf(this.#datastore).byInternalId.get(referenceId.replace(/^f_id:/, ""))
    return field?.field.displayId ?? referenceId
  }

  #actionFor(crudType: "2" | "3", item: Item): Action {
    const action = findDefaultAction(this.#datastore, crudType)
    if (action === undefined) throw new Faults([`no ${crudType === "2" ? "update" : "delete"} action is set up`])
    const isOffered = action.statusId === null || action.statusId === item.statusId
    if (isOffered && mayRunAction(this.#tx, this.#actor, this.#datastore, action)) return action
    throw new Faults([refusedAction(this.#datastore, `${action.displayId}(${action.aId})`)])
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

  #know(item: Item): void {
    const value = this.#keyOf(item)
    if (value === undefined || !seesItem(this.#actor, item)) return
    const known = this.#byKey.get(value)
    if (known === undefined) this.#byKey.set(value, new Set([item.iId]))
    else known.add(item.iId)
  }

  #forget(item: Item): void {
    const value = this.#keyOf(item)
    if (value !== undefined) this.#byKey.get(value)?.delete(item.iId)
  }

  #keyOf({ values }: Item): StoredValue | undefined {
    const { key } = this.#terms
    return key === undefined ? undefined : values[key.field.field.fId]
  }
}

const sortedKeys = (keys: readonly AccessKey[]): readonly AccessKey[] => Object.freeze([...new Set(keys)].sort())

/** A cell as it is named to the user. */
const shorten = (cell: string): string => (cell.length > 100 ? `${cell.slice(0, 100)}…` : cell)
