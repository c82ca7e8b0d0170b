import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"
import { badGrants, CRM, heldRoles, NO_GRANT, rolesOf } from "./grants.ts"

describe("AddRoleToUser (api.md section 13)", () => {
  test("grants, effective at once; repeating changes nothing", async () => {
    const scene = await people()
    const { as, uId, world } = scene
    const body = { user_id: uId("bob@acme.test", "B-1"), role_id: "SELLER" }
    expect(await as("ada").addRoleToUser({ params: CRM, body })).toMatchObject({ status: 200, body: { error: null } })
    expect(await heldRoles(scene, "bob")).toEqual(["CRM:MEMBER", "CRM:SELLER", "SHOP:CLERK"])
    const hash = world.hash()
    const internal = { ...body, role_id: rolesOf(scene, "CRM").SELLER }
    expect((await as("ada").addRoleToUser({ params: CRM, body: internal })).status).toBe(200)
    expect(world.hash()).toBe(hash)
  })

  test("ADMIN of the application may, and the workspace admin, nobody else", async () => {
    const scene = await people()
    const { as, uId, world } = scene
    const shop = { "app-id": "SHOP" }
    const admin = { user_id: uId("carol@acme.test"), role_id: "ADMIN" }
    expect((await as("ada").addRoleToUser({ params: shop, body: admin })).status).toBe(200)
    const body = { user_id: uId("pat@acme.test"), role_id: "CLERK" }
    expect((await as("carol").addRoleToUser({ params: shop, body })).status).toBe(200)
    for (const name of ["bob", "dave", "carol"]) {
      expect(await refusalOf(world, () => as(name).addRoleToUser({ params: CRM, body: {} }))).toEqual([403, NO_GRANT])
    }
  })

  test("refuses what is unknown, or of another application or workspace", async () => {
    const scene = await people()
    for (const [application, body] of badGrants(scene)) {
      const ask = () => scene.as("ada").addRoleToUser({ params: { "app-id": application }, body })
      expect(await refusalOf(scene.world, ask), JSON.stringify(body)).toEqual([400, flat("INVALID_PARAMS")])
    }
  })
})
