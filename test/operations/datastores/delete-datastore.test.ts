import { expect, test } from "vitest"
import type { Fixture } from "../../../src/fixtures/index.ts"
import { itemsTable } from "../../../src/state/index.ts"
import { checkInvariants, createWorld, type World } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { expectUnchanged } from "../items/office.ts"

const ADA = "ada@acme.test"
const APP = { application: "APP" }

/** Orders look up Goods. Goods have files, saved lists, auto actions, reports and charts. Notes only link to both. */
const shop: Fixture = fixtureOf({
  datastores: {
    Goods: {
      fields: {
        Name: { dataType: "text", as_title: true },
        Pictures: { dataType: "file" },
        No: { dataType: "autonum" },
      },
      items: [
        { key: "nut", values: { Name: "Nut" } },
        { key: "bolt", values: { Name: "Bolt" }, links: ["@nut"] },
      ],
    },
    Orders: {
      fields: {
        Title: { dataType: "text", as_title: true },
        Good: { dataType: "dslookup", dslookup: { datastore: "Goods", field: "Name", reverse_link: true } },
      },
      relations: ["Goods"],
      auto_links: [{ field: "Title", to: "Goods.Name", both: true }],
      items: [
        { key: "one", values: { Title: "One", Good: "Goods@nut" } },
        { key: "two", values: { Title: "Two" }, links: ["Goods@bolt"] },
      ],
    },
    Notes: { fields: { Text: { dataType: "text", as_title: true } }, items: [{ values: { Text: "Stay" } }] },
  },
  application: {
    queries: [
      { name: "Of goods", datastore_id: "Goods", conditions: [] },
      { name: "Of orders", datastore_id: "Orders", conditions: [] },
    ],
    auto_actions: ["Goods", "Orders"].map((datastore_id) => ({
      name: `Nightly ${datastore_id}`,
      datastore_id,
      action_id: "UpdateItem",
      conditions: [],
      action_schedule: { time_type: "day", time_value: "01:00" },
    })),
    reports: [
      { report_id: "GOODS", name: "Goods", datastore: "Goods", columns: [{ rpf_id: "a".repeat(24), field: "Name" }] },
      {
        report_id: "JOINED",
        name: "Joined",
        datastore: "Orders",
        joins: [{ as: "g", datastore: "Goods", via: "Good" }],
        columns: [{ rpf_id: "b".repeat(24), field: "Title" }],
      },
      {
        report_id: "ORDERS",
        name: "Orders",
        datastore: "Orders",
        columns: [{ rpf_id: "c".repeat(24), field: "Title" }],
      },
    ],
  },
})

const ids = (world: World, table: "queries" | "autoActions") =>
  world
    .view()
    .all(table)
    .map(({ name }) => name)

const datastoreOf = (world: World, displayId: string) => {
  const found = world
    .view()
    .all("datastores")
    .find((datastore) => datastore.displayId === displayId)
  if (found === undefined) throw new Error(`no datastore ${displayId}`)
  return found
}

const start = () => createWorld({ fixture: shop })

test("items, histories, links, lists, schedules and reports end; what does not refer to it stays", async () => {
  const world = await start()
  const ada = world.as(ADA)
  const goods = datastoreOf(world, "Goods")
  const [nut] = world.view().all(itemsTable(goods.dId))
  if (nut === undefined) throw new Error("no goods")
  await ada.postItemComment({ ...APP, datastore: "Goods", itemId: nut.iId, comment: "Tight" })
  await ada.deleteDatastore({ ...APP, datastore: "Goods" })

  const view = world.view()
  expect(view.get("datastores", goods.dId)).toBeUndefined()
  expect(view.all(itemsTable(goods.dId))).toEqual([])
  expect(view.all("histories")).toEqual([])
  expect(view.all("links")).toEqual([])
  expect(ids(world, "queries")).toEqual(["Of orders"])
  expect(ids(world, "autoActions")).toEqual(["Nightly Orders"])
  expect(view.all("reports").map(({ displayId }) => displayId)).toEqual(["ORDERS"])
  expect(view.all("counters")).toEqual([])
  expect(view.get("deletedItems", nut.iId)).toMatchObject({ dId: goods.dId })
  await expect(ada.itemList({ ...APP, datastore: "Goods" })).rejects.toMatchObject({ code: "NOT_FOUND" })
  await checkInvariants(world)
})

