import { invalidParams } from "../model/error.ts"
import { isDisplayId, shownDisplayId } from "../model/ids.ts"
import type { Group } from "../model/records/group.ts"
import { groupKey } from "../state/indexes.ts"
import type { Tx } from "../state/tx.ts"
import type { View } from "../state/view.ts"
import { listChildren } from "./list-children.ts"

/** The levels of a group tree, the top one among them: an exported world has to be one that can be imported. */
const DEEPEST = 30

/** A new group, the last of its siblings. Refuses a bad name, and a display ID that is malformed or taken in the workspace. */
export function makeGroup(tx: Tx, parent: Group, name: string, displayId: string): Group {
  requireGroupName(name)
  if (levelOf(tx, parent) >= DEEPEST) throw invalidParams(`groups are at most ${DEEPEST} levels deep`)
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

/** The level of a group in its tree, 1 for the top one. */
function levelOf(view: View, group: Group): number {
  let level = 1
  for (let { parentGId } = group; parentGId !== null; level += 1) parentGId = view.expect("groups", parentGId).parentGId
  return level
}

export function requireGroupName(name: string): void {
  if (name.trim() === "") throw invalidParams("name must not be empty")
}

/** Refuses a display ID that another group than `except` of the same workspace has. */
export function requireFreeDisplayId(view: View, { wId }: Group, displayId: string, except?: Group): void {
  if (!isDisplayId(displayId)) {
    throw invalidParams(`display_id must be 1 to 255 letters, digits, - and _: ${shownDisplayId(displayId)}`)
  }
  const isTaken = view.ids("groupsByDisplayId", groupKey(wId, displayId)).some((gId) => gId !== except?.gId)
  if (isTaken) throw invalidParams(`display_id is taken in the workspace: ${displayId}`)
}
