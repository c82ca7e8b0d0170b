import type { Group } from "../model/records/group.ts"
import type { View } from "../state/view.ts"

/** The direct children of a group by index. */
export const listChildren = (view: View, group: Group): Group[] =>
  view.list("groups", "groupsByParent", group.gId).sort((left, right) => left.index - right.index)
