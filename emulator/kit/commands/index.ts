import { createAction } from "../../../test/testing/kit/hexarium/actions/create-action.ts"
import { deleteAction } from "../../../test/testing/kit/hexarium/actions/delete-action.ts"
import { downloadActionScript } from "../../../test/testing/kit/hexarium/actions/download-action-script.ts"
import { getActionSettingsOfDatastore } from "../../../test/testing/kit/hexarium/actions/get-action-settings-of-datastore.ts"
import { updateAction } from "../../../test/testing/kit/hexarium/actions/update-action.ts"
import { uploadActionScript } from "../../../test/testing/kit/hexarium/actions/upload-action-script.ts"
import { getAutoNumber } from "../../../test/testing/kit/hexarium/auto-numbers/get-auto-number.ts"
import { updateAutoNumber } from "../../../test/testing/kit/hexarium/auto-numbers/update-auto-number.ts"
import { advanceClock } from "../../testing/kit/commands/clock.ts"
import type { AnyKind } from "./command.ts"
import { createField } from "../../../test/testing/kit/hexarium/fields/create-field.ts"
import { createFieldOptions } from "../../../test/testing/kit/hexarium/fields/create-field-options.ts"
import { deleteField } from "../../../test/testing/kit/hexarium/fields/delete-field.ts"
import { deleteFieldOptions } from "../../../test/testing/kit/hexarium/fields/delete-field-options.ts"
import { updateField } from "../../../test/testing/kit/hexarium/fields/update-field.ts"
import { updateFieldOptions } from "../../../test/testing/kit/hexarium/fields/update-field-options.ts"
import { attachFile } from "./files/attach-file.ts"
import { deleteFile } from "./files/delete-file.ts"
import { getFile } from "./files/get-file.ts"
import { uploadFile } from "./files/upload-file.ts"
import { uploadFileDetached } from "./files/upload-file-detached.ts"
import { createGroup } from "../../../test/testing/kit/hexarium/groups/create-group.ts"
import { deleteGroup } from "../../../test/testing/kit/hexarium/groups/delete-group.ts"
import { getGroup } from "../../../test/testing/kit/hexarium/groups/get-group.ts"
import { deleteItemComment } from "./histories/delete-item-comment.ts"
import { getItemHistories } from "./histories/get-item-histories.ts"
import { postItemComment } from "./histories/post-item-comment.ts"
import { updateItemComment } from "./histories/update-item-comment.ts"
import { importItems } from "../../../test/testing/kit/hexarium/imports/import-items.ts"
import { copyItem } from "./items/copy-item.ts"
import { createItem } from "./items/create-item.ts"
import { createItemWithItemId } from "../../../test/testing/kit/hexarium/items/create-item-with-item-id.ts"
import { deleteItem } from "./items/delete-item.ts"
import { deleteItemByConditions } from "./items/delete-item-by-conditions.ts"
import { executeAction } from "./items/execute-action.ts"
import { executeActionByActionId } from "../../../test/testing/kit/hexarium/items/execute-action-by-action-id.ts"
import { executeBulkAction } from "./items/execute-bulk-action.ts"
import { getItemDetails } from "./items/get-item-details.ts"
import { getItemLookups } from "../../../test/testing/kit/hexarium/items/get-item-lookups.ts"
import { itemList } from "./items/item-list.ts"
import { updateItem } from "./items/update-item.ts"
import { addItemLink } from "./links/add-item-link.ts"
import { deleteItemLink } from "./links/delete-item-link.ts"
import { getLinkedItems } from "./links/get-linked-items.ts"
import { updateItemLink } from "./links/update-item-link.ts"
import { getReportData } from "./reports/get-report-data.ts"
import { addGroupRoles } from "../../../test/testing/kit/hexarium/roles/add-group-roles.ts"
import { addRoleToUser } from "../../../test/testing/kit/hexarium/roles/add-role-to-user.ts"
import { removeRoleFromUser } from "../../../test/testing/kit/hexarium/roles/remove-role-from-user.ts"
import { updateGroupRoles } from "../../../test/testing/kit/hexarium/roles/update-group-roles.ts"
import { createApplication } from "../../../test/testing/kit/hexarium/templates/create-application.ts"
import { saveTemplate } from "../../../test/testing/kit/hexarium/templates/save-template.ts"
import { uploadTemplate } from "../../../test/testing/kit/hexarium/templates/upload-template.ts"
import { addUser } from "../../../test/testing/kit/hexarium/users/add-user.ts"
import { getUserInfo } from "../../../test/testing/kit/hexarium/users/get-user-info.ts"
import { removeUser } from "../../../test/testing/kit/hexarium/users/remove-user.ts"
import { selectWorkspace } from "../../../test/testing/kit/hexarium/users/select-workspace.ts"
import { updateUserInfo } from "../../../test/testing/kit/hexarium/users/update-user-info.ts"
import { updateUsersInGroupByAdmin } from "../../../test/testing/kit/hexarium/users/update-users-in-group-by-admin.ts"

