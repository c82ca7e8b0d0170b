import type { OperationName } from "../../emulator/api/index.ts"
import { template, zipOf } from "../operations/templates/hostile-archives.ts"
import type { Pools, Scope } from "./pools.ts"
import type { Random } from "./random.ts"

/** A request that is likely to be accepted, as a starting point. */
export interface Fitting {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly file?: string | Uint8Array<ArrayBuffer>
  readonly token?: string
}

export interface Surroundings {
  readonly random: Random
  readonly pools: Pools
  readonly scopes: Readonly<Record<string, Scope>>
}

/** Requests for operations that random values would hardly satisfy. */
export const FITTING_REQUESTS: Partial<Record<OperationName, (around: Surroundings) => Fitting>> = {
  login: () => ({ body: { email: "carol@acme.test", password: "carol-pass" } }),
  setPassword: () => ({
    token: "bob-token",
    body: { old_password: "bob-pass", new_password: "next-pass", confirm_password: "next-pass" },
  }),
  setNewPassword: ({ random, pools }) => ({
    body: { id: random.pick(pools.confirmation), new_password: "next-pass", confirm_password: "next-pass" },
  }),
  registerUser: ({ random, pools }) => ({
    body: {
      confirmation_id: random.pick(pools.confirmation),
      email: random.pick(["new@acme.test", "other@acme.test", "invited@acme.test"]),
      password: "next-pass",
      user_info: { username: "Newcomer", any: { thing: [1] } },
    },
  }),
  updateUserEmailRequest: () => ({ body: { email: "fresh@acme.test", registration_path: "https://app.test/x?y=1" } }),
  userRegistration: ({ random }) => ({ body: { email: `u${random.below(9)}@new.test`, hostname: "app.test" } }),
  forgotPassword: () => ({ body: { email: "dave@acme.test", query_params: "a=b" } }),
  addUser: ({ random }) => ({
    body: {
      email: random.pick(["bob@acme.test", "added@acme.test"]),
      g_id: random.pick(["SALES", "TOKYO"]),
      no_confirm_email: true,
      tmp_password: "temp-pass",
    },
  }),
  userInvite: () => ({ body: { users: [{ email: "bob@acme.test" }], domain: "localhost:3000" } }),
  updateUsersInGroupByAdmin: ({ random, pools }) => ({
    params: { "parent-group-id": random.pick(["ACME", "SALES"]) },
    body: {
      members: Array.from({ length: 1 + random.below(3) }, () => ({
        user_id: random.pick(pools.user),
        values: random.chance(0.7) ? { user_name: "Renamed" } : { email: random.pick(pools.email) },
      })),
    },
  }),
  userImport: ({ pools }) => ({
    form: { current_workspace_id: pools.workspace[0] ?? "", filename: "users.csv" },
    file: USERS,
  }),
  unauthorizedCall: ({ random }) => ({
    body: random.pick<unknown>([
      { method: "GET", uri: "/api/v0/userinfo" },
      { method: "POST", uri: "api/v0/applications/CRM/datastores/Deals/items/search", payload: { per_page: 1 } },
    ]),
  }),
  updateAutoNumber: ({ random }) => ({ params: { ...DEALS, "field-id": "No" }, body: { auto_num: random.below(99) } }),
  getAutoNumber: () => ({ params: { ...DEALS, "field-id": "No" }, query: { branch_key: "TKY" } }),
  createItem: (around) => ({
    params: DEALS,
    body: {
      item: { Title: "By chance", Amount: around.random.below(100), Customer: around.random.pick(customers(around)) },
      return_item_result: true,
      related_ds_items: {
        Lines: [
          { operation: 1, item: { Product: "Screws", Quantity: 3 }, link_to_parent: true },
          {
            operation: around.random.pick([2, 3, 11, 12]),
            i_id: around.random.pick(items(around, "Lines")),
            rev_no: 1,
          },
        ],
      },
      access_key_updates: { groups_to_publish: ["SALES", "TOKYO"], roles_to_publish: ["MANAGER"] },
      ensure_transaction: around.random.chance(0.5),
    },
  }),
  updateItem: (around) => ({
    params: deal(around),
    body: {
      changes: [{ id: "Title", value: "Changed" }],
      item: { Tags: ["hot"], Due: null },
      is_force_update: true,
      related_ds_items: {
        Customers: [{ operation: 2, i_id: around.random.pick(customers(around)), item: { Code: "C" } }],
      },
    },
  }),
  createItemWithItemID: ({ random }) => ({
    params: { "item-id": random.below(1e9).toString(16).padStart(24, "0"), "action-id": "CreateDeal" },
    body: { item: { Title: "Chosen" }, project_id: "CRM", datastore_id: "Deals", use_display_id: true },
  }),
  executeAction: (around) => ({
    params: { ...deal(around), "action-id": around.random.pick(["Start", "UpdateDeal", "CopyDeal", "DeleteDeal"]) },
    body: { is_force_update: true, item: { Details: "by action" } },
  }),
  executeActionByActionID: (around) => ({
    params: { ...deal(around), "action-id": around.random.pick(["UpdateDeal", "CopyDeal"]) },
    body: { datastore_id: "Deals", is_force_update: true, item: {} },
  }),
  executeBulkAction: () => ({
    params: { ...DEALS, "action-id": "UpdateDeal" },
    body: { conditions: [{ id: "Amount", search_value: ["0", null] }], item: { Details: "all" }, max_items: 10 },
  }),
  deleteItemByConditions: () => ({
    params: DEALS,
    body: { conditions: [{ id: "Title", search_value: ["First|Second"] }], use_display_id: true },
  }),
  itemList: ({ random }) => ({
    params: DEALS,
    body: {
      conditions: [
        { id: "Title", search_value: ["deal$"], not_match: random.chance(0.3) },
        { conditions: [{ id: "Stage", search_value: ["lead"], include_null: true }], use_or_condition: true },
        { id: "created_at", search_value: [null, "TODAY"] },
      ],
      sort_fields: [{ id: "Amount", order: "desc" }],
      include_links: true,
      include_lookups: true,
      page: 1,
      per_page: 5,
    },
  }),
  getReportData: ({ random }) => ({
    params: { "app-id": "CRM", "report-id": random.pick(["Sums", "Rows"]) },
    query: { include_lookups: "true", return_id_value_results: "true", include_item_ref: "true" },
  }),
  getReportSearchConditions: () => ({ params: SUMS }),
  getReportDataByConditions: ({ random }) => ({
    params: SUMS,
    body: {
      conditions: [
        { id: "Size", search_value: [random.pick(["S", "L"])], not_match: random.chance(0.3) },
        { id: "Sum", search_value: ["0", null], include_null: true },
      ],
      use_or_condition: random.chance(0.5),
      sort_fields: [{ id: "Last", order: "desc" }],
      per_page: 5,
      page: 1,
    },
  }),
  getChartData: () => ({ params: BARS }),
  getChartSearchConditions: () => ({ params: BARS }),
  getChartDataByConditions: () => ({ params: BARS, body: { conditions: [{ id: "Status", search_value: ["New"] }] } }),
  downloadActionScript: () => ({
    params: { "action-id": "Tidy" },
    query: { script_type: "post" },
    token: "bob-token",
  }),
  updateItemComment: (around) => ({
    params: { ...deal(around), "history-id": around.random.pick(around.pools.history) },
    body: { comment: "Changed" },
  }),
  deleteItemComment: (around) => ({
    params: { ...deal(around), "history-id": around.random.pick(around.pools.history) },
  }),
  addItemLink: (around) => ({
    params: deal(around),
    body: { link_datastore_id: "Lines", link_item_id: around.random.pick(items(around, "Lines")) },
  }),
  updateItemLink: (around) => ({
    params: { "app-id": "CRM", "datastore-id": "Lines", "item-id": around.random.pick(items(around, "Lines")) },
    body: {
      old_link_datastore_id: "Deals",
      old_link_item_id: around.random.pick(items(around, "Deals")),
      new_link_datastore_id: "Customers",
      new_link_item_id: around.random.pick(customers(around)),
    },
  }),
  deleteItemLink: (around) => ({
    params: { "app-id": "CRM", "datastore-id": "Lines", "item-id": around.random.pick(items(around, "Lines")) },
    body: { link_datastore_id: "Deals" },
  }),
  uploadFile: (around) => ({
    params: { ...deal(around), "field-id": "Papers" },
    form: { application_id: "CRM", datastore_id: "Deals" },
  }),
  deleteFile: (around) => ({
    params: { ...deal(around), "field-id": "Papers", "file-id": around.random.pick(around.pools.file) },
  }),
  globalSearch: () => ({
    body: { query: "e", return_item_list: true, datastore_id: "Deals", item_search_params: { per_page: 2 } },
  }),
  importItems: ({ random }) => ({
    params: DEALS,
    form: { append: String(random.chance(0.5)), filename: "items.csv" },
    file: "Title,Amount,_status_\nFrom a file,5,New\n,x,Nope\n",
  }),
  getImportResults: ({ random, pools }) => ({
    params: { "datastore-id": "Deals", "temp-datastore-id": random.pick(pools.import) },
    token: "ada-token",
  }),
  createField: ({ random }) => ({
    params: DEALS,
    body: {
      dataType: random.pick(["text", "number", "select", "users", "dslookup"]),
      name: "Made",
      display_id: `F${random.below(9)}`,
    },
  }),
  updateField: ({ random }) => ({
    params: { ...DEALS, "field-id": random.pick(["Details", "Title"]) },
    body: { name: { en: "Renamed" }, show_list: random.chance(0.5) },
  }),
  createFieldOptions: ({ random }) => ({
    params: { ...DEALS, "field-id": "Tags" },
    body: { options: [{ name: "Made", display_id: `O${random.below(99)}` }] },
  }),
  updateFieldOptions: () => ({
    params: { ...DEALS, "field-id": "Tags" },
    body: { options: [{ o_id: "hot", name: "Very hot" }] },
    token: "ada-token",
  }),
  deleteFieldOptions: () => ({
    params: { ...DEALS, "field-id": "Tags" },
    body: { o_ids: ["old"] },
    token: "ada-token",
  }),
  uploadTemplate: () => ({ form: { name: "Restored" }, file: ARCHIVE, token: "ada-token" }),
  downloadTemplate: () => ({ params: { "template-id": "blank" } }),
  executeFunction: () => ({ params: { "project-id": "CRM", "function-id": "Echo" }, body: { any: "thing" } }),
  createAction: ({ random }) => ({
    params: DEALS,
    body: { operation: random.pick(["new", "update"]), name: { en: "Made" }, display_id: `A${random.below(9)}` },
  }),
}

const ARCHIVE = new Uint8Array(zipOf(template()))

const USERS =
  "Email,UserName,Password,GroupDisplayIDs,RoleDisplayIDs,IsDelete\nz@acme.test,Z,zzzz,SALES;TOKYO,CRM:MEMBER,\nbob@acme.test,,,ACME,,1\n"

const SUMS = { "app-id": "CRM", "report-id": "Sums" }
const BARS = { "app-id": "CRM", "chart-id": "Bars" }
const DEALS = { "app-id": "CRM", "datastore-id": "Deals" }

const items = ({ scopes }: Surroundings, datastore: string): readonly string[] => scopes[datastore]?.item ?? []

const customers = (around: Surroundings): readonly string[] => items(around, "Customers")

const deal = (around: Surroundings) => ({ ...DEALS, "item-id": around.random.pick(items(around, "Deals")) })
