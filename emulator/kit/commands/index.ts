import type { AnyKind } from "./command.ts"
import { deleteItemComment, getItemHistories, postItemComment, updateItemComment } from "./comments.ts"
import { getUserInfo, updateUserInfo, updateUsersInGroupByAdmin } from "./current-user.ts"
import { createGroup, deleteGroup, getGroup } from "./groups.ts"
import { addItemLink, deleteItemLink, updateItemLink } from "./links.ts"
import {
  createItemWithItemId,
  deleteItemsByConditions,
  executeActionByActionId,
  executeBulkAction,
} from "./more-item-writes.ts"
import { advanceClock, getAutoNumber, updateAutoNumber } from "./numbers-and-time.ts"
import { addGroupRoles, addRoleToUser, addUser, removeRoleFromUser, removeUser, updateGroupRoles } from "./people.ts"
import { getItemDetails, getItemLookups, getLinkedItems, itemList } from "./read-items.ts"
import { copyItem, createItem, deleteItem, executeAction, updateItem } from "./write-items.ts"

/** Every command of the kit. */
export const everyKind: readonly AnyKind[] = [
  createItem,
  updateItem,
  executeAction,
  deleteItem,
  copyItem,
  createItemWithItemId,
  executeActionByActionId,
  executeBulkAction,
  deleteItemsByConditions,
  getItemDetails,
  getItemLookups,
  getLinkedItems,
  itemList,
  addItemLink,
  updateItemLink,
  deleteItemLink,
  postItemComment,
  updateItemComment,
  deleteItemComment,
  getItemHistories,
  updateAutoNumber,
  getAutoNumber,
  advanceClock,
  addRoleToUser,
  removeRoleFromUser,
  addUser,
  removeUser,
  updateGroupRoles,
  addGroupRoles,
  createGroup,
  deleteGroup,
  getGroup,
  getUserInfo,
  updateUserInfo,
  updateUsersInGroupByAdmin,
]

/** The same by operation name, for choosing some. */
export const kinds: Readonly<Record<string, AnyKind>> = Object.fromEntries(everyKind.map((kind) => [kind.name, kind]))
