import { expect, test } from "vitest"
import { until } from "../until.ts"
import { SharedDatabase, sharedStore } from "../worlds/replicas/shared-store.ts"
import { worldsOn } from "../worlds/replicas/worlds-on.ts"
import { Rig } from "./rig.ts"

const TASKS = { application: "APP", datastore: "Tasks" }

/** Two servers on one store. A client is connected to the second. */
async function pair() {
  const database = new SharedDatabase()
  const [one, two] = [await worldsOn(sharedStore(database)), await worldsOn(sharedStore(database))]
  const client = new Rig(two.worlds).greet("ada")
  return { one: one.worlds.main, two: two.worlds.main, client }
}

test("a server reports what another server commits, with the sender's wish and each deletion", async () => {
  const { one, client } = await pair()
  const ada = one.world.as("ada@acme.test")
  const wish = { isNotifyToSender: true }
  const { itemId } = await ada.createItem({ ...TASKS, item: { Text: "first" }, ...wish })
  await ada.updateItem({ ...TASKS, itemId, revNo: 1, item: { Text: "unnoticed" } })
  await ada.updateItem({ ...TASKS, itemId, revNo: 2, item: { Text: "second" }, ...wish })
  await until(() => expect(client.events).toHaveLength(2))
  expect(client.events).toMatchObject([
    { i_id: itemId, isnotifytosender: true, ischanged: true },
    { i_id: itemId, isnotifytosender: true, ischanged: true },
  ])
})

test("the world's reset on another server closes the connections", async () => {
  const { one, client } = await pair()
  await one.world.reset()
  await until(() => expect(client.heard).toEqual([{ type: 7, allowReconnect: true }]))
})

test("a token that another server revokes closes its connection", async () => {
  const { one, client } = await pair()
  await one.world.commit("Logout", null, (tx) => tx.remove("tokens", "ada-token"))
  await until(() => expect(client.heard).toEqual([{ type: 7 }]))
})
