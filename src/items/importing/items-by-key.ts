import type { Actor } from "../../access/actor.ts"
import { seesItem } from "../../access/may.ts"
import type { PlannedField } from "../../fields/field-plan.ts"
import { Unfit } from "../../fields/types/field-type.ts"
import type { IId } from "../../model/ids.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { StoredValue } from "../../model/records/field.ts"
import type { Item } from "../../model/records/item.ts"
import { itemsTable } from "../../state/tables.ts"
import type { View } from "../../state/view.ts"
import { FaultyRow } from "./import-row.ts"

/** The items that the importing user sees, by the value of the field that rows find them by. */
export class ItemsByKey {
  readonly #view: View
  readonly #actor: Actor
  readonly #datastore: Datastore
  readonly #key: PlannedField
  readonly #ids = new Map<StoredValue, Set<IId>>()

  constructor(view: View, actor: Actor, datastore: Datastore, key: PlannedField) {
    this.#view = view
    this.#actor = actor
    this.#datastore = datastore
    this.#key = key
    view.table(itemsTable(datastore.dId)).forEach((item) => {
      this.add(item)
    })
  }

  /** Undefined when no item has this key, or the cell says none. */
  find(cell: string): Item | undefined {
    const { field, kind } = this.#key
    const value = kind.parse(cell, field, this.#datastore)
    if (value instanceof Unfit) throw new FaultyRow([`${field.displayId}: ${value.message}`])
    const [iId, ...others] = value === null ? [] : (this.#ids.get(value) ?? [])
    if (others.length > 0) throw new FaultyRow([`${field.displayId}: ${others.length + 1} items have this value`])
    return iId === undefined ? undefined : this.#view.expect(itemsTable(this.#datastore.dId), iId)
  }

  add(item: Item): void {
    const value = this.#keyOf(item)
    if (value === undefined || !seesItem(this.#actor, item)) return
    const known = this.#ids.get(value)
    if (known === undefined) this.#ids.set(value, new Set([item.iId]))
    else known.add(item.iId)
  }

  remove(item: Item): void {
    const value = this.#keyOf(item)
    if (value !== undefined) this.#ids.get(value)?.delete(item.iId)
  }

  #keyOf({ values }: Item): StoredValue | undefined {
    return values[this.#key.field.fId]
  }
}
