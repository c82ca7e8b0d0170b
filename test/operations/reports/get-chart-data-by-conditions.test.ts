import { describe, expect, test } from "vitest"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { bars, CHART } from "./bars.ts"
import { shop, sums } from "./shop.ts"

describe("GetChartDataByConditions (api.md section 21.3)", () => {
  test("draws the rows that fit, in both routes", async () => {
    const { as } = await shop([sums], [bars])
    const ask = async (conditions: readonly object[] | undefined, route = 0) => {
      const { body } = await as("ada").getChartDataByConditions({ params: CHART, body: { conditions }, route })
      return [body.labels, body.datasets[0]?.data]
    }
    expect(await ask(undefined)).toEqual([
      ["", "Bean", "Cup"],
      [7, 10, 20.5],
    ])
    expect(await ask([{ id: "First", search_value: ["O[12]"] }], 1)).toEqual([
      ["Cup", "Bean"],
      [20.5, 10],
    ])
    expect(await ask([{ id: "Sum", search_value: ["8", null] }])).toEqual([
      ["Bean", "Cup"],
      [10, 20.5],
    ])
  })

  test("conditions that can't be tried are refused; an unknown chart first", async () => {
    const { as, world } = await shop([sums], [bars])
    const ask = (chart: string, body: object) => () =>
      as("bob").getChartDataByConditions({ params: { ...CHART, "chart-id": chart }, body })
    expect(await refusalOf(world, ask("Bars", { conditions: [{ id: "Nope" }] }))).toEqual([
      400,
      flat("INVALID_PARAMS", "unknown condition id: Nope"),
    ])
    expect((await refusalOf(world, ask("Bars", { conditions: {} })))[0]).toBe(400)
    expect(await refusalOf(world, ask("X", { conditions: {} }))).toEqual([404, flat("NOT_FOUND", "chart not found: X")])
  })
})
