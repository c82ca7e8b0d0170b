import type { AnyKind } from "./command.ts"
import { deleteItemComment, getItemHistories, postItemComment, updateItemComment } from "./comments.ts"
import { addItemLink, deleteItemLink, updateItemLink } from "./links.ts"
import {
  createItemWithItemId,
  deleteItemsByConditions,
  executeActionByActionId,
  executeBulkAction,
} from "./more-item-writes.ts"
import { advanceClock, getAutoNumber, updateAutoNumber } from "./numbers-and-time.ts"
import { addGroupRoles, addRoleToUser, addUser, removeRoleFromUser, removeUser, updateGroupRoles } from "./people.ts"
import { getItemDetails, getItemLookups, itemList } from "./read-items.ts"
import { createItem, deleteItem, executeAction, updateItem } from "./write-items.ts"

/** Every command of the kit. */
export const everyKind: readonly AnyKind[] = [
  createItem,
  updateItem,
  executeAction,
  deleteItem,
  createItemWithItemId,
  executeActionByActionId,
  executeBulkAction,
  deleteItemsByConditions,
  getItemDetails,
  getItemLookups,
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
]

/** The same by operation name, for choosing some. */
export const kinds: Readonly<Record<string, AnyKind>> = Object.fromEntries(everyKind.map((kind) => [kind.name, kind]))
