import { describe, expect, test } from "vitest"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { column, orders, REPORT, rowsOf, shop, sums } from "./shop.ts"

const get = { params: REPORT }

describe("GetReportData (api.md section 21.3, model.md section 17)", () => {
  test("a row for each order that the caller sees, newest first, with its customer", async () => {
    const { as, item } = await shop([orders])
    const { status, body } = await as("ada").getReportData(get)
    expect(status).toBe(200)
    expect(body).toEqual({
      error: "",
      report_title: "Report",
      totalItems: 4,
      item_index_from: 0,
      item_index_to: 3,
      report_results: [
        { No: "O4", Who: "", Total: 7, i_id: item("O4").iId },
        { No: "O3", Who: "Bean", Total: null, i_id: item("O3").iId },
        { No: "O2", Who: "Cup", Total: 20.5, i_id: item("O2").iId },
        { No: "O1", Who: "Bean", Total: 10, i_id: item("O1").iId },
      ],
      report_fields: expect.any(Array),
    })
  })

  test("the fields describe the columns", async () => {
    const { as, world } = await shop([
      {
        ...orders,
        columns: [
          { field: "C.Name", rpf_id: "who", title: { en: "Who", ja: "誰" }, width: 80, align: "center", hide: true },
          { display_id: "Total", field: "Total", disable_search: true },
          { display_id: "Sum", field: "Total", aggregate: "count" },
        ],
      },
    ])
    const datastore = (name: string) =>
      world
        .view()
        .table("datastores")
        .toArray()
        .find(({ displayId }) => displayId === name)
    const [customers, own] = [datastore("Customers"), datastore("Orders")]
    const plain = {
      negative_sign_type: "",
      num_format: "",
      num_info: { prefix: "", suffix: "", no_comma: false },
      conditions: [],
      merge_cells: false,
      hide: false,
      disable_search: false,
      use_integrated_report: false,
      is_cross_key: false,
    }
    const { body } = await as("ada").getReportData(get)
    expect(body.report_fields).toEqual([
      {
        ...plain,
        title: "Who",
        rpf_id: "who",
        data_type: "text",
        display_type: "text",
        align: "center",
        width: 80,
        hide: true,
        f_id: customers?.fields[0]?.fId,
        d_id: customers?.dId,
      },
      {
        ...plain,
        title: "Total",
        rpf_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        display_id: "Total",
        data_type: "number",
        display_type: "number",
        align: "right",
        width: 0,
        num_info: { prefix: "€ ", suffix: "", no_comma: true },
        disable_search: true,
        f_id: own?.fields[2]?.fId,
        d_id: own?.dId,
      },
      expect.objectContaining({
        display_id: "Sum",
        title: "Total",
        data_type: "number",
        align: "right",
        num_info: plain.num_info,
      }),
    ])
    const bare = await as("ada").getReportData({ ...get, query: { omit_fields_data: true } })
    expect(Object.hasOwn(bare.body, "report_fields")).toBe(false)
  })

  test("a row's values are found under display IDs, or rpf_ids of columns without", async () => {
    const { as } = await shop([
      {
        ...orders,
        columns: [
          { field: "No", rpf_id: "my-own" },
          { display_id: "No", field: "Total" },
        ],
      },
    ])
    const [row] = (await as("bob").getReportData(get)).body.report_results ?? []
    expect(row).toMatchObject({ "my-own": "O3", No: null })
  })

  test("report and application are named by internal or display ID", async () => {
    const { as, world } = await shop([orders])
    const [report] = world.view().table("reports").toArray()
    const params = { "app-id": report?.pId ?? "", "report-id": report?.rpId ?? "" }
    expect((await as("bob").getReportData({ params })).body).toEqual((await as("bob").getReportData(get)).body)
  })

  test("values: numbers as Numbers, days with slashes, instants in ISO, labels and names joined", async () => {
    const { as } = await shop([
      {
        ...orders,
        columns: ["Total", "Due", "At", "Tags", "Team", "State", "Customer"].map((field) => ({
          field,
          display_id: field,
        })),
      },
    ])
    const rows = await rowsOf(as("ada"))
    expect(rows.at(-1)).toMatchObject({
      Total: 10,
      Due: "2026/02/01",
      At: "2026-01-10T10:30:00Z",
      Tags: "VIP,Hot",
      Team: "ada, bob",
      State: "Open",
      Customer: "Bean",
    })
    expect(rows[0]).toMatchObject({ Total: 7, Due: null, At: null, Tags: "", Team: "", State: "Open", Customer: null })
    const utc = await rowsOf(as("ada"), { return_utc_datetime: true })
    expect(column(utc, "Due")).toEqual([null, "2026-02-01T15:00:00Z", null, "2026-02-01T00:00:00Z"])
  })

  test("include_date_at and include_item_ref add properties of the item", async () => {
    const { as, item } = await shop([orders])
    const ask = async (query: Record<string, boolean>) =>
      (await as("bob").getReportData({ ...get, query: { ...query, per_page: 1, page: 3 } })).body.report_results?.[0]
    expect(await ask({ include_date_at: true })).toMatchObject({
      created_at: "2026/01/01 08:00:00",
      updated_at: "2026/01/04 09:08:07",
    })
    expect(await ask({ include_date_at: true, return_utc_datetime: true })).toMatchObject({
      created_at: "2026-01-01T08:00:00Z",
      updated_at: "2026-01-04T09:08:07Z",
    })
    expect(await ask({ include_item_ref: true })).toMatchObject({
      i_id: item("O1").iId,
      rev_no: 3,
      d_id: item("O1").dId,
    })
    expect(Object.keys((await ask({})) ?? {})).toEqual(["No", "Who", "Total", "i_id"])
  })

  test("include_lookups adds what visible lookups name, by column", async () => {
    const { as, item } = await shop([
      {
        ...orders,
        columns: [
          { field: "Customer", display_id: "Whose" },
          { field: "C.Region", display_id: "Region" },
        ],
      },
    ])
    const rows = await rowsOf(as("bob"), { include_lookups: true })
    expect(rows.at(-1)?.lookup_items).toMatchObject({
      Whose: { i_id: item("Bean").iId, title: "Bean", Kind: "Café", lookup_items: { Region: { title: "North" } } },
      Region: { i_id: item("North").iId, title: "North" },
    })
    expect(rows[1]?.lookup_items).toEqual({})
    expect(rows[1]).toMatchObject({ Whose: "Cup", Region: null })
  })

  test("return_id_value_results returns chosen options and users by display ID or user ID", async () => {
    const { as, world } = await shop([
      {
        ...orders,
        columns: ["State", "Tags", "Team", "No", "C.Kind"].map((field) => ({
          field,
          display_id: field.replace("C.", ""),
        })),
      },
    ])
    const uId = (email: string) => world.view().list("users", "usersByEmail", email)[0]?.uId
    const rows = await rowsOf(as("bob"), { return_id_value_results: true })
    expect(rows.at(-1)?.id_value_results).toEqual({
      State: { id: "open", value: "Open" },
      Tags: [
        { id: "vip", value: "VIP" },
        { id: "hot", value: "Hot" },
      ],
      Team: [
        { id: uId("ada@acme.test"), value: "ada" },
        { id: uId("bob@acme.test"), value: "bob" },
      ],
      Kind: { id: "cafe", value: "Café" },
    })
    expect(rows[1]?.id_value_results).toEqual({ State: { id: "done", value: "Done" } })
  })

  test("pages: positions from 0, both included; 0 and 0 when the page is empty", async () => {
    const { as } = await shop([orders])
    const ask = async (query: Record<string, number>) => {
      const { body } = await as("ada").getReportData({ ...get, query })
      const { totalItems, item_index_from, item_index_to, report_results } = body
      return [totalItems, item_index_from, item_index_to, column(report_results ?? [], "No")]
    }
    expect(await ask({ per_page: 3 })).toEqual([4, 0, 2, ["O4", "O3", "O2"]])
    expect(await ask({ per_page: 3, page: 2 })).toEqual([4, 3, 3, ["O1"]])
    expect(await ask({ per_page: 3, page: 3 })).toEqual([4, 0, 0, []])
    expect(await ask({ per_page: 0, page: 1 })).toEqual([4, 0, 3, ["O4", "O3", "O2", "O1"]])
    expect(await ask({ page: 2 })).toEqual([4, 0, 0, []])
  })

  test("counting alone, and not counting", async () => {
    const { as } = await shop([orders])
    const counted = await as("bob").getReportData({ ...get, query: { return_count_only: true } })
    expect(counted.body).toMatchObject({ totalItems: 3, report_results: null, item_index_from: 0, item_index_to: 0 })
    const listed = await as("bob").getReportData({ ...get, query: { omit_total_items: true } })
    expect(listed.body).toMatchObject({ totalItems: 0, item_index_to: 2 })
    expect(listed.body.report_results).toHaveLength(3)
  })

  test("when time is up: no rows, or totalItems -1 with a text", async () => {
    const { as } = await shop([orders])
    const ask = async (query: Record<string, number>) => (await as("bob").getReportData({ ...get, query })).body
    expect(await ask({ total_count_timeout_sec: 0 })).toMatchObject({
      error: "error totalItems count process timeout. (0 sec elapsed)",
      totalItems: -1,
      report_results: expect.arrayContaining([expect.objectContaining({ No: "O1" })]),
    })
    expect(await ask({ data_result_timeout_sec: 0 })).toMatchObject({
      error: "error data result process timeout. (0 sec elapsed)",
      totalItems: 3,
      report_results: null,
    })
  })

  test("CSV: the columns that are not hidden under their keys, honouring page and sort", async () => {
    const { as } = await shop([
      {
        ...orders,
        columns: [...orders.columns, { field: "Due", display_id: "Due" }, { field: "No", hide: true }],
        sort: [{ column: "No" }],
      },
    ])
    const { status, headers, body } = await as("ada").getReportData({
      ...get,
      query: { format: "csv", per_page: 2, page: 1 },
    })
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"])
    expect(new TextDecoder().decode(body as unknown as Uint8Array)).toBe(
      "No,Who,Total,Due\nO1,Bean,10,2026/02/01\nO2,Cup,20.5,\n",
    )
  })

  test("bad paging is refused", async () => {
    const { as, world } = await shop([orders])
    for (const query of [
      { page: 0 },
      { per_page: -1 },
      { total_count_timeout_sec: -1 },
      { data_result_timeout_sec: -5 },
    ]) {
      const [name] = Object.keys(query)
      expect(await refusalOf(world, () => as("bob").getReportData({ ...get, query }))).toEqual([
        400,
        flat("INVALID_PARAMS", expect.stringContaining(`${name} must be an integer`)),
      ])
    }
    expect((await as("bob").getReportData({ ...get, query: { page: "one" } })).status).toBe(400)
  })
})

