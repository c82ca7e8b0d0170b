import { expect, test } from "vitest"
import { createWorld } from "../../../src/world/index.ts"
import { kitWorld } from "../../sample-worlds/kit-world.ts"
import { graphqlClient } from "../graphql-client.ts"

async function reports() {
  const world = await createWorld({ fixture: kitWorld })
  const tokenOf = async (email: string) =>
    (await graphqlClient(world).root("login", { loginInput: { email, password: "pw" } })).token
  return {
    ada: graphqlClient(world, await tokenOf("ada@kit.test")),
    dan: graphqlClient(world, await tokenOf("dan@kit.test")),
  }
}

test("getReports lists the reports that the caller may use", async () => {
  const { ada, dan } = await reports()
  const titles = async (client: typeof ada) =>
    (await client.root("getReports", { projectId: "SHOP" })).map((one: { title: string }) => one.title)
  expect(await titles(ada)).toEqual(["Rich", "Kinds", "Slots"])
  expect(await titles(dan)).toEqual(["Rich", "Kinds"])
  expect((await ada.root("getReports", { projectId: "SHOP" }))[0]).toMatchObject({
    display_order: expect.any(Number),
    hide_menu: false,
  })
})

test("reportData returns the rows and fields of a report", async () => {
  const { ada } = await reports()
  const [{ rp_id: reportId }] = await ada.root("getReports", { projectId: "SHOP" })
  const data = await ada.root("reportData", {
    projectId: "SHOP",
    reportId,
    reportDataPayload: { page: 1, per_page: 2, return_number_value: true, include_item_ref: true },
  })
  expect(data).toMatchObject({ error: null, errors: null, merge_cells: null, report_title: "Rich", totalItems: 5 })
  expect(data.report_results).toHaveLength(2)
  expect(data.report_results[0]).toHaveProperty("rev_no")
  expect(data.report_fields[0].conditions).toEqual([])
  const count = await ada.root("reportData", {
    projectId: "SHOP",
    reportId,
    reportDataPayload: { return_count_only: true },
  })
  expect(count).toMatchObject({ report_results: [], totalItems: 5 })
})
