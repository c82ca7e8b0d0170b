import { expect, test } from "vitest"
import { checkInvariants } from "../../../src/world/index.ts"
import { workshop } from "../../sample-worlds/workshop.ts"
import { expectUnchanged } from "../items/office.ts"

const ADA = "ada@acme.test"

test("ends everything in the application, and takes its roles from users and groups", async () => {
  const { world, application, rId } = await workshop()
  const { pId } = application("SHOP")
  const roles = ["ADMIN", "MEMBER", "CLERK"].map((role) => rId(role))
  await world.as("ned@acme.test").addGroupRoles({ group: "ACME", roles: [{ application: "SHOP", role: "CLERK" }] })
  await world.as(ADA).deleteProject({ application: "SHOP" })
  const view = world.view()
  expect(view.get("applications", pId)).toBeUndefined()
  expect(view.all("datastores").some((datastore) => datastore.pId === pId)).toBe(false)
  expect(view.all("autoActions")).toEqual([])
  for (const role of roles) {
    expect(view.get("roles", role)).toBeUndefined()
    expect(view.all("users").some((user) => user.roles.some((held) => held === role))).toBe(false)
    expect(view.all("groups").some((group) => group.roles.some((held) => held === role))).toBe(false)
  }
  const { applications } = await world
    .as("bob@acme.test")
    .getApplicationsAndDatastores({ workspace: application("LAB").wId })
  expect(applications.map(({ displayId }) => displayId)).toEqual(["LAB"])
  await checkInvariants(world)
})

test("lookups of other applications into it become empty", async () => {
  const { world } = await workshop()
  const ada = world.as(ADA)
  const bob = world.as("bob@acme.test")
  const { itemId } = await ada.createItem({ application: "SHOP", datastore: "Secrets", item: { Name: "Key" } })
  const place = { application: "LAB", datastore: "Tests" }
  const lookup = { application: "SHOP", datastore: "Secrets" }
  await bob.createField({ ...place, settings: { dataType: "dslookup", displayId: "Of", name: "Of", dslookup: lookup } })
  const test = await bob.createItem({ ...place, item: { Name: "Test", Of: itemId } })
  expect((await bob.getItemDetails({ ...place, itemId: test.itemId })).values.Of).not.toBeNull()
  await ada.deleteProject({ application: "SHOP" })
  expect((await bob.getItemDetails({ ...place, itemId: test.itemId })).values.Of).toBeNull()
  await checkInvariants(world)
})

test("needs ADMIN; a workspace administrator without it is refused", async () => {
  const { world } = await workshop()
  await expectUnchanged(world, async () => {
    for (const user of ["bob@acme.test", "ned@acme.test"]) {
      await expect(world.as(user).deleteProject({ application: "SHOP" })).rejects.toMatchObject({
        code: "NO_PRIVILEGES",
      })
    }
    await expect(world.as(ADA).deleteProject({ application: "NONE" })).rejects.toMatchObject({ code: "NOT_FOUND" })
  })
})
