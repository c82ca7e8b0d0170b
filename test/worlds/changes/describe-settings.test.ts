import { expect, test } from "vitest"
import { describeChanges } from "../../../emulator/worlds/index.ts"
import type { Change } from "../../../src/index.ts"
import type { ApiClient } from "../../conformance.ts"
import { type Workshop, workshop } from "../../sample-worlds/workshop.ts"

/** Descriptions of the changes of a request, as in the request log. */
async function changesOf({ world, as }: Workshop, request: (ada: ApiClient) => Promise<unknown>): Promise<string[]> {
  const changes: Change[] = []
  const stop = world.onChange((change) => changes.push(change))
  await request(as("ada"))
  stop()
  return describeChanges(world.view(), changes)
}

const at = (action: string) => ({ params: { "datastore-id": "Orders", "action-id": action } })

test("actions are reported by datastore and display ID", async () => {
  const shop = await workshop()
  const params = { "datastore-id": "Orders" }
  const park = { operation: "update", name: "Park", display_id: "Park" }
  expect(await changesOf(shop, (ada) => ada.createAction({ params, body: park }))).toEqual([
    "action Orders.Park created",
  ])
  const change = { display_id: "Stop", name: "Halt", roles: [], set_status: "New", description: "Wait" }
  expect(await changesOf(shop, (ada) => ada.updateAction({ ...at("Park"), body: change }))).toEqual([
    "action Orders.Stop name Park→Halt",
    "action Orders.Stop display id Park→Stop",
    "action Orders.Stop changed: description, set status, roles",
  ])
  expect(await changesOf(shop, (ada) => ada.updateAction({ ...at("Stop"), body: { name: { ja: "停止" } } }))).toEqual([
    "action Orders.Stop changed: name",
  ])
  expect(await changesOf(shop, (ada) => ada.updateAction({ ...at("Stop"), body: {} }))).toEqual([])
  expect(await changesOf(shop, (ada) => ada.deleteAction(at("Stop")))).toEqual(["action Orders.Stop deleted"])
})

test("a refused change is none", async () => {
  const shop = await workshop()
  expect(await changesOf(shop, (ada) => ada.deleteAction(at("Recall")))).toEqual([])
})

test("datastores, fields and statuses", async () => {
  const shop = await workshop()
  const { dId } = shop.datastore("Orders")
  const change = (recipe: Parameters<typeof shop.world.commit<void>>[2]) =>
    changesOf(shop, () => shop.world.commit("Test", null, recipe))
  expect(
    await change((tx) => {
      tx.update("datastores", dId, (datastore) => {
        datastore.name = { en: "Sales" }
        datastore.roles = []
        datastore.fields = datastore.fields.filter(({ displayId }) => displayId !== "Margin")
        for (const status of datastore.statuses) status.color = "#fff"
      })
    }),
  ).toEqual([
    "datastore Orders name Orders→Sales",
    "datastore Orders changed: roles",
    "field Orders.Margin deleted",
    "status Orders.New changed: color",
    "status Orders.Sent changed: color",
  ])
  expect(await change((tx) => void tx.remove("datastores", dId))).toEqual(["datastore Orders deleted"])
})
