import { expect, test } from "vitest"
import { createWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { CHART } from "./bars.ts"
import { REPORT } from "./shop.ts"

const place = { application: "APP" }

const itemsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ key: `k${at}`, values: { No: at } }))

test("joins that make more than a million rows are refused, and so is a chart of as many numbers", async () => {
  const each = (as: string) => ({ datastore: "Many", via: "One", as })
  const world = await createWorld({
    fixture: fixtureOf({
      datastores: {
        Ones: { fields: { No: { dataType: "number" } }, items: itemsOf(1) },
        Many: {
          fields: {
            No: { dataType: "number" },
            Other: { dataType: "text" },
            One: { dataType: "dslookup", dslookup: { datastore: "Ones", field: "No" } },
          },
          items: itemsOf(1001).map(({ key, values }) => ({ key, values: { ...values, Other: key, One: "@k0" } })),
        },
      },
      application: {
        reports: [
          {
            report_id: "R",
            name: "Squares",
            datastore: "Ones",
            joins: [each("A"), each("B")],
            columns: [{ display_id: "N", field: "A.No", aggregate: "count" }],
          },
          {
            report_id: "Flat",
            name: "Flat",
            datastore: "Many",
            columns: ["No", "Other"].map((field) => ({ display_id: field, field })),
          },
        ],
        charts: [
          {
            chart_id: "Bars",
            name: "Bars",
            report: "Flat",
            type: "bar",
            labels: "No",
            series: "Other",
            values: ["No"],
          },
        ],
      },
    }),
  })
  const ada = apiClient(world, "ada-token")
  expect(await refusalOf(world, () => ada.getReportData({ params: REPORT }))).toEqual([
    400,
    flat("INVALID_PARAMS", "the joins of R result in more than 1000000 rows"),
  ])
  expect(await refusalOf(world, () => ada.getChartData({ params: CHART }))).toEqual([
    400,
    flat("INVALID_PARAMS", "the chart Bars has more than 1000000 numbers"),
  ])
  const { totalItems } = await world.raw.as("ada@acme.test").getReportData({ ...place, report: "Flat" })
  expect(totalItems).toBe(1001)
})
