import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"
import { badGrants, CRM, heldRoles, NO_GRANT } from "./grants.ts"

describe("RemoveRoleFromUser (api.md section 13)", () => {
  test("takes away, effective at once; repeating changes nothing", async () => {
    const scene = await people()
    const { as, uId, world } = scene
    const body = { user_id: uId("bob@acme.test", "B-1"), role_id: "SELLER" }
    await as("ada").addRoleToUser({ params: CRM, body })
    expect(await as("ada").removeRoleFromUser({ params: CRM, body })).toMatchObject({
      status: 200,
      body: { error: null },
    })
    expect(await heldRoles(scene, "bob")).toEqual(["CRM:MEMBER", "SHOP:CLERK"])
    const hash = world.hash()
    expect((await as("ada").removeRoleFromUser({ params: CRM, body })).status).toBe(200)
    expect(world.hash()).toBe(hash)
  })

  test("keeps a role that comes from a group", async () => {
    const scene = await people()
    const body = { user_id: scene.uId("carol@acme.test"), role_id: "SELLER" }
    expect((await scene.as("ada").removeRoleFromUser({ params: CRM, body })).status).toBe(200)
    expect(await heldRoles(scene, "carol")).toEqual(["CRM:MEMBER", "CRM:SELLER"])
  })

  test("ADMIN of the application may, and the workspace admin, nobody else", async () => {
    const scene = await people()
    const { as, uId, world } = scene
    const shop = { "app-id": "SHOP" }
    await as("ada").addRoleToUser({ params: shop, body: { user_id: uId("carol@acme.test"), role_id: "ADMIN" } })
    const body = { user_id: uId("bob@acme.test", "B-1"), role_id: "CLERK" }
    expect((await as("carol").removeRoleFromUser({ params: shop, body })).status).toBe(200)
    expect(await heldRoles(scene, "bob")).toEqual(["CRM:MEMBER"])
    for (const name of ["bob", "dave", "carol"]) {
      const ask = () => as(name).removeRoleFromUser({ params: CRM, body: {} })
      expect(await refusalOf(world, ask)).toEqual([403, NO_GRANT])
    }
  })

  test("refuses what is unknown, or of another application or workspace", async () => {
    const scene = await people()
    for (const [application, body] of badGrants(scene)) {
      const ask = () => scene.as("ada").removeRoleFromUser({ params: { "app-id": application }, body })
      expect(await refusalOf(scene.world, ask), JSON.stringify(body)).toEqual([400, flat("INVALID_PARAMS")])
    }
  })
})
