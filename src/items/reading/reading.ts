import { type Actor, seesDatastore, seesItem } from "../../access/index.ts"
import {
  type FieldType,
  type FormContext,
  fieldTypeOf,
  lookupOf,
  readableFields,
  titleReader,
  valueIn,
} from "../../fields/index.ts"
import type { DId, FId, IId, PId } from "../../model/index.ts"
import type { Datastore, Field, FieldOf, Item, Lookup } from "../../model/records/index.ts"
import { itemsTable, listLinksFrom, listLinksOf, otherEnd, type View } from "../../state/index.ts"
import { countUnread, type HistoryFilter } from "../histories.ts"

/** An item's values in list form (model.md section 5.2), for all fields that the actor may read. The keys are internal or display IDs. */
export type ListValues = Readonly<Record<string, string | number | null>>

export const fieldKey = (field: Field, ids: "display" | "internal"): string =>
  ids === "display" ? field.displayId : field.fId

interface Column {
  readonly field: Field
  readonly key: string
  readonly type: FieldType
}

export interface LookupColumn extends Column {
  readonly lookup: Lookup
}

/** The fields of a datastore that the actor may read, prepared for reading many items. */
class Columns {
  readonly pId: PId
  readonly title: (item: Item) => string
  readonly lookups: readonly LookupColumn[]
  readonly #columns: readonly Column[]
  readonly #context: FormContext

