import { describe, expect, test } from "vitest"
import { flat, people, refusalOf } from "../../sample-worlds/people.ts"
import { CRM, rolesOf } from "./grants.ts"

describe("GetRoleUsers (api.md section 13)", () => {
  test("directly or by a group, once each", async () => {
    const { as, uId } = await people()
    const users = async (role: string) =>
      (await as("bob").getRoleUsers({ params: { ...CRM, "role-id": role } })).body.role_users
    expect(await users("ADMIN")).toEqual([{ email: "ada@acme.test", u_id: uId("ada@acme.test"), username: "Ada" }])
    await as("ada").addRoleToUser({ params: CRM, body: { user_id: uId("carol@acme.test"), role_id: "SELLER" } })
    await as("ada").addRoleToUser({ params: CRM, body: { user_id: uId("pat@acme.test"), role_id: "SELLER" } })
    expect((await users("SELLER")).map((user) => user.username)).toEqual([
      "Carol",
      "Dave",
      "Shared",
      "Shared Two",
      "Pat",
    ])
    expect(await users("MEMBER")).toHaveLength(9)
  })

  test("an unknown role or application", async () => {
    const scene = await people()
    const ask = (application: string, role: string) => () =>
      scene.as("ada").getRoleUsers({ params: { "app-id": application, "role-id": role } })
    for (const [application, role] of [
      ["CRM", "NOPE"],
      ["CRM", "CLERK"],
      ["CRM", rolesOf(scene, "SHOP").CLERK],
      ["HR", "ADMIN"],
      ["NOPE", "ADMIN"],
    ] as [string, string][]) {
      expect(await refusalOf(scene.world, ask(application, role))).toEqual([404, flat("NOT_FOUND")])
    }
  })
})
