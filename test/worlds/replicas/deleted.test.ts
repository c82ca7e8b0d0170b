import { expect, test, vi } from "vitest"
import { loadWorlds } from "../../../emulator/worlds/index.ts"
import { StoredWorlds } from "../../../src/engine/index.ts"
import type { Store } from "../../../src/ports/index.ts"
import { SharedDatabase, sharedStore } from "./shared-store.ts"

import { worldsOn } from "./worlds-on.ts"

/** Two servers of one store. The first has created the world `twin`, which the second does not know yet. */
async function pair() {
  const database = new SharedDatabase()
  const one = await worldsOn(sharedStore(database))
  const two = await worldsOn(sharedStore(database))
  expect(await one.ask("POST", "/worlds", { name: "twin" })).toBe(201)
  const stored = () => [...database.worlds.values()].map(({ row }) => row.name)
  return { one, two, stored }
}

/** Delays the store's next response to `method` until it is released. The response contains the data of the call's time. */
function hold(store: Store, method: "worlds" | "allSnapshots" | "changesAfter" | "deleteWorld") {
  let [read, release] = [() => {}, () => {}]
  const wasRead = new Promise<void>((resolve) => {
    read = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const original = store[method].bind(store) as (...given: unknown[]) => Promise<never>
  vi.spyOn(store, method).mockImplementationOnce(async (...given: unknown[]) => {
    const answer = await original(...given)
    read()
    await released
    return answer
  })
  return { wasRead, release }
}

test("a world that is deleted while the server looks at the list of worlds stays deleted", async () => {
  const { one, stored } = await pair()
  // The list is read before the deletion, and processed after it.
  let list: ReturnType<typeof hold> | undefined
  const deleteWorld = one.store.deleteWorld.bind(one.store)
  let look: Promise<void> | undefined
  vi.spyOn(one.store, "deleteWorld").mockImplementationOnce(async (...given) => {
    list = hold(one.store, "worlds")
    look = one.app.replicas.refresh()
    await list.wasRead
    await deleteWorld(...given)
  })
  expect(await one.ask("DELETE", "/worlds/twin")).toBe(200)
  list?.release()
  await look
  expect([one.worlds.list().map(({ name }) => name), stored()]).toEqual([["main"], ["main"]])
  expect(await one.names()).toEqual(["main"])
  expect(await one.ask("POST", "/worlds", { name: "twin" })).toBe(201)
  expect([await one.names(), stored()]).toEqual([
    ["main", "twin"],
    ["main", "twin"],
  ])
})

test.each(["allSnapshots", "changesAfter"] as const)(
  "a world that another server deletes while %s are read is not taken up",
  async (method) => {
    const { one, two, stored } = await pair()
    const adopt = vi.spyOn(two.worlds, "adopt")
    const held = hold(two.store, method)
    const look = two.app.replicas.refresh()
    await held.wasRead
    expect(await one.ask("DELETE", "/worlds/twin")).toBe(200)
    held.release()
    await look
    expect([adopt.mock.calls, stored()]).toEqual([[], ["main"]])
    expect(await two.names()).toEqual(["main"])
    expect(await two.ask("POST", "/worlds", { name: "twin" })).toBe(201)
    expect([await one.names(), await two.names()]).toEqual([
      ["main", "twin"],
      ["main", "twin"],
    ])
  },
)

test("a world that is deleted and made again while a server loads it is the second one", async () => {
  const { one, two } = await pair()
  const held = hold(two.store, "worlds")
  const look = two.app.replicas.refresh()
  await held.wasRead
  await one.ask("DELETE", "/worlds/twin")
  await one.ask("POST", "/worlds", { name: "twin" })
  const { number } = one.worlds.require("twin")
  held.release()
  await look
  expect([number, undefined]).toContain(two.worlds.find("twin")?.number)
  await two.app.replicas.refresh()
  expect(two.worlds.find("twin")?.number).toBe(number)
})

test("a world that is made while the server looks at the list of worlds stays", async () => {
  const { one, stored } = await pair()
  const held = hold(one.store, "worlds")
  const look = one.app.replicas.refresh()
  await held.wasRead
  const made = await one.worlds.make({ name: "young" })
  held.release()
  await look
  expect(one.worlds.find("young")).toBe(made)
  expect(stored()).toEqual(["main", "twin", "young"])
})

test("a delete that the server sees in the list of worlds before it is answered is answered 200", async () => {
  const { one } = await pair()
  const held = hold(one.store, "deleteWorld")
  const deleted = one.ask("DELETE", "/worlds/twin")
  await held.wasRead
  await one.app.replicas.refresh()
  held.release()
  expect(await deleted).toBe(200)
})

test("a server that starts while another deletes a world starts without it", async () => {
  const { one, two, stored } = await pair()
  const kept = new StoredWorlds(two.store)
  const rows = await two.store.worlds()
  await one.ask("DELETE", "/worlds/twin")
  const loaded = await loadWorlds(kept, rows, {})
  expect(loaded.map(({ row }) => row.name)).toEqual(["main"])
  expect(stored()).toEqual(["main"])
})
