import { createApp } from "../../../emulator/index.ts"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { isItemsTable } from "../../../src/state/index.ts"
import { createEngineWorld, type EngineWorld } from "../../../src/world/index.ts"
import { type ApiClient, apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

type Application = NonNullable<Fixture["workspaces"][number]["applications"]>[number]
type Report = NonNullable<Application["reports"]>[number]
export type FixtureReport = Omit<Report, "report_id" | "name"> & Partial<Pick<Report, "report_id" | "name">>
type Chart = NonNullable<Application["charts"]>[number]

const at = (day: number) => ({ created_at: `2026-01-0${day}T08:00:00Z` })

/**
 * A shop with reports. Ada has ADMIN, Bob MEMBER, Cleo only CLERK, who does not see the datastore Staff. Ned has no role. There are four
 * orders from four days: o1 and o3 belong to Bean, o2 to Cup, o4 to nobody. Only Ada sees the customer Cup and the order o4. o1 has two
 * lines, o2 has one, and o3 links to o1 and o2. Only ADMIN sees an order's cost.
 */
export function shopFixture(reports: readonly FixtureReport[] = [], charts: readonly Chart[] = []): Fixture {
  const onlyAda = { access: { users: ["ada@acme.test"] } }
  const everybody = { access: { users: ["ada", "bob", "cleo", "ned"].map((name) => `${name}@acme.test`) } }
  const lookup = (datastore: string, field: string) =>
    ({ dataType: "dslookup", dslookup: { datastore, field } }) as const
  return fixtureOf({
    users: ["ada", "bob", "cleo", "ned"],
    datastores: {
      Regions: {
        fields: { Name: { dataType: "text", as_title: true } },
        items: [
          { key: "north", values: { Name: "North" }, ...everybody },
          { key: "south", values: { Name: "South" }, ...everybody },
        ],
      },
      Customers: {
        fields: {
          Name: { name: { en: "Name", ja: "名前" }, dataType: "text", as_title: true },
          Region: lookup("Regions", "Name"),
          Kind: { dataType: "select", options: { shop: { name: "Shop", color: "#111" }, cafe: "Café" } },
        },
        items: [
          { key: "bean", values: { Name: "Bean", Region: "@north", Kind: "cafe" }, ...everybody },
          { key: "cup", values: { Name: "Cup", Region: "@south", Kind: "shop" }, ...onlyAda },
        ],
      },
      Orders: {
        fields: {
          No: { dataType: "text", as_title: true },
          Customer: lookup("Customers", "Name"),
          Total: { dataType: "number", num_info: { prefix: "€ ", no_comma: true } },
          Cost: { dataType: "number", roles: [] },
          Due: { dataType: "date" },
          At: { dataType: "datetime" },
          Tags: { dataType: "checkbox", options: { hot: "Hot", vip: "VIP" } },
          Team: { dataType: "users" },
          State: { dataType: "status" },
        },
        statuses: { open: { name: { en: "Open", ja: "未" }, color: "#0f0" }, done: { name: "Done" } },
        items: [
          {
            key: "o1",
            values: {
              No: "O1",
              Customer: "@bean",
              Total: 10,
              Cost: 4,
              Due: "2026-02-01",
              At: "2026-01-10T10:30:00.500Z",
              Tags: ["vip", "hot"],
              Team: ["ada@acme.test", "bob@acme.test"],
            },
            rev_no: 3,
            ...at(1),
            updated_at: "2026-01-04T09:08:07Z",
            ...everybody,
          },
          {
            key: "o2",
            values: { No: "O2", Customer: "@cup", Total: 20.5, Cost: 5 },
            status: "done",
            ...at(2),
            ...everybody,
          },
          {
            key: "o3",
            values: { No: "O3", Customer: "@bean", Due: "2026-02-01T15:00:00Z" },
            status: "done",
            links: ["Orders@o2", "Orders@o1"],
            ...at(3),
            ...everybody,
          },
          { key: "o4", values: { No: "O4", Total: 7 }, ...at(4), ...onlyAda },
        ],
      },
      Lines: {
        fields: {
          Order: lookup("Orders", "No"),
          Product: { dataType: "text" },
          Quantity: { dataType: "number" },
        },
        items: [
          { key: "l1", values: { Order: "@o1", Product: "Dark", Quantity: 2 }, ...everybody },
          { key: "l2", values: { Order: "@o1", Product: "Light", Quantity: 1 }, ...everybody },
          { key: "l3", values: { Order: "@o2", Product: "Dark", Quantity: 5 }, ...everybody },
        ],
      },
      Staff: {
        roles: ["MEMBER"],
        fields: { Name: { dataType: "text" }, Order: lookup("Orders", "No") },
        items: [{ key: "s1", values: { Name: "Sam", Order: "@o1" }, ...everybody }],
      },
    },
    application: {
      roles: [
        { role_id: "ADMIN", name: "admin", users: ["ada@acme.test"] },
        { role_id: "MEMBER", name: "member", users: ["bob@acme.test"] },
        { role_id: "CLERK", name: "clerk", users: ["cleo@acme.test"] },
      ],
      reports: reports.map((report) => ({ report_id: "R", name: { en: "Report", ja: "帳票" }, ...report })),
      charts: [...charts],
    },
  })
}

export interface Shop {
  readonly world: EngineWorld
  readonly as: (name: string) => ApiClient
  /** An item by the text in its field No, Name or Product. */
  readonly item: (text: string) => { readonly iId: string; readonly dId: string }
}

export async function shop(reports: readonly FixtureReport[] = [], charts: readonly Chart[] = []): Promise<Shop> {
  const world = await createEngineWorld({ fixture: shopFixture(reports, charts) })
  const app = createApp({ world })
  return {
    world,
    as: (name) => apiClient(app, `${name}-token`),
    item(text) {
      const view = world.view()
      for (const name of view.base.tables.keys()) {
        if (!isItemsTable(name)) continue
        for (const { iId, dId, values } of view.table(name).toArray()) {
          if (Object.values(values).includes(text)) return { iId, dId }
        }
      }
      throw new Error(`no item ${text}`)
    },
  }
}

export const REPORT = { "app-id": "APP", "report-id": "R" }

/** Orders with their customers, one row per order. */
export const orders: FixtureReport = {
  datastore: "Orders",
  joins: [{ datastore: "Customers", via: "Customer", as: "C" }],
  columns: [
    { display_id: "No", field: "No" },
    { display_id: "Who", title: { en: "Who", ja: "誰" }, field: "C.Name" },
    { display_id: "Total", field: "Total" },
  ],
}

/** A report with the sums of orders by customer. */
export const sums: FixtureReport = {
  datastore: "Orders",
  joins: [{ datastore: "Customers", via: "Customer", as: "C" }],
  columns: [
    { display_id: "Who", field: "C.Name" },
    { display_id: "Count", field: "No", aggregate: "count" },
    { display_id: "Sum", field: "Total", aggregate: "sum" },
    { display_id: "First", field: "No" },
  ],
  group_by: ["Who"],
}

/** Rows of the report R or of another report. */
export async function rowsOf(api: ApiClient, body: object = {}, report = "R"): Promise<Record<string, unknown>[]> {
  const answer = await api.getReportDataByConditions({ params: { ...REPORT, "report-id": report }, body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return (answer.body as { report_results: Record<string, unknown>[] }).report_results
}

/** Values of one column, row by row. */
export const column = (rows: readonly Record<string, unknown>[], key: string): unknown[] => rows.map((row) => row[key])
