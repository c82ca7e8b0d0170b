import { expect, test } from "vitest"
import { workshop } from "../../sample-worlds/workshop.ts"

test("ADMIN, MEMBER, then the others by creation, with the users who hold them directly or through a group", async () => {
  const { world, application } = await workshop()
  const { wId } = application("SHOP")
  await world.as("ned@acme.test").addGroupRoles({ group: "ACME", roles: [{ application: "SHOP", role: "CLERK" }] })
  const { roles } = await world.as("ada@acme.test").getProjectRolesAndMember({ workspace: wId, application: "SHOP" })
  expect(roles.map(({ displayId, members }) => [displayId, members.map(({ email }) => email)])).toEqual([
    ["ADMIN", ["ada@acme.test"]],
    ["MEMBER", ["bob@acme.test"]],
    ["CLERK", ["ada@acme.test", "bob@acme.test", "cleo@acme.test", "ned@acme.test"]],
  ])
})

test("unknown or foreign places are refused", async () => {
  const { world, application } = await workshop()
  const { wId } = application("SHOP")
  const ask = (user: string, workspace: string, name: string) =>
    world.as(user).getProjectRolesAndMember({ workspace, application: name })
  await expect(ask("ada@acme.test", wId, "NONE")).rejects.toMatchObject({ code: "NOT_FOUND" })
  await expect(ask("ada@acme.test", wId, "HR")).rejects.toMatchObject({ code: "NOT_FOUND" })
  await expect(ask("olga@globex.test", wId, "SHOP")).rejects.toMatchObject({ code: "NO_PRIVILEGES" })
})
