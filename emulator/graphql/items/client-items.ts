import { type Actor, seesItem } from "../../../src/access/index.ts"
import { lookupOf, readableFields, valueIn } from "../../../src/fields/index.ts"
import { fieldKey, type ItemLinks, type LinkedItem, type ListedItem } from "../../../src/items/index.ts"
import type { DId, IId, PId } from "../../../src/model/index.ts"
import type { Datastore, Field, FieldOf, Item } from "../../../src/model/records/index.ts"
import type { FieldDetail, LookupDetail } from "../../../src/operations/index.ts"
import { itemsTable, type View } from "../../../src/state/index.ts"
import { presentDetail, presentSeconds, titleIn } from "../../api/index.ts"
import { isNear, isNearLookup } from "./near.ts"
import { OptionTexts } from "./option-texts.ts"
import { EVERY_FIELD, isSelected, type SelectedFields, type Selection, selectedOfLookup } from "./selection.ts"
import { type ClientContext, valueFormsOf } from "./value-forms.ts"

/** An item whose field values and own properties are on one level, in the order in which the official client reads them. */
export type FlatItem = Record<string, unknown>

interface ClientForm {
  readonly ids: "display" | "internal"
  readonly numbers: "text" | "number"
  /** Whether items contain the items that their lookups refer to. */
  readonly lookups: boolean
  readonly selection?: Selection
}

type OptionField = FieldOf<"select" | "radio" | "checkbox">

interface Column {
  readonly key: string
  readonly field: Field
}

/** The fields of one datastore that the actor may read. */
interface Columns {
  readonly context: ClientContext
  readonly all: readonly Column[]
  /** Columns whose values have another form in GraphQL than in the REST operation ItemList. */
  readonly reshaped: readonly Column[]
  readonly nearLookups: readonly Column[]
}

/** Presents items for one response in the forms that the official client can read (graphql.md section 2.3). */
export class ClientItems {
  readonly #view: View
  readonly #actor: Actor
  readonly #form: ClientForm
  readonly #selection: Selection
  readonly #columns = new Map<DId, Columns | undefined>()
  readonly #texts = new Map<Field, OptionTexts>()

  constructor(view: View, actor: Actor, form: ClientForm) {
    this.#view = view
    this.#actor = actor
    this.#form = form
    this.#selection = form.selection ?? EVERY_FIELD
  }

  listed(listed: ListedItem): FlatItem {
    const { item, pId, unread, links } = listed
    const flat = this.#flat(listed, this.#selection.fields)
    flat.unread = this.#number(unread)
    if (links !== undefined) flat.item_links = this.#links(links, pId)
    return this.#withLookups(flat, item, listed, this.#selection)
  }

  /** Presents a linked or looked-up item. */
  linked(linked: LinkedItem, selected?: SelectedFields): FlatItem {
    const flat = this.#flat(linked, selected)
    return this.#withLookups(flat, linked.item, linked, { ...EVERY_FIELD, fields: selected })
  }

  /** Presents a field's value in an item's details. */
  detail(item: Item, { field, value }: FieldDetail): unknown {
    const columns = this.#columnsOf(item.dId)
    const { detail } = valueFormsOf(field)
    if (columns === undefined || detail === undefined) return presentDetail(value)
    return detail(valueIn(item, field) as never, field, columns.context, value)
  }

  /** Presents a field's value in the result of a write. */
  result(datastore: Datastore, field: Field, stored: unknown): unknown {
    const { result } = valueFormsOf(field)
    const columns = this.#columnsOf(datastore.dId)
    if (columns === undefined || result === undefined) return stored
    return result((stored ?? undefined) as never, field, columns.context)
  }

  isNear(pId: PId, dId: DId): boolean {
    return isNear(this.#view, this.#actor, pId, dId)
  }

  #flat({ item, pId, title, values }: LinkedItem, selected: SelectedFields): FlatItem {
    const columns = this.#columnsOf(item.dId)
    const flat: FlatItem = {}
    if (selected === undefined) Object.assign(flat, values)
    else {
      for (const { key, field } of columns?.all ?? []) {
        if (isSelected(field, selected)) flat[key] = values[key]
      }
    }
    for (const { key, field } of columns?.reshaped ?? []) {
      if (!(key in flat) || columns === undefined) continue
      flat[key] = valueFormsOf(field).list?.(valueIn(item, field) as never, field, columns.context, flat[key])
    }
    return Object.assign(flat, {
      i_id: item.iId,
      d_id: item.dId,
      p_id: pId,
      title: titleIn(flat, title),
      status_id: item.statusId ?? "",
      rev_no: this.#number(item.revNo),
      created_at: presentSeconds(item.createdAt),
      created_by: item.createdBy,
      updated_at: presentSeconds(item.updatedAt),
      updated_by: item.updatedBy,
    })
  }

