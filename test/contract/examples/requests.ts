import type { OperationName } from "../../../emulator/api/index.ts"
import type { ApiClient, Sent } from "../../conformance.ts"
import type { DemoNames } from "./demo.ts"

/** Default caller of the examples: the administrator of the small workspace Studio Nord. */
export const BEN = "demo-ben"
const MINA = "demo-mina"

/** A request that the demo world accepts. */
export interface ExampleRequest extends Omit<Sent, "route"> {
  /** Default: Ben's token. Not sent to public operations. */
  readonly token?: string
  /** Additional parameters for the operation's other paths. */
  readonly elsewhere?: { readonly params?: Readonly<Record<string, string>>; readonly body?: object }
}

interface Stage {
  /** Client with Ben's token. */
  readonly ben: ApiClient
  /** IDs of the demo in its current state. */
  readonly names: () => DemoNames
}

type Example = (stage: Stage) => ExampleRequest | Promise<ExampleRequest>

const TASKS = { "app-id": "TASKS", "datastore-id": "Tasks" }
const SALES = { "app-id": "ORDERS", "report-id": "SalesByCountry" }
const GOODS = { "app-id": "ORDERS", "report-id": "OrderedGoods" }
const SALES_CHART = { "app-id": "ORDERS", "chart-id": "SalesByCountry" }
const DATASTORE = { "datastore-id": "Tasks" }
const LABELS = "New bag labels for Hikari"
const PHOTOS = "Photographs of the roastery"
const MENU = "Menu for the Hamburg café"
const BOARD = { project_id: "TASKS", name: "Board", category: "Studio", description: "What has to be done" }
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'

const nord = ({ names }: Stage) => ({ "workspace-id": names().workspace("Studio Nord") })
const task = ({ names }: Stage, title: string) => ({ ...TASKS, "item-id": names().task(title) })
const taskEmail = "sofia@nord.example"

