import type { KitAction, KitDatastore } from "../schema.ts"
import { type KeyUpdates, knowsUsers } from "./keys.ts"
import { fieldOf, findDatastore, type Model, type ModelItem } from "./model.ts"

/** An entry of `related_ds_items` (api.md section 6.4). */
export interface RelatedBody {
  /** The operation on the item: 1 creates, 2 updates, 3 deletes, 11 links, 12 unlinks (api.md section 6.4). */
  readonly operation: number
  /** The action to run; default: the datastore's default action for the operation. */
  readonly action_id?: string
  /** i_id of the item to change, link or unlink; omitted for creations. */
  readonly i_id?: string
  /** The item's field values by display ID. */
  readonly item?: Readonly<Record<string, unknown>>
  /** The item's revision number when the caller last read it; used to detect conflicting updates. */
  readonly rev_no?: number
  /** Whether the item also links to its parent. By default, only the parent links to the item. */
  readonly link_to_parent?: boolean
  /** Access keys to give to the item. */
  readonly access_key_updates?: KeyUpdates
  /** Nested entries, for items that are related to this entry's item. */
  readonly related_ds_items?: Related
}

/** Entries of `related_ds_items` by datastore, keyed by `APP/DS` in generated data and by d_id in requests. */
export type Related = Readonly<Record<string, readonly RelatedBody[]>>

export interface WriteBody {
  readonly item?: Readonly<Record<string, unknown>>
  readonly action_id?: string
  readonly rev_no?: number
  readonly is_force_update?: boolean
  readonly ensure_transaction?: boolean
  readonly access_key_updates?: KeyUpdates
  readonly related_ds_items?: Related
}

/** Generates bodies without related entries, access keys or values. The model predicts the response to each of them. */
export function* smallerBodies(body: WriteBody): Generator<WriteBody> {
  const { related_ds_items: related, access_key_updates: keys, item } = body
  if (related !== undefined) {
    const { related_ds_items: _, ...rest } = body
    yield rest
    for (const fewer of fewerRelated(related)) yield { ...body, related_ds_items: fewer }
  }
  if (keys !== undefined) {
    const { access_key_updates: _, ...rest } = body
    yield rest
  }
  for (const key of Object.keys(item ?? {})) yield { ...body, item: without(item ?? {}, key) }
}

function* fewerRelated(related: Related): Generator<Related> {
  for (const [key, entries] of Object.entries(related)) {
    if (Object.keys(related).length > 1) yield without(related, key) as Related
    for (const [at, entry] of entries.entries()) {
      if (entries.length > 1) yield { ...related, [key]: entries.toSpliced(at, 1) }
      for (const smaller of smallerBodies(entry)) yield { ...related, [key]: entries.with(at, smaller as RelatedBody) }
    }
  }
}

const without = <T>(object: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(object).filter(([other]) => other !== key))

/** A write request in progress. `revisions` holds the old revision of each changed item: a request raises it only once. */
export interface Running extends WriteBody {
  readonly revisions: Map<ModelItem, number>
}

export const byDId = (model: Model, dId: string): KitDatastore | undefined =>
  model.schema.datastores.find((datastore) => datastore.dId === dId) ?? findDatastore(model, dId)

export const actionOf = (datastore: KitDatastore, reference: string): KitAction | undefined =>
  datastore.actions.find((action) => action.aId === reference || action.displayId === reference)

/** Whether the API refuses the whole request, because of an unknown field, invalid nesting or an unknown user. */
export function isMalformed(model: Model, datastore: KitDatastore, body: WriteBody): boolean {
  const hasUnknownKey = Object.keys(body.item ?? {}).some((key) => fieldOf(datastore, key) === undefined)
  if (hasUnknownKey || !knowsUsers(model, body.access_key_updates)) return true
  return isBadRelated(model, body.related_ds_items, []) || nestsMain(model, body.related_ds_items, datastore, 0)
}

/** Whether a datastore occurs twice in a nesting path, or an entry gives keys to an unknown user (api.md section 6.4). */
function isBadRelated(model: Model, related: Related | undefined, path: readonly KitDatastore[]): boolean {
  return Object.entries(related ?? {}).some(([reference, entries]) => {
    const datastore = byDId(model, reference)
    if (datastore !== undefined && path.includes(datastore)) return true
    return entries.some(
      (entry) =>
        !knowsUsers(model, entry.access_key_updates) ||
        isBadRelated(model, entry.related_ds_items, [...path, ...(datastore === undefined ? [] : [datastore])]),
    )
  })
}

function nestsMain(model: Model, related: Related | undefined, main: KitDatastore, level: number): boolean {
  return Object.entries(related ?? {}).some(
    ([reference, entries]) =>
      (level > 0 && byDId(model, reference) === main) ||
      entries.some((entry) => nestsMain(model, entry.related_ds_items, main, level + 1)),
  )
}