  constructor({ view, actor, ids, numbers }: Reading, dId: DId) {
    const datastore = view.expect("datastores", dId)
    this.pId = datastore.pId
    const texts: FormContext = { view, actor, ids, numbers, datastore }
    this.#context = { ...texts, files: "ids" }
    this.title = titleReader(texts)
    this.#columns = readableFields(view, actor, datastore).map((field) => ({
      field,
      key: fieldKey(field, ids),
      type: fieldTypeOf(field),
    }))
    this.lookups = this.#columns.flatMap((column) => {
      const lookup = lookupOf(column.field)
      return lookup === undefined ? [] : [{ lookup, ...column }]
    })
  }

  read(item: Item): ListValues {
    const values: Record<string, string | number | null> = {}
    for (const { field, key, type } of this.#columns)
      values[key] = type.list(valueIn(item, field), field, this.#context)
    return values
  }
}

/** Reads items for one response, for one actor. Each response needs a new instance, because results are cached. */
export class Reading {
  readonly view: View
  readonly actor: Actor
  readonly ids: "display" | "internal"
  /** Whether lists contain numbers as strings or as JSON numbers (`return_number_value`). */
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

  /** Returns the names of a field's files, joined by `,`. List values contain their IDs. */
  fileNames(item: Item, field: FieldOf<"file">): string {
    const { view, actor, ids, numbers } = this
    const context = { view, actor, ids, numbers, datastore: view.expect("datastores", item.dId) }
    return String(fieldTypeOf(field).list(valueIn(item, field), field, context) ?? "")
  }
}

export type LookupItems = Readonly<Record<string, LinkedItem>>

/** A linked or looked-up item that is part of another item's response (model.md section 5.4). */
export interface LinkedItem {
  readonly item: Item
  readonly pId: PId
  readonly title: string
  readonly values: ListValues
  /** Items that this item's lookup fields refer to. Undefined if there are none or the request did not ask for them. */
  readonly lookupItems?: LookupItems
}

/** Maximum number of times that one path of nested lookups visits a datastore (model.md section 5.4, "Lookup nesting"). */
const LOOKUPS_A_DATASTORE = 2

export type LookupPath = readonly DId[]

/** Reads a linked item. If `lookups` is true, also reads the items that its lookup fields refer to. */
const readLinkedItem = (reading: Reading, item: Item, lookups: boolean): LinkedItem =>
  readItem(reading, item, lookups ? [] : null)

/** Reads a looked-up item. The caller must have checked that the actor may see the item. */
export const readLookupItem = (reading: Reading, item: Item): LinkedItem => readItem(reading, item, [item.dId])

export function findLookupTarget(
  { view, actor }: Reading,
  item: Item,
  { fId }: { readonly fId: FId },
  lookup: Lookup,
): Item | undefined {
  const iId = item.values[fId] as IId | undefined
  const target = iId === undefined ? undefined : view.get(itemsTable(lookup.dId), iId)
  if (target === undefined || !seesItem(actor, target)) return undefined
  const datastore = view.get("datastores", target.dId)
  return datastore !== undefined && seesDatastore(view, actor, datastore) ? target : undefined
}

/** Reads the item's values. If `path` is not null, also reads the items that its lookup fields refer to. */
function readValues(
  reading: Reading,
  item: Item,
  path: LookupPath | null,
): { readonly values: ListValues; readonly lookupItems?: LookupItems } {
  const columns = reading.columnsOf(item.dId)
  if (path === null || columns.lookups.length === 0) return { values: columns.read(item) }
  const values = { ...columns.read(item) }
  let lookupItems: Record<string, LinkedItem> | undefined
  for (const { key, field, lookup } of columns.lookups) {
    const target = findLookupTarget(reading, item, field, lookup)
    if (target === undefined) continue
    if (occurrences(path, target.dId) >= LOOKUPS_A_DATASTORE) {
      values[key] = target.iId
    } else {
      lookupItems ??= {}
      lookupItems[key] = readItem(reading, target, [...path, target.dId])
    }
  }
  return lookupItems === undefined ? { values } : { values, lookupItems }
}

function readItem(reading: Reading, item: Item, path: LookupPath | null): LinkedItem {
  const { pId, title } = reading.columnsOf(item.dId)
  const { values, lookupItems } = readValues(reading, item, path)
  const shown = title(item)
  return lookupItems === undefined
    ? { item, pId, title: shown, values }
    : { item, pId, title: shown, values, lookupItems }
}

const occurrences = (path: LookupPath, dId: DId): number => {
  let count = 0
  for (const step of path) if (step === dId) count += 1
  return count
}

/** IDs of the linked items that the actor may see, without duplicates (`item_links` of api.md section 17.1). */
export interface ItemLinks {
  readonly datastores: readonly {
    readonly dId: DId
    readonly items: readonly { readonly iId: IId; readonly type: "lookup" | "link" }[]
  }[]
}

/** An item in the form of list responses (model.md section 5.3). */
export interface ListedItem {
  readonly item: Item
  readonly pId: PId
  readonly title: string
  readonly unread: number
  readonly values: ListValues
  readonly links?: ItemLinks
  readonly lookupItems?: LookupItems
}

export interface ListItemOptions {
  readonly links: boolean
  readonly lookups: boolean
  readonly unread: HistoryFilter
}

export function readListItem(reading: Reading, item: Item, options: ListItemOptions): ListedItem {
  const { view, actor } = reading
  const { pId, title } = reading.columnsOf(item.dId)
  return {
    item,
    pId,
    title: title(item),
    unread: countUnread(view, actor.uId, item.iId, options.unread),
    ...readValues(reading, item, options.lookups ? [] : null),
    ...(options.links ? { links: readItemLinks(reading, item.iId) } : undefined),
  }
}

/** Reads the item's links. If a lookup field and a manual link lead to the same item, returns one link with the type `lookup`. */
function readItemLinks(reading: Reading, iId: IId): ItemLinks {
  const lookups = new Set(
    listLinksFrom(reading.view, iId)
      .filter(({ type }) => type === "lookup")
      .map(({ toIId }) => toIId),
  )
  return {
    datastores: [...listVisibleTargets(reading, iId)].map(([{ dId }, items]) => ({
      dId,
      items: items.map((item) => ({ iId: item.iId, type: lookups.has(item.iId) ? "lookup" : "link" })),
    })),
  }
}

/** The linked items in one datastore, and the fields that their values contain (api.md section 8, LinkedDs). */
export interface LinkedDatastore {
  readonly datastore: Datastore
  readonly fields: readonly Field[]
  /** Linked items in the creation order of the links. */
  readonly items: readonly LinkedItem[]
}

interface LinkedOptions {
  readonly only?: DId
  /** Whether to include the items that link to the item. */
  readonly bothWays?: boolean | undefined
}

function listVisibleTargets(
  reading: Reading,
  iId: IId,
  { only, bothWays = false }: LinkedOptions = {},
): Map<Datastore, Item[]> {
  const { view, actor } = reading
  const targets = new Map<Datastore, Item[]>()
  const seen = new Set<IId>()
  for (const link of bothWays ? listLinksOf(view, iId) : listLinksFrom(view, iId)) {
    const { iId: toIId, dId: toDId } = otherEnd(link, iId)
    if (seen.has(toIId) || (only !== undefined && toDId !== only)) continue
    seen.add(toIId)
    const datastore = view.get("datastores", toDId)
    const item = view.get(itemsTable(toDId), toIId)
    if (datastore === undefined || item === undefined) continue
    if (!seesItem(actor, item) || !seesDatastore(view, actor, datastore)) continue
    const items = targets.get(datastore)
    if (items === undefined) targets.set(datastore, [item])
    else items.push(item)
  }
  return targets
}

/** Reads an item's linked items for its details. Omits datastores in which the actor may see no linked item. */
export const readLinkedDatastores = (
  reading: Reading,
  iId: IId,
  options: LinkedOptions & { readonly lookups: boolean },
): LinkedDatastore[] =>
  [...listVisibleTargets(reading, iId, options)].map(([datastore, items]) => ({
    datastore,
    fields: readableFields(reading.view, reading.actor, datastore),
    items: items.map((item) => readLinkedItem(reading, item, options.lookups)),
  }))
