import { expect, test } from "vitest"
import { workshop } from "../../sample-worlds/workshop.ts"
import { expectUnchanged } from "../items/office.ts"

test("sets each of the four themes; others and users without ADMIN are refused", async () => {
  const { world, application } = await workshop()
  const ada = world.as("ada@acme.test")
  for (const theme of ["blue", "white", "gray", "black"]) {
    await ada.updateProjectTheme({ application: "SHOP", theme })
    expect(application("SHOP").theme).toBe(theme)
  }
  await expectUnchanged(world, async () => {
    const other = ada.updateProjectTheme({ application: "SHOP", theme: "Blue" })
    await expect(other).rejects.toMatchObject({ code: "INVALID_PARAMS" })
    const bob = world.as("bob@acme.test").updateProjectTheme({ application: "SHOP", theme: "blue" })
    await expect(bob).rejects.toMatchObject({ code: "NO_PRIVILEGES" })
  })
})
