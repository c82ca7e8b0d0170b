import { describe, expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { vmPatterns } from "../../../emulator/node/index.ts"
import { apiClient } from "../../conformance.ts"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { column, orders, REPORT, rowsOf, shop, sums } from "./shop.ts"

const numbers = async (api: Parameters<typeof rowsOf>[0], conditions: readonly object[], more: object = {}) =>
  column(await rowsOf(api, { conditions, ...more }), "No")

describe("GetReportDataByConditions (api.md section 21.3, model.md section 11)", () => {
  test("conditions name columns by display ID or rpf_id, of any datastore, and match as searches of items do", async () => {
    const fields = ["Due", "At", "Tags", "Team", "State", "C.Kind"]
    const columns = [
      ...orders.columns,
      ...fields.map((field) => ({ field, display_id: field.replace("C.", "") })),
      { field: "Total", rpf_id: "my-total" },
    ]
    const { as, world } = await shop([{ ...orders, columns }])
    const bob = world.view().list("users", "usersByEmail", "bob@acme.test")[0]?.uId ?? ""
    const ada = as("ada")
    expect(await numbers(ada, [{ id: "Who", search_value: ["BE"] }])).toEqual(["O3", "O1"])
    expect(await numbers(ada, [{ id: "Who", search_value: ["Cup"], exact_match: true }])).toEqual(["O2"])
    expect(await numbers(ada, [{ id: "Total", search_value: ["7", "10"] }])).toEqual(["O4", "O1"])
    expect(await numbers(ada, [{ rpf_id: "my-total", search_value: ["20.5"], exact_match: true }])).toEqual(["O2"])
    expect(await numbers(ada, [{ id: "my-total", search_value: ["20.5"], exact_match: true }])).toEqual(["O2"])
    expect(await numbers(ada, [{ id: "Due", search_value: ["2026-02-01", "2026-02-01"] }])).toEqual(["O1"])
    expect(await numbers(ada, [{ id: "At", search_value: [null, "2026-01-31"] }])).toEqual(["O1"])
    expect(await numbers(ada, [{ id: "Tags", search_value: ["hot"] }])).toEqual(["O1"])
    expect(await numbers(ada, [{ id: "Team", search_value: [bob] }])).toEqual(["O1"])
    expect(await numbers(ada, [{ id: "State", search_value: ["done"] }])).toEqual(["O3", "O2"])
    expect(await numbers(ada, [{ id: "Kind", search_value: ["shop"] }])).toEqual(["O2"])
  })

  test("a row without a partner has empty values", async () => {
    const { as } = await shop([orders])
    expect(await numbers(as("ada"), [{ id: "Who", search_value: [], include_null: true }])).toEqual(["O4"])
    expect(await numbers(as("ada"), [{ id: "Who", search_value: ["Bean"], not_match: true }])).toEqual(["O4", "O2"])
    expect(await numbers(as("bob"), [{ id: "Who", search_value: [], include_null: true }])).toEqual(["O2"])
  })

  test("all must hold, or one with use_or_condition; groups may be nested", async () => {
    const { as } = await shop([orders])
    const large = { id: "Total", search_value: ["8", null] }
    const bean = { id: "Who", search_value: ["Bean"] }
    expect(await numbers(as("ada"), [large, bean])).toEqual(["O1"])
    expect(await numbers(as("ada"), [large, bean], { use_or_condition: true })).toEqual(["O3", "O2", "O1"])
    const either = { conditions: [large, { conditions: [bean, large] }], use_or_condition: true }
    expect(await numbers(as("ada"), [either, { id: "No", search_value: ["1"] }])).toEqual(["O1"])
  })

  test("compares computed values for columns with an aggregate, and rows before the grouping for all others", async () => {
    const columns = [...sums.columns, { display_id: "Last", field: "Due", aggregate: "max" as const }]
    const { as } = await shop([{ ...sums, columns }])
    const ask = async (conditions: readonly object[], or = false) =>
      (await rowsOf(as("ada"), { conditions, use_or_condition: or })).map(({ Who, Count }) => [Who, Count])
    expect(await ask([{ id: "Count", search_value: ["2", null] }])).toEqual([["Bean", 2]])
    expect(await ask([{ id: "First", search_value: ["O1"] }])).toEqual([["Bean", 1]])
    expect(await ask([{ id: "Last", search_value: ["2026-01-01", null] }])).toEqual([["Bean", 2]])
    expect(
      await ask([
        { id: "First", search_value: ["O[14]"] },
        { id: "Sum", search_value: ["8", null] },
      ]),
    ).toEqual([["Bean", 1]])
    expect(
      await ask(
        [
          { id: "Who", search_value: ["Cup"] },
          { id: "Sum", search_value: [null, "7"] },
        ],
        true,
      ),
    ).toEqual([
      ["", 1],
      ["Cup", 1],
    ])
    expect(await ask([{ id: "Sum", include_null: true, search_value: [] }])).toEqual([])
    expect(
      await ask([
        { id: "First", search_value: ["O3"] },
        { id: "Sum", include_null: true, search_value: [] },
      ]),
    ).toEqual([["Bean", 1]])
  })

  test("sort_fields, sort_field_id and sort_order go before the report's own order", async () => {
    const { as } = await shop([{ ...orders, sort: [{ column: "No" }] }])
    const sorted = async (body: object) => column(await rowsOf(as("ada"), body), "No")
    expect(await sorted({})).toEqual(["O1", "O2", "O3", "O4"])
    expect(await sorted({ sort_field_id: "Total", sort_order: "desc" })).toEqual(["O2", "O1", "O4", "O3"])
    expect(await sorted({ sort_fields: [{ id: "Who" }, { id: "No", order: "desc" }], sort_field_id: "Total" })).toEqual(
      ["O4", "O3", "O1", "O2"],
    )
    const grouped = await shop([sums])
    expect(column(await rowsOf(grouped.as("ada"), { sort_field_id: "Sum" }), "Who")).toEqual(["", "Bean", "Cup"])
  })

  test("the body's members do what the queries of GetReportData do, in both routes", async () => {
    const { as } = await shop([orders])
    const body = {
      per_page: 2,
      page: 2,
      include_item_ref: true,
      omit_fields_data: true,
      return_utc_datetime: true,
      include_date_at: true,
    }
    const asked = await as("ada").getReportData({ params: REPORT, query: body })
    for (const route of [0, 1]) {
      expect((await as("ada").getReportDataByConditions({ params: REPORT, body, route })).body).toEqual(asked.body)
    }
    const csv = await as("ada").getReportDataByConditions({ params: REPORT, body: { format: "csv", per_page: 1 } })
    expect(new TextDecoder().decode(csv.body as unknown as Uint8Array)).toBe("No,Who,Total\nO4,,7\n")
  })

  test("format is csv or json in any case, and anything else is refused", async () => {
    const { as } = await shop([orders])
    for (const [format, type] of [
      ["CSV", "text/csv; charset=utf-8"],
      ["Json", "application/json; charset=utf-8"],
    ] as const) {
      const posted = await as("ada").getReportDataByConditions({ params: REPORT, body: { format } })
      const read = await as("ada").getReportData({ params: REPORT, query: { format } })
      for (const { status, headers } of [posted, read]) {
        expect([status, headers.get("content-type")?.toLowerCase()]).toEqual([200, type])
      }
    }
    for (const format of ["xml", "csvx", ""]) {
      expect(await as("ada").getReportDataByConditions({ params: REPORT, body: { format } })).toMatchObject({
        status: 400,
      })
      expect(await as("ada").getReportData({ params: REPORT, query: { format } })).toMatchObject({ status: 400 })
    }
  })

  test("lookaround is looked for in the texts of joined items, too", async () => {
    const { world } = await shop([orders])
    const api = apiClient(createApp({ world, patterns: vmPatterns({ limitMs: 10_000 }) }), "ada-token")
    expect(await numbers(api, [{ id: "Who", search_value: ["(?<=be)an"] }])).toEqual(["O3", "O1"])
  })

  test("refuses columns that can't be searched or sorted, and hidden columns as unknown ones", async () => {
    const { as, world } = await shop([
      { ...orders, columns: [...orders.columns, { display_id: "Cost", field: "Cost" }] },
    ])
    const ask = (body: object, name = "bob") =>
      refusalOf(world, () => as(name).getReportDataByConditions({ params: REPORT, body }))
    const cost = { id: "Cost", search_value: ["1", null] }
    expect(await ask({ conditions: [{ id: "Nope", search_value: ["x"] }] })).toEqual([
      400,
      flat("INVALID_PARAMS", "unknown condition id: Nope"),
    ])
    expect(await ask({ conditions: [{ conditions: [{ rpf_id: "Nope" }] }] })).toEqual([
      400,
      flat("INVALID_PARAMS", "unknown condition id: Nope"),
    ])
    expect(await ask({ conditions: [cost] })).toEqual([400, flat("INVALID_PARAMS", "unknown condition id: Cost")])
    expect(await ask({ sort_field_id: "Cost" })).toEqual([400, flat("INVALID_PARAMS", "unknown sort id: Cost")])
    expect(await ask({ conditions: [{ search_value: ["x"] }] })).toEqual([400, flat("INVALID_PARAMS")])
    expect(await ask({ conditions: [{ id: "Total", search_value: ["many"] }] })).toEqual([400, flat("INVALID_PARAMS")])
    expect((await ask({ conditions: [{ id: "Who", search_value: ["("] }] }))[0]).toBe(400)
    expect(
      await ask({
        conditions: Array.from({ length: 1001 }, () => ({ id: "No", search_value: ["x"], exact_match: true })),
      }),
    ).toEqual([400, flat("INVALID_PARAMS", "body.conditions: expected at most 1000 elements")])
    const sorts = (count: number) => ({ sort_fields: Array.from({ length: count }, () => ({ id: "No" })) })
    expect(await ask(sorts(21))).toEqual([400, flat("INVALID_PARAMS")])
    expect((await as("bob").getReportDataByConditions({ params: REPORT, body: sorts(20) })).status).toBe(200)
    expect(await ask({ conditions: Array.from({ length: 51 }, () => ({ id: "No", search_value: ["x"] })) })).toEqual([
      400,
      flat("INVALID_PARAMS", "expected at most 50 patterns; each text without exact_match is a pattern"),
    ])
    expect(
      (
        await as("ada").getReportDataByConditions({
          params: REPORT,
          body: { conditions: [cost], sort_field_id: "Cost" },
        })
      ).status,
    ).toBe(200)
    const lost = () =>
      as("bob").getReportDataByConditions({ params: { ...REPORT, "report-id": "X" }, body: { page: "x" } })
    expect(await refusalOf(world, lost)).toEqual([404, flat("NOT_FOUND", "report not found: X")])
  })
})

describe("a report over what was deleted since", () => {
  test("deleted items are gone from rows, joins and groups", async () => {
    const { as, item } = await shop([orders, { ...sums, report_id: "Sums" }])
    const remove = async (text: string, datastore: string) => {
      const params = { "app-id": "APP", "datastore-id": datastore, "item-id": item(text).iId }
      expect((await as("ada").deleteItem({ params, body: {} })).status).toBe(200)
    }
    await remove("Bean", "Customers")
    await remove("O2", "Orders")
    expect((await rowsOf(as("ada"))).map(({ No, Who }) => [No, Who])).toEqual([
      ["O4", ""],
      ["O3", ""],
      ["O1", ""],
    ])
    expect((await rowsOf(as("ada"), {}, "Sums")).map(({ Who, Count }) => [Who, Count])).toEqual([["", 3]])
  })

  test("a field, join or datastore that is gone takes its columns along", async () => {
    const { as, world } = await shop([{ ...orders, sort: [{ column: "Who" }] }])
    const view = world.view()
    const of = (name: string) =>
      view
        .table("datastores")
        .toArray()
        .find(({ displayId }) => displayId === name)
    await world.commit("Damage", null, (tx) => {
      const own = of("Orders")
      if (own !== undefined)
        tx.patch("datastores", own.dId, { fields: own.fields.filter(({ displayId }) => displayId !== "Total") })
      tx.remove("datastores", of("Customers")?.dId ?? "")
    })
    const rows = await rowsOf(as("bob"))
    expect(rows.map((row) => [Object.keys(row), row.No])).toEqual([
      [["No", "i_id"], "O3"],
      [["No", "i_id"], "O2"],
      [["No", "i_id"], "O1"],
    ])
    await world.commit("Damage", null, (tx) => tx.remove("datastores", of("Orders")?.dId ?? ""))
    expect((await as("ada").getReportData({ params: REPORT })).status).toBe(404)
  })
})
