import { describe, expect, test } from "vitest"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { workshop } from "../../sample-worlds/workshop.ts"

describe("GetApplicationOfDatastore (api.md section 14)", () => {
  test("the application that a datastore lies in, by either ID of the datastore", async () => {
    const { as, application, datastore } = await workshop()
    const { pId, wId } = application("SHOP")
    for (const name of ["Orders", datastore("Orders").dId]) {
      const answer = await as("bob").getApplicationOfDatastore({ params: { "datastore-id": name } })
      expect([answer.status, answer.body]).toEqual([
        200,
        { p_id: pId, workspace_id: wId, name: "Shop", display_id: "SHOP" },
      ])
    }
  })

  test("404 where the datastore is unknown, hidden or of another workspace", async () => {
    const { as, world, datastore } = await workshop()
    for (const [name, asked] of [
      ["ada", "NOPE"],
      ["ada", datastore("People").dId],
      ["cleo", "Secrets"],
      ["ned", "Orders"],
    ] as const) {
      const ask = () => as(name).getApplicationOfDatastore({ params: { "datastore-id": asked } })
      expect(await refusalOf(world, ask)).toEqual([404, flat("NOT_FOUND", `datastore not found: ${asked}`)])
    }
  })
})
