import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"
import { CRM, rolesOf } from "./grants.ts"

describe("GetRoles (api.md section 13)", () => {
  test("the roles of an application", async () => {
    const scene = await people()
    const answer = await scene.as("bob").getRoles({ params: CRM })
    const roles = rolesOf(scene, "CRM")
    expect(answer.body.map(({ project_id, ...role }) => role)).toEqual([
      { role_id: roles.ADMIN, display_id: "ADMIN", name: "admin", type: "ADMIN" },
      { role_id: roles.MEMBER, display_id: "MEMBER", name: "member", type: "MEMBER" },
      { role_id: roles.SELLER, display_id: "SELLER", name: "seller", type: "CUSTOM" },
    ])
    for (const application of ["NOPE", "HR"]) {
      const ask = () => scene.as("ada").getRoles({ params: { "app-id": application } })
      expect(await refusalOf(scene.world, ask)).toEqual([404, flat("NOT_FOUND")])
    }
  })
})
