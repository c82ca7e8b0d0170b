import { expect, test } from "vitest"
import { operationOf, type Row, routesOf, rows } from "../../emulator/api/index.ts"

/** api.md section 22. */
const INDEX = `
GetUserInfo UpdateUserInfo GetUserProfilePicture UploadUserProfilePicture DeleteUserProfilePicture
ForgotPassword SetNewPassword ValidatePassword SetPassword
UpdateUserEmailRequest ConfirmUserEmail UpdateUserEmail
UserRegistration ConfirmRegistration RegisterUser
AddUser UserInvite GetGroup UpdateUsersInGroupByAdmin
CreateItem UpdateItem CreateItemWithItemID UpdateAutoNumber GetAutoActionSettings GetUserQueries GetItemDetails
GetAutoNumber CreateNewItemID UploadFile ExecuteAction
Login Logout UnauthorizedCall
GetWorkspaces GetCurrentWorkspace SelectWorkspace CreateNewWorkspace GetPasswordPolicy GetWorkspaceUsage
GetWorkspaceFunctionality GlobalSearch
GetGroupTree CreateGroup CreateTopGroup UpdateGroup DeleteGroup
GetUsersInGroup GetUsersInWorkspace GetAllUsersInWorkspace GetUserInfoByAdmin RemoveUser ResetUserPassword UserImport
GetRoles GetRoleUsers AddRoleToUser RemoveRoleFromUser UpdateGroupRoles AddGroupRoles
GetApplicationsAndDatastores CreateApplication GetApplicationSettings GetApplicationOfDatastore GetApplicationAndDatastore
ExecuteFunction GetTemplates SaveTemplate UploadTemplate DownloadTemplate GetTasks
GetDatastores GetDatastoreSettings GetActionSettingsOfDatastore GetStatuses GetActions GetNewActions GetUpdateActions
GetInputFields CreateAction GetActionSettings UpdateAction DeleteAction UploadActionScript DownloadActionScript
UpdateAutoActionSettings
GetDatastoreFields GetFieldSettings CreateField UpdateField DeleteField CreateFieldOptions UpdateFieldOptions
DeleteFieldOptions
ItemList GetItemSearchConditions GetLinkedItems AddItemLink UpdateItemLink DeleteItemLink
ExecuteActionByActionID ExecuteBulkAction DeleteItem DeleteItemByConditions
UploadFileDetached GetFile DeleteFile
GetItemHistories GetItemHistoriesOld PostItemComment UpdateItemComment DeleteItemComment
ImportItems GetImportResults
GetReportData GetReportSearchConditions GetReportDataByConditions GetChartData GetChartSearchConditions
GetChartDataByConditions`
  .trim()
  .split(/\s+/)

const answerOf = (row: Row) =>
  typeof row.answer === "function" ? row.answer : "json" in row.answer ? row.answer.json : undefined

test("the table has exactly the 119 operations of the index", () => {
  expect(INDEX).toHaveLength(119)
  expect(new Set(rows.map(([name]) => operationOf(name)))).toEqual(new Set(INDEX))
  expect(rows).toHaveLength(119)
})

test("no two operations share a method and path", () => {
  const routes = rows.flatMap(([, row]) =>
    routesOf(row).map(({ method, path }) => `${method} ${path.replaceAll(/:[^/]+/g, ":")}`),
  )
  expect(routes.length).toBe(new Set(routes).size)
})

test("every schema can be built", () => {
  for (const [, row] of rows) for (const make of [row.query, row.body, row.form, answerOf(row)]) make?.()
})

test("texts of errors name only parameters of the path", () => {
  for (const [name, row] of rows) {
    const text = JSON.stringify(row.errors ?? {})
    for (const [, placeholder] of text.matchAll(/\{([\w-]+)\}/g)) {
      const known = placeholder === "current-workspace" || row.paths.every((path) => path.includes(`:${placeholder}`))
      expect(known, `${name}: {${placeholder}}`).toBe(true)
    }
  }
})

test("a row that reads a body of one kind reads none of the other", () => {
  for (const [name, row] of rows) expect(row.body !== undefined && row.form !== undefined, name).toBe(false)
})
