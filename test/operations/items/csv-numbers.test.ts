import { expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

/** Numbers whose shortest text in JavaScript has an exponent, and the digits that a CSV file contains (model.md section 16). */
const NUMBERS = [
  [1e-10, "0.0000000001"],
  [-1.5e-7, "-0.00000015"],
  [5e-324, `0.${"0".repeat(323)}5`],
  [0.5, "0.5"],
  [9_007_199_254_740_991, "9007199254740991"],
] as const

const NUMBER_COLUMN = { field: "No", display_id: "No" }

async function csvOf(path: string, body?: object): Promise<string[]> {
  const world = await createWorld({
    fixture: fixtureOf({
      datastores: {
        DS: {
          fields: {
            No: { dataType: "text", as_title: true },
            Num: { dataType: "number" },
            Twice: { dataType: "calc", calc: { formula: "Num + Num" } },
          },
          items: NUMBERS.map(([Num], at) => ({ values: { No: `N${at}`, Num } })),
        },
      },
      application: {
        reports: [
          {
            report_id: "All",
            name: "All",
            datastore: "DS",
            columns: [NUMBER_COLUMN, { field: "Num" }],
            sort: [{ column: "No" }],
          },
          {
            report_id: "Sums",
            name: "Sums",
            datastore: "DS",
            columns: [NUMBER_COLUMN, { field: "Num", aggregate: "sum", display_id: "Num" }],
            group_by: ["No"],
            sort: [{ column: "No" }],
          },
        ],
      },
    }),
  })
  const answered = await createApp({ world }).request(`/api/v0/applications/APP/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: "Bearer ada-token", "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answered.status).toBe(200)
  const [, ...lines] = (await answered.text()).trim().split("\n")
  return lines.map((line) => line.split(",")[1] ?? "")
}

const DIGITS = NUMBERS.map(([, digits]) => digits)

test.each([true, false])("lists write plain digits with return_number_value %s", async (return_number_value) => {
  const body = { format: "csv", sort_field_id: "No", sort_order: "asc", return_number_value }
  expect(await csvOf("datastores/DS/items/search", body)).toEqual(DIGITS)
})

test.each(["All", "Sums"])("the report %s writes plain digits", async (report) => {
  expect(await csvOf(`reports/${report}?format=csv`)).toEqual(DIGITS)
  for (const return_number_value of [true, false]) {
    expect(await csvOf(`reports/${report}/filter`, { format: "csv", return_number_value })).toEqual(DIGITS)
  }
})
