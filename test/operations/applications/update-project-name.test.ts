import { expect, test } from "vitest"
import { checkInvariants, createWorld, dumpFixture } from "../../../src/world/index.ts"
import { workshop } from "../../sample-worlds/workshop.ts"
import { expectUnchanged } from "../items/office.ts"

const ADA = "ada@acme.test"

test("changes name, display ID and theme; absent parts stay", async () => {
  const { world, application } = await workshop()
  const ada = world.as(ADA)
  const before = application("SHOP")
  await ada.updateProjectName({ application: "SHOP", name: { ja: "商店" } })
  expect(application("SHOP")).toEqual({ ...before, name: { en: "Shop", ja: "商店" } })
  await ada.updateProjectName({ application: "SHOP", displayId: "STORE", theme: "gray" })
  expect(application("STORE")).toEqual({
    ...before,
    name: { en: "Shop", ja: "商店" },
    displayId: "STORE",
    theme: "gray",
  })
  await checkInvariants(world)
})

test("the theme survives an export", async () => {
  const { world } = await workshop()
  await world.as(ADA).updateProjectName({ application: "SHOP", theme: "black" })
  const copy = await createWorld({ fixture: dumpFixture(world) })
  expect(
    copy
      .view()
      .all("applications")
      .map(({ theme }) => theme),
  ).toEqual(["black", undefined, undefined])
})

test("taken or malformed display IDs, other themes, empty names and users without ADMIN are refused", async () => {
  const { world } = await workshop()
  await expectUnchanged(world, async () => {
    const ada = world.as(ADA)
    for (const change of [{ displayId: "LAB" }, { displayId: "a b" }, { theme: "pink" }, { name: "" }]) {
      await expect(ada.updateProjectName({ application: "SHOP", ...change })).rejects.toMatchObject({
        code: "INVALID_PARAMS",
      })
    }
    const bob = world.as("bob@acme.test").updateProjectName({ application: "SHOP", displayId: "X" })
    await expect(bob).rejects.toMatchObject({ code: "NO_PRIVILEGES" })
    await expect(ada.updateProjectName({ application: "NONE" })).rejects.toMatchObject({ code: "NOT_FOUND" })
  })
  await world.as(ADA).updateProjectName({ application: "SHOP", displayId: "HR" })
})
