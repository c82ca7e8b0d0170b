import { invalidParams } from "../error.ts"
import { isDisplayId } from "../ids.ts"
import type { Group } from "../records/group.ts"
import { groupKey } from "../state/indexes.ts"
import type { Tx } from "../state/tx.ts"
import type { View } from "../state/view.ts"
import { listChildren } from "./list-children.ts"

/** A new group, the last of its siblings. Refuses a bad name, and a display ID that is malformed or taken in the workspace. */
export function makeGroup(tx: Tx, parent: Group, name: string, displayId: string): Group {
  requireGroupName(name)
  requireFreeDisplayId(tx, parent, displayId)
  return tx.put("groups", {
    gId: tx.newId(),
    wId: parent.wId,
    displayId,
    name,
    index: listChildren(tx, parent).length,
    isRoot: false,
    disableUiAccess: false,
    accessKey: tx.newId(),
    parentGId: parent.gId,
    roles: [],
    createdAt: tx.now,
  })
}

export function requireGroupName(name: string): void {
  if (name.trim() === "") throw invalidParams("name must not be empty")
}

/** Refuses a display ID that another group than `except` of the same workspace has. */
export function requireFreeDisplayId(view: View, { wId }: Group, displayId: string, except?: Group): void {
  if (!isDisplayId(displayId)) {
    throw invalidParams(`display_id must be letters, digits, - and _: ${JSON.stringify(displayId)}`)
  }
  const isTaken = view.ids("groupsByDisplayId", groupKey(wId, displayId)).some((gId) => gId !== except?.gId)
  if (isTaken) throw invalidParams(`display_id is taken in the workspace: ${displayId}`)
}
