import type { Actor } from "../../access/actor.ts"
import type { FormContext, Kind } from "../../fields/types/field-type.ts"
import { kindOf, lookupOf } from "../../fields/types/registry.ts"
import { readableFields } from "../../fields/readable-fields.ts"
import { titleReader } from "../../fields/title.ts"
import { valueIn } from "../../fields/value-in.ts"
import type { DId, PId } from "../../model/ids.ts"
import type { Field, Lookup } from "../../model/records/field.ts"
import type { Item } from "../../model/records/item.ts"
import type { View } from "../../state/view.ts"

/** Values in list form (L and K of model.md section 5.2), by field key: every readable field has one. */
export type ListValues = Readonly<Record<string, string | number | null>>

/** What field values are keyed by: display IDs or f_ids. */
export const fieldKey = (field: Field, ids: "display" | "internal"): string =>
  ids === "display" ? field.displayId : field.fId

interface Column {
  readonly field: Field
  readonly key: string
  readonly kind: Kind
}

/** A column whose values name items. */
export interface LookupColumn extends Column {
  readonly lookup: Lookup
}

/** The readable fields of one datastore, made ready to read many items. */
class Columns {
  readonly pId: PId
  /** The title of an item as the reader is shown it. */
  readonly title: (item: Item) => string
  readonly lookups: readonly LookupColumn[]
  readonly #columns: readonly Column[]
  readonly #context: FormContext

  constructor({ view, actor, ids, numbers }: Reading, dId: DId) {
    const datastore = view.expect("datastores", dId)
    this.pId = datastore.pId
    this.#context = { view, actor, ids, numbers, datastore }
    this.title = titleReader(this.#context)
    this.#columns = readableFields(view, actor, datastore).map((field) => ({
      field,
      key: fieldKey(field, ids),
      kind: kindOf(field),
    }))
    this.lookups = this.#columns.flatMap((column) => {
      const lookup = lookupOf(column.field)
      return lookup === undefined ? [] : [{ ...column, lookup }]
    })
  }

  read(item: Item): ListValues {
    const values: Record<string, string | number | null> = {}
    for (const { field, key, kind } of this.#columns)
      values[key] = kind.list(valueIn(item, field), field, this.#context)
    return values
  }
}

/** For whom items are read, and in which form. One is used for one answer. */
export class Reading {
  readonly view: View
  readonly actor: Actor
  readonly ids: "display" | "internal"
  /** How numbers are written in list form (`return_number_value`). */
  readonly numbers: "text" | "number"
  #columns: Map<DId, Columns> | undefined

  constructor(
    view: View,
    actor: Actor,
    form: { readonly ids: Reading["ids"]; readonly returnNumberValue?: boolean | undefined },
  ) {
    this.view = view
    this.actor = actor
    this.ids = form.ids
    this.numbers = form.returnNumberValue === true ? "number" : "text"
  }

  columnsOf(dId: DId): Columns {
    this.#columns ??= new Map()
    let columns = this.#columns.get(dId)
    if (columns === undefined) {
      columns = new Columns(this, dId)
      this.#columns.set(dId, columns)
    }
    return columns
  }
}