describe("joins (model.md section 17)", () => {
  const lines = { datastore: "Lines", via: "Order", as: "L" }

  test("a row for each partner, those without one stay unless the join is inner", async () => {
    const columns = [
      { display_id: "No", field: "No" },
      { display_id: "Product", field: "L.Product" },
    ]
    const { as } = await shop([
      { report_id: "R", datastore: "Orders", joins: [lines], columns },
      { report_id: "Inner", datastore: "Orders", joins: [{ ...lines, inner: true }], columns },
    ])
    const pairs = async (report: string) =>
      (await rowsOf(as("bob"), {}, report)).map(({ No, Product }) => [No, Product])
    expect(await pairs("R")).toEqual([
      ["O3", ""],
      ["O2", "Dark"],
      ["O1", "Dark"],
      ["O1", "Light"],
    ])
    expect(await pairs("Inner")).toEqual([
      ["O2", "Dark"],
      ["O1", "Dark"],
      ["O1", "Light"],
    ])
  })

  test("along item links, in the order in which they were made", async () => {
    const { as } = await shop([
      {
        datastore: "Orders",
        joins: [{ datastore: "Orders", as: "LINKED", inner: true }],
        columns: [{ display_id: "No", field: "LINKED.No" }],
      },
    ])
    expect(column(await rowsOf(as("bob")), "No")).toEqual(["O2", "O1"])
  })

  test("a join continues from an earlier join", async () => {
    const { as } = await shop([
      {
        datastore: "Lines",
        joins: [
          { datastore: "Orders", via: "Order", as: "O" },
          { datastore: "Customers", via: "O.Customer", as: "C" },
          { datastore: "Regions", via: "C.Region", as: "REGION" },
        ],
        columns: [
          { display_id: "Product", field: "Product" },
          { display_id: "Region", field: "REGION.Name" },
        ],
        sort: [{ column: "Region" }, { column: "Product", order: "desc" }],
      },
    ])
    const rows = await rowsOf(as("ada"))
    expect(rows.map(({ Product, Region }) => [Product, Region])).toEqual([
      ["Light", "North"],
      ["Dark", "North"],
      ["Dark", "South"],
    ])
  })

  test("an item that the caller does not see is no partner, a datastore that they are not shown has none", async () => {
    const { as } = await shop([
      orders,
      {
        report_id: "Staff",
        datastore: "Orders",
        joins: [{ datastore: "Staff", via: "Order", as: "S" }],
        columns: [
          { display_id: "No", field: "No" },
          { display_id: "Staff", field: "S.Name" },
        ],
      },
      {
        report_id: "Manned",
        datastore: "Orders",
        joins: [{ datastore: "Staff", via: "Order", as: "S", inner: true }],
        columns: [{ display_id: "No", field: "No" }],
      },
    ])
    expect(column(await rowsOf(as("bob")), "Who")).toEqual(["Bean", "", "Bean"])
    expect((await rowsOf(as("bob"), {}, "Staff")).at(-1)).toMatchObject({ No: "O1", Staff: "Sam" })
    expect((await rowsOf(as("cleo"), {}, "Staff")).map((row) => Object.keys(row))).toEqual([
      ["No", "i_id"],
      ["No", "i_id"],
      ["No", "i_id"],
    ])
    expect(column(await rowsOf(as("bob"), {}, "Manned"), "No")).toEqual(["O1"])
    expect(await rowsOf(as("cleo"), {}, "Manned")).toEqual([])
  })
})