test("lookups into it become empty and the lookup fields stay, without revisions of their items", async () => {
  const world = await start()
  const ada = world.as(ADA)
  await ada.deleteDatastore({ ...APP, datastore: "Goods" })
  const orders = datastoreOf(world, "Orders")
  expect(orders.relations).toEqual([])
  expect(orders.autoLinks).toEqual([])
  const { items } = await ada.itemList({ ...APP, datastore: "Orders" })
  expect(items.map(({ values, revNo }) => [values.Title, values.Good, revNo])).toEqual([
    ["One", null, 1],
    ["Two", null, 1],
  ])
  const good = await ada.getFieldSettings({ ...APP, datastore: "Orders", field: "Good" })
  expect(good).toMatchObject({ displayId: "Good", dataType: "dslookup", dslookup: null })
  await checkInvariants(world)
})

test("its files can no longer be read, and their bytes are released", async () => {
  const world = await start()
  const ada = world.as(ADA)
  const goods = datastoreOf(world, "Goods")
  const [nut] = world.view().all(itemsTable(goods.dId))
  const file = { name: "a.txt", contentType: "text/plain", bytes: new TextEncoder().encode("bytes of a nut") }
  const upload = () => ada.uploadFile({ ...APP, datastore: "Goods", field: "Pictures", itemId: nut?.iId ?? "", file })
  const attached = await upload()
  await ada.updateItem({
    ...APP,
    datastore: "Goods",
    itemId: nut?.iId ?? "",
    revNo: 1,
    item: { Pictures: [attached.fileId] },
  })
  const unattached = await upload()
  await ada.deleteDatastore({ ...APP, datastore: "Goods" })
  for (const { fileId } of [attached, unattached]) {
    await expect(ada.getFile({ fileId })).rejects.toMatchObject({ code: "NOT_FOUND" })
    expect(world.view().get("files", fileId)?.deleted).toBe(true)
  }
  await world.clock.advance("48h")
  await checkInvariants(world)
})

test("its schedules end with it, and the clock runs on", async () => {
  const world = await start()
  await world.as(ADA).deleteDatastore({ ...APP, datastore: "Goods" })
  const { fired } = await world.clock.advance("24h")
  expect(fired.map(({ name }) => name)).toEqual(["Nightly Orders"])
})

test("needs ADMIN of the application, and a datastore that the caller sees", async () => {
  const world = await start()
  await expectUnchanged(world, async () => {
    const bob = world.as("bob@acme.test")
    await expect(bob.deleteDatastore({ datastore: "Goods" })).rejects.toMatchObject({ code: "NO_PRIVILEGES" })
    await expect(world.as(ADA).deleteDatastore({ datastore: "None" })).rejects.toMatchObject({ code: "NOT_FOUND" })
  })
})

test("a fork keeps what its original deletes, and a rollback brings it back", async () => {
  const world = await start()
  const fork = world.fork()
  const before = world.hash()
  const snapshot = world.snapshot()
  await world.as(ADA).deleteDatastore({ datastore: "Goods" })
  expect(fork.hash()).toBe(before)
  await world.restore(snapshot)
  expect(world.hash()).toBe(before)
  expect((await world.as(ADA).itemList({ datastore: "Goods" })).totalItems).toBe(2)
})

test("the IDs of its items are never used again, and its display ID is free again", async () => {
  const world = await start()
  const ada = world.as(ADA)
  const [nut] = world.view().all(itemsTable(datastoreOf(world, "Goods").dId))
  await ada.deleteDatastore({ datastore: "Goods" })
  const { dId } = await ada.createDatastoreFromTemplate({ ...APP, template: "SEED1" })
  await ada.updateDatastoreSetting({ datastore: dId, displayId: "Goods" })
  const again = ada.createItemWithItemID({
    ...APP,
    datastore: "Goods",
    itemId: nut?.iId ?? "",
    actionId: "CreateItem",
    item: { Title: "New" },
  })
  await expect(again).rejects.toMatchObject({ code: "INVALID_PARAMS" })
})

test("deleting a datastore while the clock runs its schedule disturbs neither, whatever the moment", async () => {
  for (let delay = 0; delay < 24; delay += 1) {
    const world = await start()
    const move = world.clock.advance("24h")
    for (let turn = 0; turn < delay; turn += 1) await Promise.resolve()
    await world.as(ADA).deleteDatastore({ datastore: "Goods" })
    const { fired } = await move
    expect(fired.map(({ name }) => name)).toContain("Nightly Orders")
    expect(world.clock.failures).toEqual([])
    await checkInvariants(world, { only: ["schedules-lie-ahead", "links-join-items", "indexes-match-tables"] })
  }
})
