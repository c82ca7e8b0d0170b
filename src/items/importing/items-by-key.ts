import { type Actor, seesItem } from "../../access/index.ts"
import { InvalidValue, type PlannedField } from "../../fields/index.ts"
import type { IId } from "../../model/index.ts"
import type { Datastore, Item, StoredValue } from "../../model/records/index.ts"
import { itemsTable, type View, valueKey } from "../../state/index.ts"
import { InvalidRow } from "./import-row.ts"

/** Finds items by the value of the import's key field. Finds only items that the importing user may see. */
export class ItemsByKey {
  readonly #view: View
  readonly #actor: Actor
  readonly #datastore: Datastore
  readonly #key: PlannedField
  /** Undefined if the field has an index. */
  readonly #ids: Map<StoredValue, Set<IId>> | undefined

  private constructor(view: View, actor: Actor, datastore: Datastore, key: PlannedField) {
    this.#view = view
    this.#actor = actor
    this.#datastore = datastore
    this.#key = key
    this.#ids = key.field.unique || key.field.hasIndex ? undefined : new Map()
  }

  /** Without an index of the field, reads all items. Yields after each `itemsPerPart` items. */
  static *over(
    view: View,
    actor: Actor,
    datastore: Datastore,
    key: PlannedField,
    itemsPerPart: number,
  ): Generator<void, ItemsByKey> {
    const items = new ItemsByKey(view, actor, datastore, key)
    if (items.#ids === undefined) return items
    for (const [at, item] of view.all(itemsTable(datastore.dId)).entries()) {
      if (at % itemsPerPart === itemsPerPart - 1) yield
      items.add(item)
    }
    return items
  }

  /** Returns the item with the key in the cell, or undefined if the cell is empty or no item has this key. */
  find(cell: string): Item | undefined {
    const { field, type } = this.#key
    const value = type.parse(cell, field, this.#datastore)
    if (value instanceof InvalidValue) throw new InvalidRow([`${field.displayId}: ${value.message}`])
    const [iId, ...others] = value === null ? [] : this.#holders(value)
    if (others.length > 0) throw new InvalidRow([`${field.displayId}: expected one item, found ${others.length + 1}`])
    return iId === undefined ? undefined : this.#item(iId)
  }

  add(item: Item): void {
    const value = this.#keyOf(item)
    if (this.#ids === undefined || value === undefined || !seesItem(this.#actor, item)) return
    const known = this.#ids.get(value)
    if (known === undefined) this.#ids.set(value, new Set([item.iId]))
    else known.add(item.iId)
  }

  remove(item: Item): void {
    const value = this.#keyOf(item)
    if (value !== undefined) this.#ids?.get(value)?.delete(item.iId)
  }

  #holders(value: StoredValue): Iterable<IId> {
    if (this.#ids !== undefined) return this.#ids.get(comparable(value)) ?? []
    if (typeof value === "object") return []
    const iIds = this.#view.ids("itemValues", valueKey(this.#key.field.fId, value)) as IId[]
    return iIds.filter((iId) => seesItem(this.#actor, this.#item(iId)))
  }

  #item(iId: IId): Item {
    return this.#view.expect(itemsTable(this.#datastore.dId), iId)
  }

  #keyOf({ values }: Item): StoredValue | undefined {
    const value = values[this.#key.field.fId]
    return value === undefined ? undefined : comparable(value)
  }
}

/** Converts texts to NFC, as in the comparison of unique values. */
const comparable = (value: StoredValue): StoredValue => (typeof value === "string" ? value.normalize() : value)