/** A small example for every operation, so that a person can read its response. */
export const EXAMPLES: Partial<Record<OperationName, Example>> = {
  login: () => ({ body: { email: "ben@nord.example", password: "ben-pass" } }),
  logout: () => ({}),
  unauthorizedCall: () => ({
    body: {
      method: "POST",
      uri: "/api/v0/applications/ORDERS/datastores/Products/items/search",
      payload: { conditions: [{ id: "Sku", search_value: ["ET-YIR"], exact_match: true }] },
    },
  }),

  getUserInfo: () => ({}),
  updateUserInfo: () => ({ body: { username: "Ben Lund-Ek", additional_info: { office: "Malmö" } } }),
  getUserProfilePicture: ({ names }) => ({ params: { "user-id": names().user("mina@hikari.example") } }),
  uploadUserProfilePicture: () => ({ form: { file: new File([PICTURE], "me.svg", { type: "image/svg+xml" }) } }),
  deleteUserProfilePicture: () => ({}),

  createConfirmation: () => ({ body: { email: "ben@nord.example" } }),
  forgotPassword: () => ({ body: { email: "ben@nord.example" } }),
  setNewPassword: async ({ ben, names }) => {
    await ben.forgotPassword({ body: { email: "ben@nord.example" } })
    const id = names().confirmation("ben@nord.example")
    return { body: { id, new_password: "a-new-pass", confirm_password: "a-new-pass" } }
  },
  validatePassword: async ({ ben, names }) => {
    await ben.forgotPassword({ body: { email: "ben@nord.example" } })
    return { query: { id: names().confirmation("ben@nord.example") } }
  },
  setPassword: () => ({
    body: { old_password: "ben-pass", new_password: "a-new-pass", confirm_password: "a-new-pass" },
  }),
  resetUserPassword: () => ({ body: { email: taskEmail } }),

  updateUserEmailRequest: () => ({
    body: { email: "ben.lund@nord.example", registration_path: "https://app.nord.example/welcome" },
  }),
  confirmUserEmail: async ({ ben, names }) => {
    await ben.updateUserEmailRequest({ body: { email: "ben.lund@nord.example" } })
    return { params: { confirmation_id: names().confirmation("ben@nord.example") } }
  },
  updateUserEmail: async ({ ben, names }) => {
    await ben.updateUserEmailRequest({ body: { email: "ben.lund@nord.example" } })
    return { body: { confirmation_id: names().confirmation("ben@nord.example") } }
  },

  userRegistration: () => ({
    body: { email: "kim@new.example", username: "Kim", registration_path: "https://app.new.example/welcome" },
  }),
  confirmRegistration: async ({ ben }) => {
    const { body } = await ben.userRegistration({ body: { email: "kim@new.example" } })
    return { query: { id: body.confirmation_id } }
  },
  registerUser: async ({ ben }) => {
    const { body } = await ben.userRegistration({ body: { email: "kim@new.example" } })
    return {
      body: {
        confirmation_id: body.confirmation_id,
        email: "kim@new.example",
        password: "kim-pass-1",
        user_info: { username: "Kim", workspace: "Kim's studio" },
      },
    }
  },

  getWorkspaces: () => ({}),
  getCurrentWorkspace: () => ({}),
  selectWorkspace: ({ names }) => ({ params: { "workspace-id": names().workspace("Hikari Coffee") } }),
  createNewWorkspace: () => ({ body: { name: "Studio Syd" } }),
  getPasswordPolicy: (stage) => ({ params: nord(stage) }),
  getWorkspaceUsage: (stage) => ({ params: nord(stage) }),
  getWorkspaceFunctionality: (stage) => ({ params: nord(stage) }),

  getGroup: () => ({ params: { "group-id": "NORD" } }),
  getGroupTree: () => ({}),
  createGroup: (stage) => ({
    params: { "parent-group-id": "NORD" },
    body: { name: "Photographers", display_id: "PHOTO" },
    elsewhere: { params: nord(stage) },
  }),
  createTopGroup: (stage) => ({ params: nord(stage), body: { name: "Photographers", display_id: "PHOTO" } }),
  updateGroup: (stage) => ({
    params: { "group-id": "FREELANCE" },
    body: { name: "Friends" },
    elsewhere: { params: nord(stage) },
  }),
  deleteGroup: () => ({ params: { "group-id": "FREELANCE" } }),

  addUser: () => ({ body: { email: "nils@nord.example", g_id: "FREELANCE", username: "Nils" } }),
  userInvite: () => ({
    body: { users: [{ email: taskEmail }, { email: "nobody@nord.example" }], domain: "app.nord.example" },
  }),
  updateUsersInGroupByAdmin: ({ names }) => ({
    params: { "parent-group-id": "NORD" },
    body: { members: [{ user_id: names().user(taskEmail), values: { user_name: "Sofia Ekman", user_code: "N-2" } }] },
  }),
  getUsersInGroup: () => ({ params: { "group-id": "NORD" }, query: { recursive: true } }),
  getUsersInWorkspace: (stage) => ({ params: nord(stage) }),
  getAllUsersInWorkspace: () => ({ params: { "group-id": "NORD" } }),
  getUserInfoByAdmin: () => ({ query: { email: taskEmail } }),
  removeUser: ({ names }) => ({ body: { g_id: "NORD", u_id: names().user(taskEmail) } }),
  userImport: ({ names }) => ({
    form: {
      current_workspace_id: names().workspace("Studio Nord"),
      filename: "users.csv",
      file: new File(
        [
          "Email,UserName,Password,GroupDisplayIDs,RoleDisplayIDs,IsDelete\nnils@nord.example,Nils,nils-pass,NORD;FREELANCE,TASKS:MEMBER,\n",
        ],
        "users.csv",
        { type: "text/csv" },
      ),
    },
  }),

  getRoles: () => ({ params: { "app-id": "TASKS" } }),
  getRoleUsers: () => ({ params: { "app-id": "TASKS", "role-id": "MEMBER" } }),
  addRoleToUser: ({ names }) => ({
    params: { "app-id": "TASKS" },
    body: { user_id: names().user(taskEmail), role_id: "ADMIN" },
  }),
  removeRoleFromUser: ({ names }) => ({
    params: { "app-id": "TASKS" },
    body: { user_id: names().user("ben@nord.example"), role_id: "ADMIN" },
  }),
  updateGroupRoles: () => ({
    params: { "group-id": "NORD" },
    body: { group_roles: [{ app_id: "TASKS", role_id: "MEMBER" }] },
  }),
  addGroupRoles: () => ({
    params: { "group-id": "FREELANCE" },
    body: { group_roles: [{ app_id: "TASKS", role_id: "MEMBER" }] },
  }),

  getApplicationsAndDatastores: (stage) => ({ params: nord(stage) }),
  createApplication: () => ({ body: { name: { en: "Invoices", ja: "請求" } } }),
  getApplicationSettings: () => ({ params: { "project-id": "TASKS" } }),
  getApplicationOfDatastore: () => ({ params: DATASTORE }),
  getApplicationAndDatastore: () => ({ params: DATASTORE }),

  executeFunction: () => ({
    token: MINA,
    params: { "project-id": "ORDERS", "function-id": "orderSummary" },
    body: { status: "Confirmed" },
  }),
  getTemplates: async ({ ben }) => {
    await ben.saveTemplate({ body: BOARD })
    return {}
  },
  saveTemplate: () => ({ body: { ...BOARD, include_histories: true } }),
  uploadTemplate: async ({ ben }) => {
    const { body } = await ben.downloadTemplate({ params: { "template-id": "blank" } })
    const file = new File([body as Uint8Array<ArrayBuffer>], "blank.zip", { type: "application/zip" })
    return { form: { name: "Invoices", file } }
  },
  downloadTemplate: () => ({ params: { "template-id": "blank" } }),
  getTasks: async ({ ben }) => {
    await ben.saveTemplate({ body: BOARD })
    return { query: { category: "SAVETEMPLATE" } }
  },

  getDatastores: () => ({ params: { "project-id": "TASKS" } }),
  getDatastoreSettings: () => ({ params: DATASTORE }),
  getActionSettingsOfDatastore: () => ({ params: DATASTORE }),
  getStatuses: () => ({ params: DATASTORE }),
  getActions: () => ({ params: DATASTORE, query: { status_id: "Todo" } }),
  getNewActions: () => ({ params: DATASTORE }),
  getUpdateActions: () => ({ params: DATASTORE }),
  getInputFields: () => ({ params: { ...DATASTORE, "action-id": "Create" } }),
  createAction: () => ({
    params: DATASTORE,
    body: { operation: "update", name: { en: "Park" }, display_id: "Park", set_status: "Todo", roles: ["MEMBER"] },
  }),
  getActionSettings: () => ({ params: { ...DATASTORE, "action-id": "Start" } }),
  updateAction: () => ({ params: { ...DATASTORE, "action-id": "Start" }, body: { name: { en: "Begin" } } }),
  deleteAction: () => ({ params: { ...DATASTORE, "action-id": "Back" } }),
  uploadActionScript: () => ({
    params: { "action-id": "Update" },
    form: {
      script_type: "pre",
      file: new File(["function main(data) { return { checked: true } }\n"], "check.js", { type: "text/javascript" }),
    },
  }),
  downloadActionScript: () => ({
    token: MINA,
    params: { "action-id": "UpdateOrder" },
    query: { script_type: "pre" },
  }),

  getAutoActionSettings: ({ names }) => ({
    token: MINA,
    params: { "auto-id": names().autoAction("Morning nudge") },
  }),
  updateAutoActionSettings: ({ names }) => ({
    token: MINA,
    params: { "auto-id": names().autoAction("Morning nudge") },
    body: { action_schedule: { time_type: "day", time_value: "07:15" }, enabled: true },
  }),
  updateAutoNumber: () => ({
    token: MINA,
    params: { "app-id": "ORDERS", "datastore-id": "Orders", "field-id": "OrderNo" },
    body: { auto_num: 500, branch_key: "JP-" },
  }),
  getAutoNumber: () => ({
    token: MINA,
    params: { "app-id": "ORDERS", "datastore-id": "Orders", "field-id": "OrderNo" },
    query: { branch_key: "JP-" },
  }),
  getUserQueries: () => ({ token: MINA, params: { "app-id": "ORDERS" } }),

  getReportData: () => ({
    token: MINA,
    params: GOODS,
    query: { per_page: 1, include_item_ref: true, include_date_at: true, return_id_value_results: true },
  }),
  getReportSearchConditions: () => ({ token: MINA, params: SALES }),
  getReportDataByConditions: () => ({
    token: MINA,
    params: GOODS,
    body: {
      conditions: [{ id: "Customer", search_value: ["Kaffeekontor"] }],
      sort_field_id: "Amount",
      sort_order: "desc",
      per_page: 2,
      omit_fields_data: true,
    },
  }),
  getChartData: () => ({ token: MINA, params: SALES_CHART }),
  getChartSearchConditions: () => ({ token: MINA, params: SALES_CHART }),
  getChartDataByConditions: () => ({
    token: MINA,
    params: SALES_CHART,
    body: { conditions: [{ id: "Country", search_value: ["JP", "DE"] }] },
  }),

  getDatastoreFields: () => ({ params: TASKS }),
  getFieldSettings: () => ({ params: { ...TASKS, "field-id": "Effort" } }),
  createField: () => ({
    params: TASKS,
    body: { dataType: "text", name: { en: "Place" }, display_id: "Place", search: true },
  }),
  updateField: () => ({ params: { ...TASKS, "field-id": "Effort" }, body: { name: { en: "Hours" } } }),
  deleteField: () => ({ params: { ...TASKS, "field-id": "Effort" } }),
  createFieldOptions: () => ({
    token: MINA,
    params: { "app-id": "ORDERS", "datastore-id": "Customers", "field-id": "Country" },
    body: { options: [{ name: { en: "Norway" }, display_id: "NO" }] },
  }),
  updateFieldOptions: () => ({
    token: MINA,
    params: { "app-id": "ORDERS", "datastore-id": "Customers", "field-id": "Country" },
    body: { options: [{ o_id: "SE", name: { en: "Kingdom of Sweden" } }] },
  }),
  deleteFieldOptions: () => ({
    token: MINA,
    params: { "app-id": "ORDERS", "datastore-id": "Customers", "field-id": "Channels" },
    body: { o_ids: ["fax"] },
  }),

  getItemDetails: (stage) => ({ params: task(stage, LABELS), query: { use_display_id: true } }),
  itemList: () => ({
    params: TASKS,
    body: {
      conditions: [{ id: "Status", search_value: ["Todo", "Doing"] }],
      sort_fields: [{ id: "Due", order: "desc" }],
      page: 1,
      per_page: 2,
    },
  }),
  getItemSearchConditions: () => ({ params: TASKS }),
  globalSearch: () => ({ token: MINA, body: { query: "yirgacheffe", category: "items" } }),

  createItem: ({ names }) => ({
    params: TASKS,
    body: {
      item: { Title: "Print the labels", Who: [names().user(taskEmail)], Due: "2026-02-27", Effort: 4 },
      related_ds_items: { Tasks: [{ operation: 11, i_id: names().task(LABELS) }] },
      return_item_result: true,
      return_display_id: true,
    },
  }),
  updateItem: (stage) => ({
    params: task(stage, PHOTOS),
    body: { item: { Effort: 8 }, rev_no: 1, comment: "More rooms than we thought", use_display_id: true },
  }),
  createItemWithItemID: () => ({
    params: { "item-id": "0123456789abcdef01234567", "action-id": "Create" },
    body: { project_id: "TASKS", datastore_id: "Tasks", use_display_id: true, item: { Title: "Order paper" } },
  }),
  executeAction: (stage) => ({
    params: { ...task(stage, PHOTOS), "action-id": "Start" },
    body: { rev_no: 1, comment: "On our way" },
    elsewhere: { body: { item_id: stage.names().task(PHOTOS) } },
  }),
  executeActionByActionID: ({ names }) => ({
    params: { "item-id": names().task(PHOTOS), "action-id": "Start" },
    body: { datastore_id: "Tasks", rev_no: 1 },
  }),
  executeBulkAction: () => ({
    params: { ...TASKS, "action-id": "Update" },
    body: { conditions: [{ id: "Status", search_value: ["Todo"] }], item: { Effort: 1 }, use_display_id: true },
  }),
  deleteItem: (stage) => ({ params: task(stage, MENU), body: {} }),
  deleteItemByConditions: () => ({
    params: TASKS,
    body: { conditions: [{ id: "Status", search_value: ["Done"] }], use_display_id: true },
  }),
  createNewItemID: () => ({ params: DATASTORE }),

  getLinkedItems: (stage) => ({
    params: task(stage, MENU),
    query: { use_display_id: true },
    elsewhere: { params: { "linked-datastore-id": "Tasks" } },
  }),
  addItemLink: (stage) => ({
    params: task(stage, PHOTOS),
    body: { link_datastore_id: "Tasks", link_item_id: stage.names().task(LABELS) },
  }),
  updateItemLink: (stage) => ({
    params: task(stage, MENU),
    body: {
      old_link_datastore_id: "Tasks",
      old_link_item_id: stage.names().task(LABELS),
      new_link_datastore_id: "Tasks",
      new_link_item_id: stage.names().task(PHOTOS),
    },
  }),
  deleteItemLink: (stage) => ({ params: task(stage, MENU), body: { link_datastore_id: "Tasks" } }),

  getItemHistories: async (stage) => {
    await stage.ben.postItemComment({ params: task(stage, LABELS), body: { comment: "Blue or green?" } })
    return { params: task(stage, LABELS) }
  },
  getItemHistoriesOld: async (stage) => {
    await stage.ben.postItemComment({ params: task(stage, LABELS), body: { comment: "Blue or green?" } })
    return { params: task(stage, LABELS) }
  },
  postItemComment: (stage) => ({ params: task(stage, LABELS), body: { comment: "Blue or green?" } }),
  updateItemComment: async (stage) => {
    await stage.ben.postItemComment({ params: task(stage, LABELS), body: { comment: "Blue or green?" } })
    const params = task(stage, LABELS)
    return {
      params: { ...params, "history-id": stage.names().history(params["item-id"]) },
      body: { comment: "Green." },
    }
  },
  deleteItemComment: async (stage) => {
    await stage.ben.postItemComment({ params: task(stage, LABELS), body: { comment: "Blue or green?" } })
    const params = task(stage, LABELS)
    return { params: { ...params, "history-id": stage.names().history(params["item-id"]) } }
  },

  uploadFile: () => ({
    token: MINA,
    params: { "item-id": "0123456789abcdef01234567", "field-id": "Sheet" },
    form: {
      application_id: "ORDERS",
      datastore_id: "Products",
      file: new File(["Altitude,2000 m\n"], "sheet.csv", { type: "text/csv" }),
    },
  }),
  uploadFileDetached: () => ({ form: { file: new File(["Altitude,2000 m\n"], "sheet.csv", { type: "text/csv" }) } }),
  getFile: ({ names }) => ({ token: MINA, params: { "file-id": names().file("yirgacheffe.csv") } }),
  deleteFile: ({ names }) => ({
    token: MINA,
    params: {
      "item-id": names().itemOfFile("yirgacheffe.csv"),
      "field-id": "Sheet",
      "file-id": names().file("yirgacheffe.csv"),
    },
  }),
  deleteFileByFileID: ({ names }) => ({ token: MINA, params: { "file-id": names().file("yirgacheffe.csv") } }),

  importItems: () => ({
    params: TASKS,
    form: {
      filename: "tasks.csv",
      file: new File(["Title,Effort,_status_\nPack the stand,3,To do\nCall the printer,x,To do\n"], "tasks.csv", {
        type: "text/csv",
      }),
    },
  }),
  getImportResults: async ({ ben }) => {
    const file = new File(["Title,Effort\nCall the printer,x\n"], "tasks.csv", { type: "text/csv" })
    const { body } = await ben.importItems({ params: TASKS, form: { filename: "tasks.csv", file } })
    return { params: { ...DATASTORE, "temp-datastore-id": body.temp_datastore_id } }
  },
}