describe("groups (model.md section 17)", () => {
  test("a row for each value, in the order of their first rows, with its items", async () => {
    const { as, item } = await shop([sums])
    const items = (...names: string[]) => names.map((name) => ({ d_id: item(name).dId, i_id: item(name).iId }))
    expect(await rowsOf(as("ada"))).toEqual([
      { Who: "", Count: 1, Sum: 7, First: "O4", items: items("O4") },
      { Who: "Bean", Count: 2, Sum: 10, First: "O3", items: items("O3", "O1") },
      { Who: "Cup", Count: 1, Sum: 20.5, First: "O2", items: items("O2") },
    ])
    const [, bean] = await rowsOf(as("ada"), { include_item_ref: true, include_date_at: true })
    expect(bean?.items).toEqual([
      { ...items("O3")[0], rev_no: 1 },
      { ...items("O1")[0], rev_no: 3 },
    ])
    expect(Object.hasOwn(bean ?? {}, "created_at")).toBe(false)
  })

  test("every aggregate, of what is there: nothing has neither sum nor average", async () => {
    const aggregates = ["sum", "avg", "max", "min", "count"] as const
    const { as } = await shop([
      {
        ...sums,
        columns: [
          { display_id: "Who", field: "C.Name" },
          ...aggregates.map((aggregate) => ({ display_id: aggregate, field: "Total", aggregate })),
          { display_id: "last", field: "Due", aggregate: "max" },
          { display_id: "state", field: "State", aggregate: "max" },
          { display_id: "no", field: "No", aggregate: "min" },
        ],
      },
    ])
    const [nobody, bean, cup] = await rowsOf(as("ada"))
    expect(nobody).toMatchObject({ sum: 7, avg: 7, max: 7, min: 7, count: 1, last: null, state: "Open", no: "O4" })
    expect(bean).toMatchObject({
      sum: 10,
      avg: 10,
      max: 10,
      min: 10,
      count: 1,
      last: "2026/02/01",
      state: "Done",
      no: "O1",
    })
    expect(cup).toMatchObject({ sum: 20.5, avg: 20.5, count: 1 })
    const [bobs] = await rowsOf(as("bob"), { conditions: [{ id: "Who", search_value: ["Bean"], not_match: true }] })
    expect(bobs).toMatchObject({ Who: "", sum: 20.5, no: "O2" })
  })

  test("no rows have no sum, average or extreme, and the count 0", async () => {
    const { as } = await shop([
      {
        datastore: "Orders",
        columns: (["sum", "avg", "max", "min", "count"] as const).map((aggregate) => ({
          display_id: aggregate,
          field: "Total",
          aggregate,
        })),
        conditions: [{ id: "No", search_value: ["O3"] }],
      },
    ])
    expect(await rowsOf(as("bob"))).toEqual([
      { sum: null, avg: null, max: null, min: null, count: 0, items: [expect.any(Object)] },
    ])
  })

  test("an aggregate without group_by makes one row of all, none of nothing", async () => {
    const total = { datastore: "Orders", columns: [{ display_id: "Sum", field: "Total", aggregate: "sum" as const }] }
    const { as } = await shop([
      total,
      { ...total, report_id: "None", conditions: [{ id: "No", search_value: ["none"] }] },
    ])
    expect(await rowsOf(as("bob"))).toEqual([{ Sum: 30.5, items: expect.any(Array) }])
    expect(await rowsOf(as("bob"), {}, "None")).toEqual([])
  })

  test("an item counts as often as it has partners, and stands in the row once", async () => {
    const { as } = await shop([
      {
        datastore: "Orders",
        joins: [{ datastore: "Lines", via: "Order", as: "L", inner: true }],
        columns: [{ display_id: "Sum", field: "Total", aggregate: "sum" }],
      },
    ])
    expect(await rowsOf(as("bob"))).toEqual([{ Sum: 40.5, items: [expect.any(Object), expect.any(Object)] }])
  })

  test("days that are shown alike are one group; records of one name are several", async () => {
    const { as, item } = await shop([
      {
        datastore: "Orders",
        columns: [
          { display_id: "Due", field: "Due" },
          { display_id: "N", field: "No", aggregate: "count" },
        ],
        group_by: ["Due"],
      },
      {
        report_id: "Kinds",
        datastore: "Orders",
        columns: [
          { display_id: "Customer", field: "Customer" },
          { display_id: "N", field: "No", aggregate: "count" },
        ],
        group_by: ["Customer"],
      },
    ])
    expect((await rowsOf(as("bob"))).map(({ Due, N }) => [Due, N])).toEqual([
      ["2026/02/01", 2],
      [null, 1],
    ])
    const params = { "app-id": "APP", "datastore-id": "Customers", "item-id": item("Cup").iId }
    const renamed = { item: { Name: "Bean" }, is_force_update: true }
    expect((await as("ada").updateItem({ params, body: renamed })).status).toBe(200)
    expect((await rowsOf(as("ada"), {}, "Kinds")).map(({ Customer, N }) => [Customer, N])).toEqual([
      [null, 1],
      ["Bean", 2],
      ["Bean", 1],
    ])
  })
})