/** Every command of the kit, by the operation that it is about. */
export const kinds = {
  CreateItem: createItem,
  UpdateItem: updateItem,
  ExecuteAction: executeAction,
  DeleteItem: deleteItem,
  /** Copy an item: run its datastore's copy action on it. */
  CopyItem: copyItem,
  CreateItemWithItemID: createItemWithItemId,
  ExecuteActionByActionID: executeActionByActionId,
  ExecuteBulkAction: executeBulkAction,
  DeleteItemByConditions: deleteItemByConditions,
  GetItemDetails: getItemDetails,
  /** Get an item's details with what it looks up. */
  GetItemLookups: getItemLookups,
  GetLinkedItems: getLinkedItems,
  ItemList: itemList,
  AddItemLink: addItemLink,
  UpdateItemLink: updateItemLink,
  DeleteItemLink: deleteItemLink,
  PostItemComment: postItemComment,
  UpdateItemComment: updateItemComment,
  DeleteItemComment: deleteItemComment,
  GetItemHistories: getItemHistories,
  UpdateAutoNumber: updateAutoNumber,
  GetAutoNumber: getAutoNumber,
  CreateField: createField,
  UpdateField: updateField,
  DeleteField: deleteField,
  CreateFieldOptions: createFieldOptions,
  UpdateFieldOptions: updateFieldOptions,
  DeleteFieldOptions: deleteFieldOptions,
  SaveTemplate: saveTemplate,
  CreateApplication: createApplication,
  UploadTemplate: uploadTemplate,
  ImportItems: importItems,
  GetReportData: getReportData,
  CreateAction: createAction,
  UpdateAction: updateAction,
  DeleteAction: deleteAction,
  GetActionSettingsOfDatastore: getActionSettingsOfDatastore,
  UploadActionScript: uploadActionScript,
  DownloadActionScript: downloadActionScript,
  UploadFile: uploadFile,
  UploadFileDetached: uploadFileDetached,
  /** Name an uploaded file in a field of an item. */
  AttachFile: attachFile,
  GetFile: getFile,
  DeleteFile: deleteFile,
  /** Move the world's clock forward: what is due runs. */
  AdvanceClock: advanceClock,
  AddRoleToUser: addRoleToUser,
  RemoveRoleFromUser: removeRoleFromUser,
  AddUser: addUser,
  RemoveUser: removeUser,
  UpdateGroupRoles: updateGroupRoles,
  AddGroupRoles: addGroupRoles,
  CreateGroup: createGroup,
  DeleteGroup: deleteGroup,
  GetGroup: getGroup,
  GetUserInfo: getUserInfo,
  UpdateUserInfo: updateUserInfo,
  UpdateUsersInGroupByAdmin: updateUsersInGroupByAdmin,
  SelectWorkspace: selectWorkspace,
} as const satisfies Readonly<Record<string, AnyKind>>

/** A command's name: that of the operation that it is about, or of a way to use one (`CopyItem`, `GetItemLookups`). */
export type KindName = keyof typeof kinds

/** The same as a list. */
export const everyKind: readonly AnyKind[] = Object.values(kinds)
