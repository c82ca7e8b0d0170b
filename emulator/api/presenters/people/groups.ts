import type { Group } from "../../../../src/model/records/index.ts"
import type { GroupTree } from "../../../../src/operations/index.ts"
import type { WireGroup, WireNewGroup, WireTree } from "../../contract/people-shapes/groups.ts"

export const presentGroup = ({ gId, displayId, name, index }: Group): WireGroup => ({
  g_id: gId,
  group_id: displayId,
  name,
  index,
})

/** Builds the response for a new group, with all properties (api.md section 11). */
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

export const presentGroupTree = ({ group, children }: GroupTree): WireTree => ({
  id: group.gId,
  display_id: group.displayId,
  name: group.name,
  show_child: true,
  childGroups: children.map(presentGroupTree),
})
