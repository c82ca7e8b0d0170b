import { afterEach, expect, test, vi } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { Table } from "../../../src/state/index.ts"
import { createWorld, type World } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const COUNT = 500

const REPORTS = [
  { report_id: "Flat", columns: [{ field: "No" }] },
  {
    report_id: "Named",
    columns: [{ field: "No" }, { field: "K.Name" }],
    joins: [{ datastore: "Kinds", via: "Kind", as: "K" }],
  },
  {
    report_id: "Sums",
    columns: [
      { display_id: "Kind", field: "Kind" },
      { display_id: "Sum", field: "No", aggregate: "sum" as const },
    ],
    group_by: ["Kind"],
    conditions: [{ id: "No", search_value: ["3", "7"] }],
  },
].map((report) => ({
  name: report.report_id,
  datastore: "Many",
  ...report,
  columns: report.columns.map((column) => ({ display_id: column.field.replace(".", ""), ...column })),
}))

const world = () =>
  createWorld({
    fixture: fixtureOf({
      datastores: {
        Kinds: { fields: { Name: { dataType: "text" } }, items: [{ key: "k", values: { Name: "k" } }] },
        Many: {
          fields: {
            No: { dataType: "number", has_index: true },
            Kind: { dataType: "dslookup", dslookup: { datastore: "Kinds", field: "Name" } },
          },
          items: Array.from({ length: COUNT }, (_, No) => ({ values: { No, Kind: "@k" } })),
        },
      },
      application: {
        reports: REPORTS,
        charts: [{ chart_id: "C", name: "C", report: "Sums", type: "bar", labels: "Kind", values: ["Sum"] }],
      },
    }),
  })

afterEach(() => vi.restoreAllMocks())

/** Returns the number of items that were read by ID, and how often all items were read. */
async function reads(action: () => Promise<unknown>): Promise<{ byId: number; all: number }> {
  const get = vi.spyOn(Table.prototype, "get")
  const walks = [vi.spyOn(Table.prototype, "forEach"), vi.spyOn(Table.prototype, "some")]
  await action()
  const isOfItems = (table: unknown) => table instanceof Table && table.size === COUNT
  const all = walks.flatMap(({ mock }) => mock.contexts).filter(isOfItems).length
  const byId = get.mock.contexts.filter(isOfItems).length
  vi.restoreAllMocks()
  return { byId, all }
}

const reportOf = (at: World, report: string, page: { page: number; perPage: number }) =>
  at.raw.as("ada@acme.test").getReportData({ application: "APP", report, ...page })

test.each(["Flat", "Named"])("a page of the report %s reads only the page's items", async (report) => {
  const made = await world()
  await reportOf(made, report, { page: 1, perPage: 1 })
  for (const page of [1, 24]) {
    const { byId, all } = await reads(async () => {
      const { rows, totalItems } = await reportOf(made, report, { page, perPage: 20 })
      expect([rows?.length, totalItems]).toEqual([20, COUNT])
    })
    expect(all).toBe(0)
    expect(byId).toBeLessThanOrEqual(40)
  }
})

test("a grouped report and its chart read the items that a condition on an indexed field leaves", async () => {
  const made = await world()
  const user = made.raw.as("ada@acme.test")
  const { rows } = await reportOf(made, "Sums", { page: 1, perPage: 0 })
  expect(rows?.[0]?.values).toMatchObject({ Sum: 25 })
  const { byId, all } = await reads(() => user.getChartData({ application: "APP", chart: "C" }))
  expect(all).toBe(0)
  expect(byId).toBeLessThanOrEqual(10)
})

test("a far page of the control plane's items reads only the page's items", async () => {
  const made = await world()
  const app = createApp({ world: made })
  const [dId] = made
    .view()
    .table("datastores")
    .toArray()
    .flatMap(({ dId, displayId }) => (displayId === "Many" ? dId : []))
  const list = async (offset: number) => {
    const path = `http://hexarium/_hexarium/worlds/main/datastores/${dId}/items?offset=${offset}&limit=2`
    return (await app.fetch(new Request(path))).json()
  }
  await list(0)
  const { all } = await reads(async () => {
    expect(await list(COUNT - 2)).toMatchObject({
      total: COUNT,
      items: [{ values: { No: "498" } }, { values: { No: "499" } }],
    })
  })
  expect(all).toBe(0)
})