describe("who sees what (model.md sections 3 and 17)", () => {
  test("an unknown report, a report of a hidden source, and a report that the roles leave out are not found", async () => {
    const staff = { datastore: "Staff", columns: [{ field: "Name", display_id: "Name" }] }
    const { as, world } = await shop([
      orders,
      { ...staff, report_id: "Staff" },
      { ...orders, report_id: "Mine", roles: [] },
    ])
    const ask =
      (name: string, report: string, app = "APP") =>
      () =>
        as(name).getReportData({ params: { "app-id": app, "report-id": report }, query: { page: 0 } })
    const unknown = (report: string) => [404, flat("NOT_FOUND", `report not found: ${report}`)]
    expect(await refusalOf(world, ask("ada", "Nope"))).toEqual(unknown("Nope"))
    expect(await refusalOf(world, ask("cleo", "Staff"))).toEqual(unknown("Staff"))
    expect(await refusalOf(world, ask("bob", "Mine"))).toEqual(unknown("Mine"))
    expect(await refusalOf(world, ask("ned", "R"))).toEqual(unknown("R"))
    expect(await refusalOf(world, ask("ada", "R", "HR"))).toEqual([404, flat("NOT_FOUND", "application not found: HR")])
    expect((await as("ada").getReportData({ params: { "app-id": "APP", "report-id": "Mine" } })).status).toBe(200)
  })

  test("a column that the caller's roles hide is missing, and rows are not grouped or sorted by it", async () => {
    const { as } = await shop([
      {
        datastore: "Orders",
        columns: [
          { display_id: "State", field: "State" },
          { display_id: "Cost", field: "Cost" },
          { display_id: "N", field: "No", aggregate: "count" },
        ],
        group_by: ["State", "Cost"],
        sort: [{ column: "Cost" }, { column: "N" }],
      },
    ])
    const adas = await as("ada").getReportData(get)
    expect(adas.body.report_results?.map(({ State, Cost, N }) => [State, Cost, N])).toEqual([
      ["Open", null, 1],
      ["Done", null, 1],
      ["Open", 4, 1],
      ["Done", 5, 1],
    ])
    const { body } = await as("bob").getReportData(get)
    expect(body.report_fields?.map(({ display_id }) => display_id)).toEqual(["State", "N"])
    expect(body.report_results?.map((row) => [row.State, row.N, Object.hasOwn(row, "Cost")])).toEqual([
      ["Open", 1, false],
      ["Done", 2, false],
    ])
  })

  test("the report's own conditions hold whatever the caller is shown", async () => {
    const { as } = await shop([{ ...orders, conditions: [{ id: "Cost", search_value: ["5", null] }] }])
    expect(column(await rowsOf(as("bob")), "No")).toEqual(["O2"])
  })
})

