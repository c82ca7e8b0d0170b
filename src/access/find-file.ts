import type { DId } from "../model/index.ts"
import { type FileRecord, isGone } from "../model/records/index.ts"
import { itemsTable, type View } from "../state/index.ts"
import { type Actor, seesDatastore, seesField, seesItem } from "./actor.ts"
import { findField } from "./places.ts"

/**
 * Finds a file that the actor may read (api.md section 19): a file in a visible item and field, or the actor's own upload that no item uses
 * yet. Returns undefined for all other files, and for deleted files and files of other workspaces.
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

/** Finds a file for an item's values: a file that the actor may read and that no other datastore uses (model.md sections 5.6 and 18). */
export function findUsableFile(view: View, actor: Actor, dId: DId, fileId: string): FileRecord | undefined {
  const file = findVisibleFile(view, actor, fileId)
  return file?.dId === null || file?.dId === dId ? file : undefined
}

/** Returns the URL of the user's profile picture (model.md section 2.1). If the user has none, the URL serves a default picture. */
export const profilePictureUrl = (view: Pick<View, "baseUrl">, uId: string): string =>
  `${view.baseUrl}/api/v0/public/userinfo/profilepic/${uId}`
