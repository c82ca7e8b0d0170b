import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"
import { badGroupRoles, heldRoles, roles } from "./grants.ts"

describe("UpdateGroupRoles (api.md section 13)", () => {
  test("replaces all, over all applications", async () => {
    const scene = await people()
    const { as } = scene
    const params = { "group-id": "SALES" }
    await as("ada").addGroupRoles({ params, body: roles(["SHOP", "CLERK"], ["CRM", "SELLER"]) })
    await as("ada").updateGroupRoles({ params, body: roles(["SHOP", "MEMBER"], ["SHOP", "MEMBER"]) })
    expect(await heldRoles(scene, "carol")).toEqual(["CRM:MEMBER", "SHOP:MEMBER"])
    await as("ada").updateGroupRoles({ params: { "group-id": scene.gId("SALES") }, body: roles() })
    expect(await heldRoles(scene, "carol")).toEqual(["CRM:MEMBER"])
  })

  test("refuses what is unknown, and changes nothing of the rest", async () => {
    const scene = await people()
    for (const [group, body] of badGroupRoles(scene)) {
      const ask = () => scene.as("ada").updateGroupRoles({ params: { "group-id": group }, body })
      expect(await refusalOf(scene.world, ask), `${group} ${JSON.stringify(body)}`).toEqual([
        400,
        flat("INVALID_PARAMS"),
      ])
    }
  })

  test("accepts a workspace administrator alone", async () => {
    const { as, anybody, world } = await people()
    const params = { "group-id": "SALES" }
    const ask = () => as("dave").updateGroupRoles({ params, body: {} })
    expect(await refusalOf(world, ask)).toEqual([403, flat("NO_PRIVILEGES")])
    expect((await refusalOf(world, () => anybody.updateGroupRoles({ params, body: {} })))[0]).toBe(401)
  })
})
