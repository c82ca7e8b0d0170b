import { expect, test } from "vitest"
import { MemoryDatabase, memoryStore } from "../../src/adapters/memory-store.ts"
import { createWorld, KeptWorlds, type World } from "../../src/inside.ts"
import { user } from "../state/records.ts"

const add = (world: World, name: string) => world.commit("Add", null, (tx) => tx.put("users", user(name)))

/** A world that is loaded while, after its row was read for the first time, somebody else does something. */
async function loadWhile(others: (world: World) => Promise<unknown>) {
  const database = new MemoryDatabase(() => 0)
  const open = (store = memoryStore(database)) =>
    createWorld({ ports: { persistence: new KeptWorlds(store).world("main") } })
  const one = await open()
  for (const name of ["u1", "u2", "u3"]) await add(one, name)
  const store = memoryStore(database)
  let isFirst = true
  const two = await open({
    ...store,
    async worlds() {
      const rows = await store.worlds()
      if (isFirst) await others(one)
      isFirst = false
      return rows
    },
  })
  return [two, one].map((world) => ({ version: world.version, hash: world.hash() }))
}

test.each([
  ["resets", (world: World) => world.reset()],
  ["writes", (world: World) => add(world, "u4")],
  ["resets and writes", (world: World) => world.reset().then(() => add(world, "u4"))],
])("a server that loads a world while another %s it has the state of the other", async (_, others) => {
  const [loaded, there] = await loadWhile(others)
  expect(loaded).toEqual(there)
})
