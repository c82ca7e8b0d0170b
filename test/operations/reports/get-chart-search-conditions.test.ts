import { describe, expect, test } from "vitest"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { bars, CHART } from "./bars.ts"
import { REPORT, shop, sums } from "./shop.ts"

describe("GetChartSearchConditions (api.md section 21.3)", () => {
  test("those of the chart's report, without options", async () => {
    const columns = [...sums.columns, { display_id: "Kind", field: "C.Kind" }, { display_id: "State", field: "State" }]
    const { as } = await shop([{ ...sums, columns }], [bars])
    const { status, body } = await as("bob").getChartSearchConditions({ params: CHART })
    const report = await as("bob").getReportSearchConditions({ params: REPORT })
    expect(status).toBe(200)
    expect(body).toEqual(report.body.map(({ options: _, ...rest }) => rest))
    expect(body.map(({ display_id }) => display_id)).toEqual(["Who", "Count", "Sum", "First", "Kind", "State"])
    expect(body.at(-1)?.statuses).toHaveLength(2)
  })

  test("404 where the chart is unknown to the caller", async () => {
    const { as, world } = await shop([sums], [bars])
    const ask = () => as("ned").getChartSearchConditions({ params: CHART })
    expect(await refusalOf(world, ask)).toEqual([404, flat("NOT_FOUND", "chart not found: Bars")])
  })
})
