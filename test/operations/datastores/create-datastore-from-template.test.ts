import { expect, test } from "vitest"
import { checkInvariants, createWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { workshop } from "../../sample-worlds/workshop.ts"
import { expectUnchanged } from "../items/office.ts"

const ADA = "ada@acme.test"
const SHOP = { application: "SHOP" }

test("adds a datastore with exactly a title and a status, three statuses and seven actions", async () => {
  const { world } = await workshop()
  const ada = world.as(ADA)
  const { dId, displayId } = await ada.createDatastoreFromTemplate({ ...SHOP, template: "SEED1" })
  expect(displayId).toBe(dId)
  const datastore = world.view().expect("datastores", dId)
  expect(datastore.name).toEqual({ en: "New datastore", ja: "新しいデータストア" })
  expect(datastore.fields).toMatchObject([
    {
      displayId: "Title",
      dataType: "text",
      asTitle: true,
      search: true,
      showList: true,
      name: { en: "Title", ja: "タイトル" },
    },
    {
      displayId: "Status",
      dataType: "status",
      status: true,
      search: true,
      showList: true,
      name: { en: "Status", ja: "ステータス" },
    },
  ])
  expect(datastore.fields).toHaveLength(2)
  expect(datastore.statuses.map(({ displayId: id, name }) => [id, name.en, name.ja])).toEqual([
    ["New", "New", "新規"],
    ["InProgress", "In progress", "処理中"],
    ["Done", "Done", "完了"],
  ])
  const statusOf = (sId: string | null) => datastore.statuses.find((status) => status.sId === sId)?.displayId
  const actions = datastore.actions.map((action) => [
    action.displayId,
    action.crudType,
    action.isDefault,
    statusOf(action.statusId),
    statusOf(action.setStatus),
  ])
  expect(actions).toEqual([
    ["CreateItem", "1", true, undefined, undefined],
    ["UpdateItem", "2", true, undefined, undefined],
    ["CopyItem", "4", true, undefined, undefined],
    ["DeleteItem", "3", true, undefined, undefined],
    ["StartProgress", "2", false, "New", "InProgress"],
    ["Complete", "2", false, "InProgress", "Done"],
    ["Reopen", "2", false, "Done", "New"],
  ])
  await checkInvariants(world)
})

test("every role of the application sees it, and items run through its statuses", async () => {
  const { world } = await workshop()
  const { dId } = await world.as(ADA).createDatastoreFromTemplate({ ...SHOP, template: "SEED1" })
  for (const user of ["bob@acme.test", "cleo@acme.test"]) {
    const acting = world.as(user)
    const place = { ...SHOP, datastore: dId }
    const { itemId } = await acting.createItem({ ...place, item: { Title: "First" } })
    const status = async () => (await acting.getItemDetails({ ...place, itemId })).status
    expect(await status()).toBe("New")
    for (const [actionId, next, revNo] of [
      ["StartProgress", "InProgress", 1],
      ["Complete", "Done", 2],
      ["Reopen", "New", 3],
    ] as const) {
      await acting.executeActionByActionID({ datastore: dId, itemId, actionId, revNo })
      expect(await status()).toBe(next)
    }
    await acting.executeActionByActionID({ datastore: dId, itemId, actionId: "CopyItem", revNo: 4 })
    const { items } = await acting.itemList({ ...place, conditions: [{ id: "Title", searchValue: ["First"] }] })
    expect(items.length).toBeGreaterThan(1)
  }
  await checkInvariants(world)
})

test("other templates, users without ADMIN and unknown applications are refused", async () => {
  const { world } = await workshop()
  await expectUnchanged(world, async () => {
    const ada = world.as(ADA)
    await expect(ada.createDatastoreFromTemplate({ ...SHOP, template: "SEED2" })).rejects.toMatchObject({
      code: "INVALID_PARAMS",
    })
    const bob = world.as("bob@acme.test").createDatastoreFromTemplate({ ...SHOP, template: "SEED1" })
    await expect(bob).rejects.toMatchObject({ code: "NO_PRIVILEGES" })
    const nowhere = ada.createDatastoreFromTemplate({ application: "NONE", template: "SEED1" })
    await expect(nowhere).rejects.toMatchObject({ code: "NOT_FOUND" })
  })
})

test("a full workspace is refused", async () => {
  const world = await createWorld({
    fixture: fixtureOf({
      datastores: { One: { fields: { Name: { dataType: "text", as_title: true } } } },
      workspace: { limits: { datastores: 2 } },
    }),
  })
  const ada = world.as(ADA)
  await ada.createDatastoreFromTemplate({ application: "APP", template: "SEED1" })
  const third = expectUnchanged(world, () => ada.createDatastoreFromTemplate({ application: "APP", template: "SEED1" }))
  await expect(third).rejects.toMatchObject({ code: "INVALID_SETTINGS" })
})
