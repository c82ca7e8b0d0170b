import { expect, test } from "vitest"
import { workshop } from "../../sample-worlds/workshop.ts"

test("true only when another datastore of the application has the display ID", async () => {
  const { world } = await workshop()
  const ada = world.as("ada@acme.test")
  const ask = async (displayId: string) =>
    (await ada.validateDatastoreDisplayID({ application: "SHOP", datastore: "Orders", displayId })).exists
  expect(await ask("Secrets")).toBe(true)
  expect(await ask("Orders")).toBe(false)
  expect(await ask("Tests")).toBe(false)
  const unknown = ada.validateDatastoreDisplayID({ application: "SHOP", datastore: "None", displayId: "X" })
  await expect(unknown).rejects.toMatchObject({ code: "NOT_FOUND" })
})
