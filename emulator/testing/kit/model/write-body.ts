import type { KitAction, KitDatastore } from "../schema.ts"
import { type KeyUpdates, knowsUsers } from "./keys.ts"
import { fieldOf, findDatastore, type Model, type ModelItem } from "./model.ts"

/** An entry of `related_ds_items` (api.md section 6.4). */
export interface RelatedBody {
  /** What to do: 1 creates, 2 updates, 3 deletes, 11 links, 12 unlinks (api.md section 6.4). */
  readonly operation: number
  /** The action to run; absent: the default of its kind. */
  readonly action_id?: string
  /** The item to write, link or unlink; none for creations. */
  readonly i_id?: string
  /** Values by display ID. */
  readonly item?: Readonly<Record<string, unknown>>
  /** The revision that the writer knows. */
  readonly rev_no?: number
  /** False: a link from the parent to the item only; true: in both directions. Default false */
  readonly link_to_parent?: boolean
  /** Keys to give to the item. */
  readonly access_key_updates?: KeyUpdates
  /** Entries below this one. */
  readonly related_ds_items?: Related
}

/** By `APP/DS` while generated, by d_id in the request. */
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

/** A request while it runs: rev_no grows once per request, so revisions are compared with those it began with. */
export interface Running extends WriteBody {
  readonly revisions: Map<ModelItem, number>
}

export const byDId = (model: Model, dId: string): KitDatastore | undefined =>
  model.schema.datastores.find((datastore) => datastore.dId === dId) ?? findDatastore(model, dId)

export const actionOf = (datastore: KitDatastore, reference: string): KitAction | undefined =>
  datastore.actions.find((action) => action.aId === reference || action.displayId === reference)

/** A request that is refused before anything is written: unknown keys, bad nesting, unknown users to publish to. */
export function isMalformed(model: Model, datastore: KitDatastore, body: WriteBody): boolean {
  const hasUnknownKey = Object.keys(body.item ?? {}).some((key) => fieldOf(datastore, key) === undefined)
  if (hasUnknownKey || !knowsUsers(model, body.access_key_updates)) return true
  return isBadRelated(model, body.related_ds_items, []) || nestsMain(model, body.related_ds_items, datastore, 0)
}

/** The main item's own datastore may stand on the first level only; any other once on a path (api.md section 6.4). */
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

/** Nested levels may not name the main item's datastore either. */
function nestsMain(model: Model, related: Related | undefined, main: KitDatastore, level: number): boolean {
  return Object.entries(related ?? {}).some(
    ([reference, entries]) =>
      (level > 0 && byDId(model, reference) === main) ||
      entries.some((entry) => nestsMain(model, entry.related_ds_items, main, level + 1)),
  )
}
