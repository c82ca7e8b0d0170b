import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"
import { badGroupRoles, heldRoles, roles } from "./grants.ts"

describe("AddGroupRoles (api.md section 13)", () => {
  test("adds to those there are", async () => {
    const scene = await people()
    const params = { "group-id": "SALES" }
    const body = roles(["SHOP", "CLERK"], ["CRM", "SELLER"])
    expect(await scene.as("ada").addGroupRoles({ params, body })).toMatchObject({ status: 200, body: {} })
    expect(await heldRoles(scene, "carol")).toEqual(["CRM:MEMBER", "CRM:SELLER", "SHOP:CLERK"])
  })

  test("refuses what is unknown, and changes nothing of the rest", async () => {
    const scene = await people()
    for (const [group, body] of badGroupRoles(scene)) {
      const ask = () => scene.as("ada").addGroupRoles({ params: { "group-id": group }, body })
      expect(await refusalOf(scene.world, ask), `${group} ${JSON.stringify(body)}`).toEqual([
        400,
        flat("INVALID_PARAMS"),
      ])
    }
  })

  test("accepts a workspace administrator alone", async () => {
    const { as, anybody, world } = await people()
    const params = { "group-id": "SALES" }
    const ask = () => as("dave").addGroupRoles({ params, body: {} })
    expect(await refusalOf(world, ask)).toEqual([403, flat("NO_PRIVILEGES")])
    expect((await refusalOf(world, () => anybody.addGroupRoles({ params, body: {} })))[0]).toBe(401)
  })
})
