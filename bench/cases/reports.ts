/** Measures what reports cost: a join and a group over 10,000 items, in process and in the answer to a request. */
import { createApp } from "../../emulator/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { atMost, type Line, nanosecondsAwaited, report } from "../measure.ts"
import { ADA, makeFixture, TOKEN } from "../worlds.ts"

type Application = NonNullable<Fixture["workspaces"][number]["applications"]>[number]

const SIZE = 10_000
const LIMIT_NS = 150e6

const joins = [{ datastore: "Customers", via: "Customer", as: "CUSTOMER" }]

const reports: Application["reports"] = [
  {
    report_id: "Sums",
    name: "Sums",
    datastore: "Deals",
    joins,
    columns: [
      { display_id: "Who", field: "CUSTOMER.Name" },
      { display_id: "Deals", field: "Title", aggregate: "count" },
      { display_id: "Price", field: "Price", aggregate: "sum" },
      { display_id: "Amount", field: "Amount", aggregate: "avg" },
      { display_id: "Last", field: "Due", aggregate: "max" },
    ],
    group_by: ["Who"],
    sort: [{ column: "Price", order: "desc" }],
  },
  {
    report_id: "Rows",
    name: "Rows",
    datastore: "Deals",
    joins,
    columns: [
      { display_id: "Title", field: "Title" },
      { display_id: "Who", field: "CUSTOMER.Name" },
      { display_id: "Kind", field: "Kind" },
      { display_id: "Day", field: "Day" },
      { display_id: "Price", field: "Price" },
    ],
    sort: [{ column: "Who" }, { column: "Price" }],
  },
  {
    report_id: "Reverse",
    name: "Reverse",
    datastore: "Customers",
    joins: [{ datastore: "Deals", via: "Customer", as: "DEAL" }],
    columns: [
      { display_id: "Kind", field: "DEAL.Kind" },
      { display_id: "Day", field: "DEAL.Day" },
      { display_id: "Price", field: "DEAL.Price", aggregate: "sum" },
    ],
    group_by: ["Kind", "Day"],
  },
]

const charts: Application["charts"] = [
  { chart_id: "Bars", name: "Bars", report: "Sums", type: "bar", labels: "Who", values: ["Price"] },
  {
    chart_id: "Stacks",
    name: "Stacks",
    report: "Rows",
    type: "barStacked",
    labels: "Who",
    series: "Kind",
    values: ["Price"],
  },
]

const fixture = makeFixture(SIZE)
Object.assign(fixture.workspaces[0]?.applications?.[0] ?? {}, { reports, charts })
const world = await createWorld({ fixture })
const app = createApp({ world })
const ada = world.raw.as(ADA)
const place = { application: "CRM" }
const headers = { authorization: `Bearer ${TOKEN}` }
const get = async (path: string): Promise<string> =>
  (await app.fetch(new Request(`http://localhost/api/v0/applications/CRM/${path}`, { headers }))).text()

const lines: Line[] = []
for (const [what, run] of Object.entries({
  "a join and a group": () => ada.getReportData({ ...place, report: "Sums" }),
  "a join and a group, with the response": () => get("reports/Sums"),
  "a join and a group of the matching rows": () =>
    ada.getReportDataByConditions({
      ...place,
      report: "Sums",
      conditions: [
        { id: "Who", searchValue: ["er 7"] },
        { id: "Price", searchValue: ["1000", null] },
      ],
    }),
  "a join over a lookup of the joined datastore, and a group": () => ada.getReportData({ ...place, report: "Reverse" }),
  "the first page of a sorted join": () => ada.getReportData({ ...place, report: "Rows", page: 1, perPage: 50 }),
  "every row of a join as CSV": () => get("reports/Rows?format=csv"),
  "a chart": () => ada.getChartData({ ...place, chart: "Bars" }),
  "a chart with a series": () => ada.getChartData({ ...place, chart: "Stacks" }),
})) {
  lines.push(atMost(`${SIZE / 1000}k items: ${what}`, await nanosecondsAwaited(1, run), LIMIT_NS))
}

report(lines)
