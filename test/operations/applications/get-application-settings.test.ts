import { describe, expect, test } from "vitest"
import { flat, refusalOf } from "../../sample-worlds/people.ts"
import { workshop } from "../../sample-worlds/workshop.ts"

describe("GetApplicationSettings (api.md section 14)", () => {
  test("an application with its roles and datastores", async () => {
    const { as, application, datastore, rId } = await workshop()
    const { pId, wId } = application("SHOP")
    const answer = await as("ada").getApplicationSettings({ params: { "project-id": "SHOP" } })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        id: pId,
        application_id: pId,
        workspace_id: wId,
        name: "Shop",
        display_id: "SHOP",
        names: { en: "Shop", ja: "店" },
        roles: [
          { role_id: rId("ADMIN"), display_id: "ADMIN", name: "admin", type: "ADMIN" },
          { role_id: rId("MEMBER"), display_id: "MEMBER", name: "member", type: "MEMBER" },
          { role_id: rId("CLERK"), display_id: "CLERK", name: "clerk", type: "CUSTOM" },
        ],
        datastores: [
          { datastore_id: datastore("Orders").dId, name: "Orders", display_id: "Orders" },
          { datastore_id: datastore("Secrets").dId, name: "Secrets", display_id: "Secrets" },
        ],
      },
    ])
  })

  test("any role reads them, by either ID; datastores that roles hide are left out", async () => {
    const { as, application } = await workshop()
    for (const project of ["SHOP", application("SHOP").pId]) {
      const { status, body } = await as("cleo").getApplicationSettings({ params: { "project-id": project } })
      expect(status).toBe(200)
      expect(body.datastores.map((datastore) => datastore.display_id)).toEqual(["Orders"])
      expect(body.roles.map((role) => role.display_id)).toEqual(["ADMIN", "MEMBER", "CLERK"])
    }
  })

  test("403 without a role of the application", async () => {
    const { as, world } = await workshop()
    for (const [name, project] of [
      ["ned", "SHOP"],
      ["ada", "LAB"],
    ] as const) {
      const ask = () => as(name).getApplicationSettings({ params: { "project-id": project } })
      expect(await refusalOf(world, ask)).toEqual([403, flat("NO_PRIVILEGES")])
    }
  })

  test("404 where it is unknown or of another workspace, 401 without a token", async () => {
    const { as, anybody, world, application } = await workshop()
    for (const project of ["NOPE", "shop", "HR", application("HR").pId]) {
      const ask = () => as("ada").getApplicationSettings({ params: { "project-id": project } })
      expect(await refusalOf(world, ask)).toEqual([404, flat("NOT_FOUND", `application not found: ${project}`)])
    }
    expect((await anybody.getApplicationSettings({ params: { "project-id": "SHOP" } })).status).toBe(401)
  })
})
