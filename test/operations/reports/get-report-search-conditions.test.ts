import { describe, expect, test } from "vitest"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { orders, REPORT, shop } from "./shop.ts"

const columns = [
  { display_id: "No", field: "No" },
  { display_id: "Name", field: "C.Name", disable_search: true },
  { field: "C.Kind", rpf_id: "kind", title: { en: "Kind of shop", ja: "種類" } },
  { display_id: "State", field: "State" },
  { display_id: "Cost", field: "Cost" },
  { display_id: "Kinds", field: "C.Kind", aggregate: "count" as const },
]

describe("GetReportSearchConditions (api.md section 21.3)", () => {
  test("the columns that can be searched, with what there is to choose from", async () => {
    const { as, world } = await shop([{ ...orders, columns, group_by: ["No"] }])
    const { status, body } = await as("bob").getReportSearchConditions({ params: REPORT })
    const datastores = world.view().table("datastores").toArray()
    const field = (name: string) =>
      datastores.flatMap(({ fields }) => fields).find(({ displayId }) => displayId === name)
    const rpf = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(status).toBe(200)
    expect(body).toEqual([
      { rpf_id: rpf, display_id: "No", f_id: field("No")?.fId, name: "No", dataType: "text", order: 0 },
      {
        rpf_id: "kind",
        f_id: field("Kind")?.fId,
        name: "Kind of shop",
        dataType: "select",
        order: 2,
        options: [
          { o_id: expect.any(String), value: "Shop", color: "#111", enabled: true, sort_id: 0 },
          { o_id: expect.any(String), value: "Café", color: "", enabled: true, sort_id: 1 },
        ],
      },
      {
        rpf_id: rpf,
        display_id: "State",
        f_id: field("State")?.fId,
        name: "State",
        dataType: "status",
        order: 3,
        statuses: [
          { s_id: expect.any(String), name: "Open", color: "#0f0" },
          { s_id: expect.any(String), name: "Done", color: "" },
        ],
      },
      { rpf_id: rpf, display_id: "Kinds", f_id: field("Kind")?.fId, name: "Kind", dataType: "number", order: 5 },
    ])
  })

  test("a field that only some are shown is a condition for them", async () => {
    const { as } = await shop([{ ...orders, columns }])
    const { body } = await as("ada").getReportSearchConditions({ params: REPORT })
    expect(body.map(({ name }) => name)).toContain("Cost")
  })

  test("404 where the report is unknown to the caller", async () => {
    const { as, world } = await shop([orders])
    const ask = (name: string, report: string) => () =>
      as(name).getReportSearchConditions({ params: { ...REPORT, "report-id": report } })
    expect(await refusalOf(world, ask("bob", "X"))).toEqual([404, flat("NOT_FOUND", "report not found: X")])
    expect(await refusalOf(world, ask("ned", "R"))).toEqual([404, flat("NOT_FOUND", "report not found: R")])
  })
})