  #number(value: number): number | string {
    return this.#form.numbers === "number" ? value : String(value)
  }

  /** Adds `lookup_items`, which must follow the fields. */
  #withLookups(flat: FlatItem, item: Item, { values, lookupItems }: LinkedItem, selection: Selection): FlatItem {
    const columns = this.#form.lookups ? this.#columnsOf(item.dId)?.nearLookups : undefined
    let targets: FlatItem | undefined
    for (const { key, field } of columns ?? []) {
      if (!isSelected(field, selection.fields)) continue
      const target = lookupItems?.[key]
      const presented =
        target === undefined
          ? this.#hiddenTarget(item, field, values[key])
          : this.linked(target, selectedOfLookup(field, selection))
      if (presented === undefined) continue
      targets ??= {}
      targets[key] = presented
    }
    if (targets !== undefined) flat.lookup_items = targets
    return flat
  }

  /** Returns a stub of an item that a lookup refers to and that the actor does not see. */
  #hiddenTarget(item: Item, field: Field, title: unknown): FlatItem | undefined {
    const lookup = lookupOf(field)
    const iId = valueIn(item, field) as IId | undefined
    const target = lookup && iId && this.#view.get(itemsTable(lookup.dId), iId)
    if (!target || seesItem(this.#actor, target)) return undefined
    return stub(target.dId, target.iId, title)
  }

  #links({ datastores }: ItemLinks, pId: PId): FlatItem {
    const near = datastores.filter(({ dId }) => this.isNear(pId, dId))
    return {
      item_count: near.reduce((count, { items }) => count + items.length, 0),
      db_count: near.length,
      links: near.map(({ dId, items }) => ({
        d_id: dId,
        item_count: items.length,
        items: items.map(({ iId, type }) => ({ i_id: iId, type })),
      })),
    }
  }

  /** Returns undefined for a datastore that was deleted after the items were read. */
  #columnsOf(dId: DId): Columns | undefined {
    if (!this.#columns.has(dId)) {
      const datastore = this.#view.get("datastores", dId)
      this.#columns.set(dId, datastore && this.#makeColumns(datastore))
    }
    return this.#columns.get(dId)
  }

  #makeColumns(datastore: Datastore): Columns {
    const view = this.#view
    const actor = this.#actor
    const { ids, numbers } = this.#form
    const { pId } = datastore
    const all = readableFields(view, actor, datastore).map((field) => ({ key: fieldKey(field, ids), field }))
    const nearLookups = all.filter(({ field }) => isNearLookup(view, actor, pId, field))
    const near = new Set(nearLookups.map(({ field }) => field))
    const context: ClientContext = {
      view,
      datastore,
      actor,
      ids,
      numbers,
      pId,
      isNear: (field) => near.has(field),
      optionTexts: (field) => this.#textsOf(field),
      lookupItem: (lookup) => this.#lookupItem(lookup),
      seesTarget: ({ dslookup }, iId) => {
        const target = dslookup && view.get(itemsTable(dslookup.dId), iId)
        return target !== undefined && seesItem(actor, target)
      },
    }
    return { context, all, reshaped: all.filter(({ field }) => valueFormsOf(field).list !== undefined), nearLookups }
  }

  #textsOf(field: OptionField): OptionTexts {
    let texts = this.#texts.get(field)
    if (texts === undefined) {
      texts = new OptionTexts(field, this.#view.settings.lang)
      this.#texts.set(field, texts)
    }
    return texts
  }

  #lookupItem({ dId, itemId, title, lookupItem }: LookupDetail): FlatItem {
    return lookupItem === undefined ? stub(dId, itemId, title) : this.linked(lookupItem)
  }
}

const stub = (dId: DId, iId: IId, title: unknown): FlatItem => ({ i_id: iId, d_id: dId, title: title ?? "" })
