import { describe, expect, test } from "vitest"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { workshop } from "../../sample-worlds/workshop.ts"

describe("GetDatastores (api.md section 15)", () => {
  test("the datastores of an application, in the order they were made", async () => {
    const { as, application, datastore } = await workshop()
    const flags = { deleted: false, imported: false, uploading: false }
    for (const project of ["SHOP", application("SHOP").pId]) {
      const answer = await as("bob").getDatastores({ params: { "project-id": project } })
      expect([answer.status, answer.body]).toEqual([
        200,
        [
          { datastore_id: datastore("Orders").dId, name: "Orders", display_id: "Orders", ...flags },
          { datastore_id: datastore("Secrets").dId, name: "Secrets", display_id: "Secrets", ...flags },
        ],
      ])
    }
  })

  test("leaves out datastores that the caller's roles hide", async () => {
    const { as } = await workshop()
    const { body } = await as("cleo").getDatastores({ params: { "project-id": "SHOP" } })
    expect(body.map((datastore) => datastore.display_id)).toEqual(["Orders"])
  })

  test("403 without a role, 404 where the application is unknown", async () => {
    const { as, world } = await workshop()
    const ask = (name: string, project: string) => () => as(name).getDatastores({ params: { "project-id": project } })
    expect(await refusalOf(world, ask("ned", "SHOP"))).toEqual([403, flat("NO_PRIVILEGES")])
    expect(await refusalOf(world, ask("ada", "HR"))).toEqual([404, flat("NOT_FOUND", "application not found: HR")])
  })
})
