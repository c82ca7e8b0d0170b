import { expect, test } from "vitest"
import { checkInvariants, createWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { expectUnchanged } from "../items/office.ts"

const ADA = "ada@acme.test"
const BOB = "bob@acme.test"
const PLACE = { application: "APP", datastore: "Goods" }
const file = { name: "a.txt", contentType: "text/plain", bytes: new TextEncoder().encode("hello") }

const start = () =>
  createWorld({
    fixture: fixtureOf({
      datastores: {
        Goods: {
          fields: {
            Name: { dataType: "text", as_title: true },
            Pictures: { dataType: "file", file: { multiple: true } },
          },
          actions: {
            Create: { crud_type: "1", default: true },
            Update: { crud_type: "2", default: true, roles: ["ADMIN"] },
          },
        },
      },
    }),
  })

test("takes an attached file from the item's value, and the revision stays", async () => {
  const world = await start()
  const ada = world.as(ADA)
  const { itemId } = await ada.createItem({ ...PLACE, item: { Name: "Nut" } })
  const upload = async () => (await ada.uploadFile({ ...PLACE, field: "Pictures", itemId, file })).fileId
  const [one, two] = [await upload(), await upload()]
  await ada.updateItem({ ...PLACE, itemId, revNo: 1, item: { Pictures: [one, two] } })
  await ada.deleteStorage({ fileId: one })
  const details = await ada.getItemDetails({ ...PLACE, itemId })
  expect(details.revNo).toBe(2)
  expect(details.values.Pictures).toMatchObject([{ fileId: two }])
  await expect(ada.getFile({ fileId: one })).rejects.toMatchObject({ code: "NOT_FOUND" })
  await ada.deleteStorage({ fileId: two })
  expect((await ada.getItemDetails({ ...PLACE, itemId })).values.Pictures).toEqual([])
  await checkInvariants(world)
})

test("an attached file needs the right to update its item", async () => {
  const world = await start()
  const ada = world.as(ADA)
  const { itemId } = await ada.createItem({ ...PLACE, item: { Name: "Nut" } })
  const { fileId } = await ada.uploadFile({ ...PLACE, field: "Pictures", itemId, file })
  await ada.updateItem({ ...PLACE, itemId, revNo: 1, item: { Pictures: [fileId] } })
  await expectUnchanged(world, async () => {
    await expect(world.as(BOB).deleteStorage({ fileId })).rejects.toMatchObject({ code: "NO_PRIVILEGES" })
  })
})

test("a file that no item contains is deleted by its uploader only", async () => {
  const world = await start()
  const { fileId } = await world.as(BOB).uploadFileDetached({ file })
  await expectUnchanged(world, async () => {
    await expect(world.as(ADA).deleteStorage({ fileId })).rejects.toMatchObject({ code: "NOT_FOUND" })
  })
  await world.as(BOB).deleteStorage({ fileId })
  await expect(world.as(BOB).deleteStorage({ fileId })).rejects.toMatchObject({ code: "NOT_FOUND" })
  await checkInvariants(world)
})
