import { describe, expect, test } from "vitest"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { bars, CHART } from "./bars.ts"
import { shop, sums } from "./shop.ts"

const get = { params: CHART }

describe("GetChartData (api.md section 21.3, model.md section 17)", () => {
  test("a label for each row of the report, a dataset for each column of numbers, 0 for nothing", async () => {
    const { as } = await shop(
      [
        {
          ...sums,
          columns: [...sums.columns, { display_id: "Avg", title: "Mean", field: "Cost", aggregate: "avg" }],
          sort: [{ column: "Who" }],
        },
      ],
      [{ ...bars, values: ["Sum", "Count", "Avg"], zero: true, color: "#123456" }],
    )
    expect(await as("ada").getChartData(get)).toMatchObject({ status: 200 })
    expect((await as("ada").getChartData(get)).body).toEqual({
      chart: { type: "bar" },
      color: "#123456",
      datasets: [
        { label: "Total", data: [7, 10, 20.5] },
        { label: "No", data: [1, 2, 1] },
        { label: "Mean", data: [0, 4, 5] },
      ],
      labels: ["", "Bean", "Cup"],
      title: { text: "Bars" },
      zero: true,
    })
  })

  test("a series splits the numbers, a dataset for each of its values in the order of the rows", async () => {
    const report = {
      datastore: "Lines",
      joins: [{ datastore: "Orders", via: "Order", as: "O" }],
      columns: [
        { display_id: "Product", field: "Product" },
        { display_id: "Order", field: "O.No" },
        { display_id: "Quantity", field: "Quantity" },
        { display_id: "Total", field: "O.Total" },
      ],
      sort: [{ column: "Order" }, { column: "Product" }],
    }
    const chart = { ...bars, type: "barStacked" as const, labels: "Product", series: "Order", values: ["Quantity"] }
    const { as } = await shop([report], [chart, { ...chart, chart_id: "Two", values: ["Quantity", "Total"] }])
    const { body } = await as("bob").getChartData(get)
    expect([body.chart.type, body.labels, body.color, body.zero]).toEqual(["barStacked", ["Dark", "Light"], "", false])
    expect(body.datasets).toEqual([
      { label: "O1", data: [2, 1] },
      { label: "O2", data: [5, 0] },
    ])
    const two = await as("bob").getChartData({ params: { ...CHART, "chart-id": "Two" } })
    expect(two.body.datasets).toEqual([
      { label: "O1 Quantity", data: [2, 1] },
      { label: "O1 Total", data: [10, 10] },
      { label: "O2 Quantity", data: [5, 0] },
      { label: "O2 Total", data: [20.5, 0] },
    ])
  })

  test("rows of one label are taken together as the column reckons", async () => {
    const { as } = await shop(
      [
        {
          datastore: "Lines",
          columns: [
            { display_id: "Product", field: "Product" },
            { display_id: "Order", field: "Order" },
            ...(["sum", "max", "min", "avg", "count"] as const).map((aggregate) => ({
              display_id: aggregate,
              field: "Quantity",
              aggregate,
            })),
          ],
          group_by: ["Product", "Order"],
          sort: [{ column: "Product" }],
        },
      ],
      [{ ...bars, type: "line", labels: "Product", values: ["sum", "max", "min", "avg", "count"] }],
    )
    const { body } = await as("bob").getChartData(get)
    expect(body.labels).toEqual(["Dark", "Light"])
    expect(body.datasets.map(({ data }) => data)).toEqual([
      [7, 1],
      [5, 1],
      [2, 1],
      [3.5, 1],
      [2, 1],
    ])
  })

  test("returns one label for one row, and none for no rows", async () => {
    const empty = { ...sums, conditions: [{ id: "No", search_value: ["none"] }] }
    const { as } = await shop([empty], [bars])
    expect((await as("ada").getChartData(get)).body).toMatchObject({
      labels: [],
      datasets: [{ label: "Total", data: [] }],
    })
  })

  test("days as reports write them, numbers as texts, records of one name apart", async () => {
    const { as } = await shop(
      [{ datastore: "Orders", columns: ["Due", "Total", "Team"].map((field) => ({ display_id: field, field })) }],
      [
        { ...bars, labels: "Due", values: ["Total"] },
        { ...bars, chart_id: "Numbers", labels: "Total", values: ["Total"] },
      ],
    )
    expect((await as("bob").getChartData(get)).body).toMatchObject({
      labels: ["2026/02/01", ""],
      datasets: [{ data: [10, 20.5] }],
    })
    const numbers = await as("bob").getChartData({ params: { ...CHART, "chart-id": "Numbers" } })
    expect(numbers.body).toMatchObject({ labels: ["", "20.5", "10"], datasets: [{ data: [0, 20.5, 10] }] })
  })

  test("a column that the caller is not shown: no numbers, no series, and without labels nothing at all", async () => {
    const report = {
      datastore: "Orders",
      columns: ["State", "Cost", "Total"].map((field) => ({ display_id: field, field })),
    }
    const { as } = await shop(
      [report],
      [
        { ...bars, labels: "State", values: ["Cost", "Total"] },
        { ...bars, chart_id: "Series", labels: "State", series: "Cost", values: ["Total"] },
        { ...bars, chart_id: "Labels", labels: "Cost", values: ["Total"] },
      ],
    )
    const ask = async (chart: string) =>
      (await as("bob").getChartData({ params: { ...CHART, "chart-id": chart } })).body
    expect((await ask("Bars")).datasets).toEqual([{ label: "Total", data: [20.5, 10] }])
    expect((await ask("Series")).datasets).toEqual([{ label: "Total", data: [20.5, 10] }])
    expect(await ask("Labels")).toMatchObject({ labels: [], datasets: [] })
    expect((await as("ada").getChartData(get)).body.datasets).toHaveLength(2)
  })

  test("404 where the chart is unknown, or its report is to the caller", async () => {
    const { as, world } = await shop([{ ...sums, roles: [] }], [bars])
    const ask = (name: string, chart: string) => () =>
      as(name).getChartData({ params: { ...CHART, "chart-id": chart } })
    expect(await refusalOf(world, ask("ada", "X"))).toEqual([404, flat("NOT_FOUND", "chart not found: X")])
    expect(await refusalOf(world, ask("bob", "Bars"))).toEqual([404, flat("NOT_FOUND", "chart not found: Bars")])
    const [chart] = world.view().table("charts").toArray()
    expect((await ask("ada", chart?.chId ?? "")()).status).toBe(200)
    await world.commit("Damage", null, (tx) => tx.remove("reports", chart?.rpId ?? ""))
    expect((await ask("ada", "Bars")()).status).toBe(404)
  })
})
