import { describe, expect, test } from "vitest"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { workshop } from "../../sample-worlds/workshop.ts"

describe("GetApplicationAndDatastore (api.md section 14)", () => {
  test("both, by either ID of the datastore", async () => {
    const { as, application, datastore } = await workshop()
    const { pId, wId } = application("SHOP")
    const { dId } = datastore("Orders")
    for (const name of ["Orders", dId]) {
      const answer = await as("cleo").getApplicationAndDatastore({ params: { "datastore-id": name } })
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          project: { p_id: pId, workspace_id: wId, name: "Shop", display_id: "SHOP" },
          datastore: { d_id: dId, p_id: pId, name: "Orders", display_id: "Orders" },
        },
      ])
    }
  })

  test("404 where the datastore is unknown or hidden", async () => {
    const { as, world } = await workshop()
    for (const [name, asked] of [
      ["ada", "People"],
      ["cleo", "Secrets"],
    ] as const) {
      const ask = () => as(name).getApplicationAndDatastore({ params: { "datastore-id": asked } })
      expect(await refusalOf(world, ask)).toEqual([404, flat("NOT_FOUND", `datastore not found: ${asked}`)])
    }
  })
})
