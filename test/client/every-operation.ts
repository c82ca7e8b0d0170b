import type { Acting, OperationInput, Public } from "../../src/operations/index.ts"
import type { World } from "../../src/world/index.ts"
import type { namesOf } from "../contract/examples/demo.ts"

export type Name = keyof Acting | keyof Public

/** Ben administers Studio Nord. MINA's workspace is Hikari Coffee. */
export const BEN = "ben@nord.example"
export const MINA = "mina@hikari.example"

/** IDs of the demo that calls need. They are the same in process and on a server. */
export interface Stage {
  readonly world: World
  /** IDs and names of the demo, read from the world's current state. */
  readonly names: ReturnType<typeof namesOf>
}

type Call<N extends Name> = (stage: Stage) => OperationInput<N> | undefined | Promise<OperationInput<N> | undefined>

/** A call and its caller. */
export interface EveryCall<N extends Name> {
  readonly by: string
  readonly input: Call<N>
}

const TASKS = { application: "TASKS", datastore: "Tasks" }
const LABELS = "New bag labels for Hikari"
const PHOTOS = "Photographs of the roastery"
const MENU = "Menu for the Hamburg café"
const SOFIA = "sofia@nord.example"
const SALES = { application: "ORDERS", report: "SalesByCountry" }
const GOODS = { application: "ORDERS", report: "OrderedGoods" }
const CHART = { application: "ORDERS", chart: "SalesByCountry" }
const COUNTRY = { application: "ORDERS", datastore: "Customers", field: "Country" }
const ORDER_NO = { application: "ORDERS", datastore: "Orders", field: "OrderNo" }
const BOARD = { application: "TASKS", name: "Board", category: "Studio", description: "What has to be done" }
const bytes = (text: string) => new TextEncoder().encode(text)
const SHEET = { name: "sheet.csv", contentType: "text/csv", bytes: bytes("Altitude,2000 m\n") }

const at =
  (title: string) =>
  ({ names }: Stage) => ({ ...TASKS, itemId: names.task(title) })
const nord = ({ names }: Stage) => ({ workspace: names.workspace("Studio Nord") })

const ben = <N extends Name>(_: N, input: Call<N> | OperationInput<N>): EveryCall<N> => ({
  by: BEN,
  input: typeof input === "function" ? (input as Call<N>) : () => input,
})
const mina = <N extends Name>(name: N, input: Call<N> | OperationInput<N>): EveryCall<N> => ({
  ...ben(name, input),
  by: MINA,
})

const confirmationFor = async (stage: Stage) => {
  await stage.world.as(BEN).updateUserEmailRequest({ email: "ben.lund@nord.example" })
  return { confirmationId: stage.names.confirmation(BEN) }
}
const registrationFor = async ({ world }: Stage) => {
  const { confirmationId } = await world.public.userRegistration({ email: "kim@new.example" })
  return confirmationId
}
const makeComment = async (stage: Stage) => {
  const place = at(LABELS)(stage)
  const { historyId } = await stage.world.as(BEN).postItemComment({ ...place, comment: "Blue or green?" })
  return { ...place, historyId }
}
const forgetPassword = async (stage: Stage) => {
  await stage.world.public.forgotPassword({ email: BEN })
  return stage.names.confirmation(BEN)
}

