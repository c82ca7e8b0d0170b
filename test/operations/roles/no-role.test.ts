import { expect, test } from "vitest"
import { people } from "../../sample-worlds/people.ts"

test("GetRoles, GetRoleUsers and GetUserQueries return 200 to members without a role (api.md section 13)", async () => {
  const { as } = await people()
  const shop = { "app-id": "SHOP" }
  // Carol has no role of Shop.
  const reader = as("carol")
  const { body } = await reader.getUserInfo()
  expect(JSON.stringify(body.user_roles)).not.toContain("CLERK")
  const answers = [
    await reader.getRoles({ params: shop }),
    await reader.getRoleUsers({ params: { ...shop, "role-id": "CLERK" } }),
    await reader.getUserQueries({ params: shop }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
})
