import type { AccessKeyUpdates, RelatedDsItems, RelatedEntry, WriteOptions } from "../../../src/inside.ts"
import type { WireKeyUpdates, WireRelatedEntry } from "../../contract/item-shapes/writes.ts"
import type { BodyOf } from "../../contract/row.ts"
import type { table } from "../../contract/table.ts"

/** The wire's words of an item write in the engine's, with where it is to happen and by which action. */
export const writeOptions = <P extends object, A extends string | undefined>(
  body: WriteBody,
  place: P,
  actionId: A,
): WriteOptions & P & { readonly actionId: A } =>
  // Not a spread: performance.md, "spread".
  Object.assign(optionsOf(body), place, { actionId })

type WriteBody = Partial<BodyOf<typeof table.updateItem>>

const optionsOf = (body: WriteBody): WriteOptions => ({
  item: body.item,
  changes: body.changes,
  comment: body.comment,
  useDisplayId: body.use_display_id,
  returnItemResult: body.return_item_result,
  returnDisplayId: body.return_display_id,
  ensureTransaction: body.ensure_transaction,
  execChildrenPostProcs: body.exec_children_post_procs,
  asParams: body.as_params,
  isForceUpdate: body.is_force_update,
  isSyncRelatedItems: body.is_sync_related_items,
  relatedDsItems: body.related_ds_items === undefined ? undefined : relatedDsItems(body.related_ds_items),
  realtimeAutoLink: body.realtime_auto_link,
  accessKeyUpdates: body.access_key_updates === undefined ? undefined : readKeyUpdates(body.access_key_updates),
  groupsToPublish: body.groups_to_publish,
  revNo: body.rev_no,
})

export const readKeyUpdates = (wire: WireKeyUpdates): AccessKeyUpdates => ({
  overwrite: wire.overwrite,
  ignoreActionSettings: wire.ignore_action_settings,
  applyRelatedDs: wire.apply_related_ds,
  groupsToPublish: wire.groups_to_publish,
  rolesToPublish: wire.roles_to_publish,
  usersToPublish: wire.users_to_publish,
})

const relatedDsItems = (wire: Record<string, WireRelatedEntry[]>): RelatedDsItems =>
  Object.fromEntries(Object.entries(wire).map(([key, entries]) => [key, entries.map(relatedEntry)]))

const relatedEntry = (wire: WireRelatedEntry): RelatedEntry => ({
  operation: wire.operation,
  actionId: wire.action_id,
  itemId: wire.i_id,
  item: wire.item,
  changes: wire.changes,
  revNo: wire.rev_no,
  linkToParent: wire.link_to_parent,
  accessKeyUpdates: wire.access_key_updates === undefined ? undefined : readKeyUpdates(wire.access_key_updates),
  relatedDsItems: wire.related_ds_items === undefined ? undefined : relatedDsItems(wire.related_ds_items),
})
