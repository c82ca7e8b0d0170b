import { expect, test } from "vitest"
import { checkInvariants, createWorld, dumpFixture } from "../../../src/world/index.ts"
import { workshop } from "../../sample-worlds/workshop.ts"
import { expectUnchanged } from "../items/office.ts"

const ADA = "ada@acme.test"
const ORDERS = { application: "SHOP", datastore: "Orders" }

test("changes display ID and name; absent parts stay", async () => {
  const { world } = await workshop()
  const ada = world.as(ADA)
  const before = world
    .view()
    .all("datastores")
    .find(({ displayId }) => displayId === "Orders")
  await ada.updateDatastoreSetting({ ...ORDERS, displayId: "Sales" })
  const read = () => world.view().get("datastores", before?.dId ?? "")
  expect(read()).toEqual({ ...before, displayId: "Sales" })
  await ada.updateDatastoreSetting({ datastore: "Sales", name: { ja: "販売" } })
  expect(read()?.name).toEqual({ en: "Orders", ja: "販売" })
  expect((await ada.itemList({ application: "SHOP", datastore: "Sales" })).totalItems).toBe(2)
})

test("display settings are kept, one by one, and survive an export", async () => {
  const { world, datastore } = await workshop()
  const ada = world.as(ADA)
  const hash = world.hash()
  await ada.updateDatastoreSetting({ ...ORDERS, display: { showInMenu: true, useGridView: false } })
  expect(datastore("Orders").display).toBeUndefined()
  expect(world.hash()).toBe(hash)
  await ada.updateDatastoreSetting({ ...ORDERS, display: { showInMenu: false, extendLimitTextareaLength: 500 } })
  await ada.updateDatastoreSetting({ ...ORDERS, display: { useGridView: true } })
  expect(datastore("Orders").display).toMatchObject({
    showInMenu: false,
    extendLimitTextareaLength: 500,
    useGridView: true,
    useBoardView: false,
  })
  const copy = await createWorld({ fixture: dumpFixture(world) })
  expect(
    copy
      .view()
      .all("datastores")
      .find(({ displayId }) => displayId === "Orders")?.display,
  ).toEqual(datastore("Orders").display)
  await checkInvariants(world)
})

test("taken and malformed display IDs, empty names and users without ADMIN are refused", async () => {
  const { world } = await workshop()
  const ada = world.as(ADA)
  await expectUnchanged(world, async () => {
    for (const change of [{ displayId: "Secrets" }, { displayId: "with blank" }, { name: "" }, { name: { en: " " } }]) {
      await expect(ada.updateDatastoreSetting({ ...ORDERS, ...change })).rejects.toMatchObject({
        code: "INVALID_PARAMS",
      })
    }
    const bob = world.as("bob@acme.test").updateDatastoreSetting({ ...ORDERS, displayId: "X" })
    await expect(bob).rejects.toMatchObject({ code: "NO_PRIVILEGES" })
  })
  await ada.updateDatastoreSetting({ ...ORDERS, displayId: "Orders" })
  await ada.updateDatastoreSetting({ ...ORDERS, displayId: "Tests" })
})