/** A call of each operation in the form of `world.as`, which the demo accepts. A new operation may have none. */
export const CALLS: { readonly [N in Name]?: EveryCall<N> } = {
  addGroupRoles: ben("addGroupRoles", { group: "FREELANCE", roles: [{ application: "TASKS", role: "MEMBER" }] }),
  addItemLink: ben("addItemLink", (stage) => ({
    ...at(PHOTOS)(stage),
    link: { datastore: "Tasks", itemId: stage.names.task(LABELS) },
  })),
  addRoleToUser: ben("addRoleToUser", ({ names }) => ({ application: "TASKS", uId: names.user(SOFIA), role: "ADMIN" })),
  addUser: ben("addUser", { email: "nils@nord.example", group: "FREELANCE", username: "Nils", notify: true }),
  confirmRegistration: ben("confirmRegistration", async (stage) => ({ id: await registrationFor(stage) })),
  confirmUserEmail: ben("confirmUserEmail", confirmationFor),
  createAction: ben("createAction", {
    ...TASKS,
    settings: {
      operation: "update",
      name: { en: "Park" },
      displayId: "Park",
      setStatus: "Todo",
      roles: ["MEMBER"],
      fieldSettings: [{ field: "Effort", show: false, update: false, mandatory: false }],
    },
  }),
  createApplication: ben("createApplication", { name: { en: "Invoices", ja: "請求" } }),
  createField: ben("createField", {
    ...TASKS,
    settings: { dataType: "select", name: "Place", displayId: "Place", options: [{ name: "Oslo", displayId: "osl" }] },
  }),
  createFieldOptions: mina("createFieldOptions", { ...COUNTRY, options: [{ name: "Norway", displayId: "NO" }] }),
  createGroup: ben("createGroup", (stage) => ({
    ...nord(stage),
    group: "NORD",
    name: "Photographers",
    displayId: "PHOTO",
  })),
  createItem: ben("createItem", ({ names }) => ({
    ...TASKS,
    item: { Title: "Print the labels", Who: [SOFIA], Due: "2026-02-27", Effort: 4 },
    relatedDsItems: { Tasks: [{ operation: 11, itemId: names.task(LABELS) }] },
    returnItemResult: true,
  })),
  createItemWithItemID: ben("createItemWithItemID", {
    ...TASKS,
    itemId: "0123456789abcdef01234567",
    actionId: "Create",
    item: { Title: "Order paper" },
    useDisplayId: true,
  }),
  createNewItemID: ben("createNewItemID", { datastore: "Tasks" }),
  createNewWorkspace: ben("createNewWorkspace", { name: "Studio Syd" }),
  createTopGroup: ben("createTopGroup", (stage) => ({ ...nord(stage), name: "Photographers", displayId: "PHOTO" })),
  deleteAction: ben("deleteAction", { datastore: "Tasks", action: "Back" }),
  deleteField: ben("deleteField", { ...TASKS, field: "Effort" }),
  deleteFieldOptions: mina("deleteFieldOptions", { ...COUNTRY, field: "Channels", options: ["fax"] }),
  deleteFile: mina("deleteFile", ({ names }) => ({
    itemId: names.itemOfFile("yirgacheffe.csv"),
    field: "Sheet",
    fileId: names.file("yirgacheffe.csv"),
  })),
  deleteGroup: ben("deleteGroup", { group: "FREELANCE" }),
  deleteItem: ben("deleteItem", at(MENU)),
  deleteItemByConditions: ben("deleteItemByConditions", {
    ...TASKS,
    conditions: [{ id: "Status", searchValue: ["Done"] }],
  }),
  deleteItemComment: ben("deleteItemComment", makeComment),
  deleteItemLink: ben("deleteItemLink", (stage) => ({ ...at(MENU)(stage), linkDatastore: "Tasks" })),
  deleteUserProfilePicture: ben("deleteUserProfilePicture", undefined),
  downloadActionScript: mina("downloadActionScript", {
    datastore: "Orders",
    action: "UpdateOrder",
    scriptType: "pre",
  }),
  downloadTemplate: ben("downloadTemplate", { template: "blank" }),
  executeAction: ben("executeAction", (stage) => ({
    ...at(PHOTOS)(stage),
    actionId: "Start",
    revNo: 1,
    comment: "On our way",
  })),
  executeActionByActionID: ben("executeActionByActionID", ({ names }) => ({
    datastore: "Tasks",
    itemId: names.task(PHOTOS),
    actionId: "Start",
    revNo: 1,
  })),
  executeBulkAction: ben("executeBulkAction", {
    ...TASKS,
    actionId: "Update",
    conditions: [{ id: "Status", searchValue: ["Todo"] }],
    item: { Effort: 1 },
    useDisplayId: true,
  }),
  executeFunction: mina("executeFunction", {
    application: "ORDERS",
    function: "orderSummary",
    params: { status: "Confirmed" },
  }),
  forgotPassword: ben("forgotPassword", { email: BEN }),
  getActionSettings: ben("getActionSettings", { datastore: "Tasks", action: "Start" }),
  getActionSettingsOfDatastore: ben("getActionSettingsOfDatastore", TASKS),
  getActions: ben("getActions", { ...TASKS, status: "Todo" }),
  getAllUsersInWorkspace: ben("getAllUsersInWorkspace", { group: "NORD" }),
  getApplicationAndDatastore: ben("getApplicationAndDatastore", TASKS),
  getApplicationOfDatastore: ben("getApplicationOfDatastore", TASKS),
  getApplicationSettings: ben("getApplicationSettings", { application: "TASKS" }),
  getApplicationsAndDatastores: ben("getApplicationsAndDatastores", nord),
  getAutoActionSettings: mina("getAutoActionSettings", ({ names }) => ({ autoId: names.autoAction("Morning nudge") })),
  getAutoNumber: mina("getAutoNumber", { ...ORDER_NO, branchKey: "JP-", digit: 6, zeroPadding: true }),
  getChartData: mina("getChartData", CHART),
  getChartDataByConditions: mina("getChartDataByConditions", {
    ...CHART,
    conditions: [{ id: "Country", searchValue: ["JP", "DE"] }],
  }),
  getChartSearchConditions: mina("getChartSearchConditions", CHART),
  getCurrentWorkspace: ben("getCurrentWorkspace", undefined),
  getDatastoreFields: mina("getDatastoreFields", { application: "ORDERS", datastore: "Customers" }),
  getDatastoreSettings: ben("getDatastoreSettings", TASKS),
  getDatastores: ben("getDatastores", { application: "TASKS" }),
  getFieldSettings: mina("getFieldSettings", COUNTRY),
  getFile: mina("getFile", ({ names }) => ({ fileId: names.file("yirgacheffe.csv") })),
  getGroup: ben("getGroup", {}),
  getGroupTree: ben("getGroupTree", undefined),
  getImportResults: ben("getImportResults", async ({ world }) => {
    const rows = [{ line: 2, cells: ["Call the printer", "x"] }]
    const started = await world.as(BEN).importItems({ ...TASKS, header: ["Title", "Effort"], rows, noQueue: true })
    return { datastore: "Tasks", tempDatastoreId: started.tempDatastoreId }
  }),
  getInputFields: ben("getInputFields", { ...TASKS, action: "Create" }),
  getItemDetails: ben("getItemDetails", (stage) => ({ ...at(LABELS)(stage), includeLinkedItems: true })),
  getItemHistories: ben("getItemHistories", async (stage) => {
    const { historyId: _, ...place } = await makeComment(stage)
    return place
  }),
  getItemSearchConditions: mina("getItemSearchConditions", { application: "ORDERS", datastore: "Customers" }),
  getLinkedItems: ben("getLinkedItems", at(MENU)),
  getNewActions: ben("getNewActions", TASKS),
  getPasswordPolicy: ben("getPasswordPolicy", nord),
  getReportData: mina("getReportData", { ...GOODS, perPage: 2, returnNumberValue: true }),
  getReportDataByConditions: mina("getReportDataByConditions", {
    ...GOODS,
    conditions: [{ id: "Customer", searchValue: ["Kaffeekontor"] }],
    sortFields: [{ id: "Amount", order: "desc" }],
    perPage: 2,
  }),
  getReportSearchConditions: mina("getReportSearchConditions", SALES),
  getRoleUsers: ben("getRoleUsers", { application: "TASKS", role: "MEMBER" }),
  getRoles: ben("getRoles", { application: "TASKS" }),
  getStatuses: ben("getStatuses", TASKS),
  getTasks: ben("getTasks", async ({ world }) => {
    await world.as(BEN).saveTemplate(BOARD)
    return { category: "SAVETEMPLATE" }
  }),
  getTemplates: ben("getTemplates", undefined),
  getUpdateActions: ben("getUpdateActions", { ...TASKS, status: "Todo" }),
  getUserInfo: ben("getUserInfo", undefined),
  getUserInfoByAdmin: ben("getUserInfoByAdmin", { email: SOFIA }),
  getUserProfilePicture: ben("getUserProfilePicture", ({ names }) => ({ userId: names.user(MINA) })),
  getUserQueries: mina("getUserQueries", { application: "ORDERS" }),
  getUsersInGroup: ben("getUsersInGroup", { group: "NORD", recursive: true }),
  getUsersInWorkspace: ben("getUsersInWorkspace", nord),
  getWorkspaceFunctionality: ben("getWorkspaceFunctionality", nord),
  getWorkspaceUsage: ben("getWorkspaceUsage", nord),
  getWorkspaces: ben("getWorkspaces", undefined),
  globalSearch: mina("globalSearch", {
    query: "yirgacheffe",
    datastore: "Products",
    application: "ORDERS",
    itemList: {},
  }),
  importItems: ben("importItems", {
    ...TASKS,
    header: ["Title", "Effort", "_status_"],
    rows: [
      { line: 2, cells: ['Pack the "stand", soon', "3", "To do"] },
      { line: 5, cells: ["Call\nthe printer", "2", "To do"] },
    ],
  }),
  itemList: ben("itemList", {
    ...TASKS,
    conditions: [{ id: "Status", searchValue: ["Todo", "Doing"] }],
    sortFields: [{ id: "Due", order: "desc" }],
    page: 1,
    perPage: 2,
    includeLinks: true,
  }),
  login: ben("login", { email: BEN, password: "ben-pass" }),
  logout: ben("logout", { token: "demo-ben" }),
  postItemComment: ben("postItemComment", (stage) => ({ ...at(LABELS)(stage), comment: "Blue or green?" })),
  registerUser: ben("registerUser", async (stage) => ({
    confirmationId: await registrationFor(stage),
    email: "kim@new.example",
    password: "kim-pass-1",
    username: "Kim",
    workspace: "Kim's studio",
    userCode: "K-1",
    additionalInfo: { city: "Oslo" },
  })),
  removeRoleFromUser: ben("removeRoleFromUser", ({ names }) => ({
    application: "TASKS",
    uId: names.user(BEN),
    role: "ADMIN",
  })),
  removeUser: ben("removeUser", ({ names }) => ({ group: "NORD", uId: names.user(SOFIA) })),
  resetUserPassword: ben("resetUserPassword", { email: SOFIA, mail: { sender: { name: "Nord" } } }),
  saveTemplate: ben("saveTemplate", { ...BOARD, includeHistories: true }),
  selectWorkspace: ben("selectWorkspace", nord),
  setNewPassword: ben("setNewPassword", async (stage) => ({
    id: await forgetPassword(stage),
    newPassword: "a-new-pass",
    confirmPassword: "a-new-pass",
  })),
  setPassword: ben("setPassword", {
    oldPassword: "ben-pass",
    newPassword: "a-new-pass",
    confirmPassword: "a-new-pass",
    token: "demo-ben",
  }),
  updateAction: ben("updateAction", { datastore: "Tasks", action: "Start", settings: { name: { en: "Begin" } } }),
  updateAutoActionSettings: mina("updateAutoActionSettings", ({ names }) => ({
    autoId: names.autoAction("Morning nudge"),
    schedule: { timeType: "day", timeValue: "07:15" },
    enabled: true,
  })),
  updateAutoNumber: mina("updateAutoNumber", { ...ORDER_NO, autoNum: 500, branchKey: "JP-" }),
  updateField: ben("updateField", {
    ...TASKS,
    field: "Effort",
    settings: { name: "Hours", minValue: 0, numInfo: { suffix: " h", noComma: true }, showList: false },
  }),
  updateFieldOptions: mina("updateFieldOptions", { ...COUNTRY, options: [{ oId: "SE", name: "Kingdom of Sweden" }] }),
  updateGroup: ben("updateGroup", { group: "FREELANCE", name: "Friends" }),
  updateGroupRoles: ben("updateGroupRoles", { group: "NORD", roles: [{ application: "TASKS", role: "MEMBER" }] }),
  updateItem: ben("updateItem", (stage) => ({
    ...at(PHOTOS)(stage),
    item: { Effort: 8 },
    revNo: 1,
    comment: "More rooms than we thought",
    returnItemResult: true,
  })),
  updateItemComment: ben("updateItemComment", async (stage) => ({ ...(await makeComment(stage)), comment: "Green." })),
  updateItemLink: ben("updateItemLink", (stage) => ({
    ...at(MENU)(stage),
    oldLink: { datastore: "Tasks", itemId: stage.names.task(LABELS) },
    newLink: { datastore: "Tasks", itemId: stage.names.task(PHOTOS) },
  })),
  updateUserEmail: ben("updateUserEmail", confirmationFor),
  updateUserEmailRequest: ben("updateUserEmailRequest", { email: "ben.lund@nord.example", noConfirmEmail: true }),
  updateUserInfo: ben("updateUserInfo", { username: "Ben Lund-Ek", additionalInfo: { office: "Malmö" } }),
  updateUsersInGroupByAdmin: ben("updateUsersInGroupByAdmin", ({ names }) => ({
    group: "NORD",
    members: [{ userId: names.user(SOFIA), userName: "Sofia Ekman", userCode: "N-2" }],
  })),
  uploadActionScript: ben("uploadActionScript", {
    datastore: "Tasks",
    action: "Update",
    scriptType: "pre",
    code: "function main(data) { return { checked: true } }\n",
    sync: false,
  }),
  uploadFile: mina("uploadFile", {
    application: "ORDERS",
    datastore: "Products",
    itemId: "0123456789abcdef01234567",
    field: "Sheet",
    file: SHEET,
  }),
  uploadFileDetached: ben("uploadFileDetached", { file: SHEET }),
  uploadTemplate: ben("uploadTemplate", async ({ world }) => {
    const { bytes: archive } = await world.as(BEN).downloadTemplate({ template: "blank" })
    return { name: "Invoices", archive }
  }),
  uploadUserProfilePicture: ben("uploadUserProfilePicture", {
    contentType: "image/svg+xml",
    bytes: bytes('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'),
  }),
  userImport: ben("userImport", (stage) => ({
    ...nord(stage),
    rows: [
      {
        line: 2,
        email: "nils@nord.example",
        username: "Nils",
        password: "nils-pass",
        groups: ["NORD", "FREELANCE"],
        roles: ["TASKS:MEMBER"],
        isDelete: false,
      },
    ],
  })),
  userInvite: ben("userInvite", {
    users: [{ email: SOFIA }, { email: "nobody@nord.example" }],
    domain: "app.nord.example",
    noConfirmEmail: true,
  }),
  userRegistration: ben("userRegistration", {
    email: "kim@new.example",
    username: "Kim",
    landing: { path: "/welcome" },
    additionalInfo: { city: "Oslo" },
  }),
  validatePassword: ben("validatePassword", async (stage) => ({ id: await forgetPassword(stage) })),
}
