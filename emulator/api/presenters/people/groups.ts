import type { Group, GroupTree, GroupWithChildren } from "../../../../src/inside.ts"
import type { WireGroup, WireGroupWithChildren, WireNewGroup, WireTree } from "../../../contract/rows/people/groups.ts"

/** `Group` of api.md section 5.3. */
const presentGroup = ({ gId, displayId, name, index }: Group): WireGroup => ({
  g_id: gId,
  group_id: displayId,
  name,
  index,
})

/** GetGroup (api.md section 5.3). */
export const presentGroupWithChildren = ({ group, children }: GroupWithChildren): WireGroupWithChildren => ({
  error: "",
  group: presentGroup(group),
  children: children.map(presentGroup),
  count: children.length,
})

/** A group with everything it has, as its making answers it (api.md section 11). */
export const presentWholeGroup = (group: Group): WireNewGroup => ({
  id: group.gId,
  g_id: group.gId,
  access_key: group.accessKey,
  display_id: group.displayId,
  name: group.name,
  index: group.index,
  is_root: group.isRoot,
  disable_ui_access: group.disableUiAccess,
  created_at: group.createdAt,
})

/** A node of the group tree with all below it (api.md section 11). */
export const presentGroupTree = ({ group, children }: GroupTree): WireTree => ({
  id: group.gId,
  display_id: group.displayId,
  name: group.name,
  show_child: true,
  childGroups: children.map(presentGroupTree),
})
