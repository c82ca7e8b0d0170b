import type { AnyKind } from "../../../../emulator/testing/kit/commands/command.ts"
import {
  type CheckOptions,
  check,
  checkInvariants,
  everyKind,
  invariants,
  type Target,
} from "../../../../emulator/testing/kit/index.ts"
import { dumpFixture, type World } from "../../../../src/world/index.ts"
import { createAction } from "./actions/create-action.ts"
import { deleteAction } from "./actions/delete-action.ts"
import { downloadActionScript } from "./actions/download-action-script.ts"
import { getActionSettingsOfDatastore } from "./actions/get-action-settings-of-datastore.ts"
import { updateAction } from "./actions/update-action.ts"
import { uploadActionScript } from "./actions/upload-action-script.ts"
import { getAutoNumber } from "./auto-numbers/get-auto-number.ts"
import { updateAutoNumber } from "./auto-numbers/update-auto-number.ts"
import { createField } from "./fields/create-field.ts"
import { createFieldOptions } from "./fields/create-field-options.ts"
import { deleteField } from "./fields/delete-field.ts"
import { deleteFieldOptions } from "./fields/delete-field-options.ts"
import { fillSpareFields } from "./fields/fill-spare-fields.ts"
import { updateField } from "./fields/update-field.ts"
import { updateFieldOptions } from "./fields/update-field-options.ts"
import { createGroup } from "./groups/create-group.ts"
import { deleteGroup } from "./groups/delete-group.ts"
import { getGroup } from "./groups/get-group.ts"
import { importItems } from "./imports/import-items.ts"
import { createItemWithItemId } from "./items/create-item-with-item-id.ts"
import { executeActionByActionId } from "./items/execute-action-by-action-id.ts"
import { getItemLookups } from "./items/get-item-lookups.ts"
import { reportsOf } from "./model/reports.ts"
import { getReportData } from "./reports/get-report-data.ts"
import { addGroupRoles } from "./roles/add-group-roles.ts"
import { addRoleToUser } from "./roles/add-role-to-user.ts"
import { removeRoleFromUser } from "./roles/remove-role-from-user.ts"
import { updateGroupRoles } from "./roles/update-group-roles.ts"
import { createApplication } from "./templates/create-application.ts"
import { saveTemplate } from "./templates/save-template.ts"
import { uploadTemplate } from "./templates/upload-template.ts"
import { addUser } from "./users/add-user.ts"
import { getUserInfo } from "./users/get-user-info.ts"
import { removeUser } from "./users/remove-user.ts"
import { selectWorkspace } from "./users/select-workspace.ts"
import { updateUserInfo } from "./users/update-user-info.ts"
import { updateUsersInGroupByAdmin } from "./users/update-users-in-group-by-admin.ts"

/**
 * Commands of the property kit that test Hexarium itself instead of a user's rules. They change settings, people and applications, or use
 * other ways to read and write. The published kit omits them.
 */
export const ownKinds = (world: World) => {
  const fixture = dumpFixture(world)
  return {
    UpdateAutoNumber: updateAutoNumber,
    GetAutoNumber: getAutoNumber,
    CreateField: createField,
    UpdateField: updateField,
    DeleteField: deleteField,
    CreateFieldOptions: createFieldOptions,
    UpdateFieldOptions: updateFieldOptions,
    DeleteFieldOptions: deleteFieldOptions,
    ImportItems: importItems,
    GetReportData: getReportData(reportsOf(fixture)),
    CreateAction: createAction,
    UpdateAction: updateAction,
    DeleteAction: deleteAction,
    GetActionSettingsOfDatastore: getActionSettingsOfDatastore,
    UploadActionScript: uploadActionScript,
    DownloadActionScript: downloadActionScript,
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
    FillSpareFields: fillSpareFields,
    CreateItemWithItemID: createItemWithItemId,
    ExecuteActionByActionID: executeActionByActionId,
    /** Calls GetItemDetails with lookups. */
    GetItemLookups: getItemLookups,
    ...(makesApplications(fixture) ? templates : {}),
  } as const satisfies Readonly<Record<string, AnyKind>>
}

const templates = {
  SaveTemplate: saveTemplate,
  CreateApplication: createApplication,
  UploadTemplate: uploadTemplate,
}

/** Whether the first workspace allows any number of applications. */
function makesApplications({ workspaces: [workspace] }: ReturnType<typeof dumpFixture>): boolean {
  return workspace?.functionality?.use_create_application !== false && (workspace?.limits?.datastores ?? 0) === 0
}

/** All invariants except the slow one, and the one that a manually set counter breaks, because it may issue a number again. */
const LASTING_INVARIANTS = invariants
  .map(({ name }) => name)
  .filter((name) => name !== "numbers-are-issued-once" && name !== "exports-come-back")

/** `check` with the kit's commands and those of this folder. */
export const checkAll = (world: World, options: CheckOptions = {}) =>
  check(world, {
    commands: [...everyKind, ...Object.values(ownKinds(world))],
    invariants: "none",
    rule: (target: Target) =>
      target.world === undefined ? undefined : checkInvariants(target.world, { only: LASTING_INVARIANTS }),
    ...options,
  })