describe("the report's own conditions and order", () => {
  test("they name fields of the source, of joins, columns, and what is known of the source's items", async () => {
    const of = (conditions: NonNullable<(typeof orders)["conditions"]>) => ({ ...orders, conditions })
    const cases = [
      [[{ id: "State", search_value: ["done"] }], ["O3", "O2"]],
      [[{ id: "C.Kind", search_value: ["cafe"] }], ["O3", "O1"]],
      [[{ id: "Who", search_value: ["^cup$"] }], ["O2"]],
      [[{ id: "created_at", search_value: ["2026-01-02", "2026-01-03"] }], ["O3", "O2"]],
      [[{ id: "title", search_value: ["O1", "O3"], exact_match: true }], ["O3", "O1"]],
      [
        [
          {
            conditions: [
              { id: "Total", search_value: ["8", "12"] },
              { id: "C.Region", include_null: true, search_value: [] },
            ],
            use_or_condition: true,
          },
        ],
        ["O4", "O1"],
      ],
    ] as const
    const { as } = await shop(
      cases.map(([conditions], at) => ({ ...of([...conditions] as never), report_id: `R${at}` })),
    )
    for (const [at, [, found]] of cases.entries())
      expect(column(await rowsOf(as("ada"), {}, `R${at}`), "No")).toEqual(found)
  })

  test("rows are restricted before they are grouped, and by what is reckoned afterwards", async () => {
    const { as } = await shop([
      { ...sums, conditions: [{ id: "State", search_value: ["done"] }] },
      { ...sums, report_id: "Large", conditions: [{ id: "Sum", search_value: ["8", null] }] },
    ])
    expect((await rowsOf(as("ada"))).map(({ Who, Count, Sum }) => [Who, Count, Sum])).toEqual([
      ["Bean", 1, null],
      ["Cup", 1, 20.5],
    ])
    expect(column(await rowsOf(as("ada"), {}, "Large"), "Who")).toEqual(["Bean", "Cup"])
  })

  test("sorted by several columns, equal rows as they came", async () => {
    const { as } = await shop([{ ...orders, sort: [{ column: "Who", order: "desc" }, { column: "Total" }] }])
    expect(column(await rowsOf(as("ada")), "No")).toEqual(["O2", "O3", "O1", "O4"])
  })
})
