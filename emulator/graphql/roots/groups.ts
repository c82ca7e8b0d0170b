import { findGroup } from "../../../src/access/index.ts"
import type { GroupTree } from "../../../src/operations/index.ts"
import { addGroupTree } from "../../../src/operations/list.ts"
import { presentWholeGroup, table } from "../../api/index.ts"
import { NO_ERROR, root } from "../root.ts"

interface OfGroup {
  readonly groupId: string
}

/** Roots on groups (graphql.md section 3.4). */
export const groupsRoots = {
  getGroupTree: root(table.getGroupTree, { answer: (tree) => ({ error: null, result: [presentNode(tree)] }) }),
  createGroup: root(table.createGroup, {
    toWire: ({ parentGroupId }: { readonly parentGroupId: string }) => ({ "parent-group-id": parentGroupId }),
    answer: (_, call) => ({ ...call.present(), error: null }),
  }),
  addGroupTree: root(addGroupTree, {
    answer: (group) => ({ error: null, groupTree_datastores_res: null, group: presentWholeGroup(group) }),
  }),
  workspaceGetGroupChildren: root(table.getGroup, { answer: (_, call) => ({ ...call.present(), error: "" }) }),
  getUsersInGroup: root(table.getUsersInGroup),
  updateGroup: root(table.updateGroup, {
    // The internal ID also finds the group if the display ID has changed.
    toWire: ({ groupId }: OfGroup, { view, actor }) => ({
      "group-id": findGroup(view, actor, groupId)?.gId ?? groupId,
    }),
    answer: async (_, call) => ({ ...(await call.rest(table.getGroup, { group: call.input.group })), error: null }),
  }),
  deleteGroup: root(table.deleteGroup, { answer: () => NO_ERROR }),
  addUserInGroup: root(table.addUser, {
    // The root sends no mail, even if the payload asks for one.
    toWire: () => ({ send_password_to_email: false, confirm_email_ack: false }),
  }),
  removeUserFromGroup: root(table.removeUser, { answer: () => NO_ERROR }),
}

const presentNode = ({ group, children }: GroupTree): object => ({
  id: group.gId,
  name: group.name,
  display_id: group.displayId,
  index: group.index,
  show_child: true,
  disable_ui_access: group.disableUiAccess,
  childGroups: children.map(presentNode),
})
