import type { Actor } from "./actor.ts"
import { seesDatastore, seesField, seesItem } from "./may.ts"
import { findField } from "./places.ts"
import type { DId } from "../model/ids.ts"
import type { FileRecord } from "../records/file.ts"
import { itemsTable } from "../state/tables.ts"
import type { View } from "../state/view.ts"
import { isGone } from "../files/lifetime.ts"

/**
 * A file that the actor may read (api.md section 19): they can see an item and a field that names it, or they uploaded it
 * and no item names it yet. Deleted files and those of other workspaces count as missing.
 */
export function findVisibleFile(view: View, actor: Actor, fileId: string): FileRecord | undefined {
  const file = view.get("files", fileId)
  if (file === undefined || file.wId !== actor.wId || isGone(file, view.now)) return undefined
  if (file.temporary) return file.uId === actor.uId ? file : undefined
  return isShown(view, actor, file) ? file : undefined
}

function isShown(view: View, actor: Actor, { dId, fId, iId }: FileRecord): boolean {
  if (dId === null || fId === null || iId === null) return false
  const datastore = view.expect("datastores", dId)
  const field = findField(datastore, fId)
  if (field === undefined || !seesDatastore(view, actor, datastore) || !seesField(view, actor, datastore, field)) {
    return false
  }
  const item = view.get(itemsTable(dId), iId)
  return item !== undefined && seesItem(actor, item)
}

/**
 * A file that an item of the datastore may name (model.md sections 5.6 and 18): one that the actor may read and that is of
 * the datastore, or detached.
 */
export function findUsableFile(view: View, actor: Actor, dId: DId, fileId: string): FileRecord | undefined {
  const file = findVisibleFile(view, actor, fileId)
  return file?.dId === null || file?.dId === dId ? file : undefined
}
