import { expect, test } from "vitest"
import { CopyOvertaken, copyStore } from "../../../emulator/adapters/index.ts"
import { StoredWorlds } from "../../../src/engine/index.ts"
import type { Store } from "../../../src/ports/index.ts"
import { createEngineWorld, type EngineWorld } from "../../../src/world/index.ts"
import { user } from "../../state/records.ts"
import { SharedDatabase, sharedStore } from "./shared-store.ts"

const add = (world: EngineWorld, name: string) => world.commit("Add", null, (tx) => tx.put("users", user(name)))

/** A store with a world of three changes, and a view of it in which other servers make changes after the first read. */
async function busy(others: (world: EngineWorld) => Promise<unknown>) {
  const database = new SharedDatabase()
  const one = await createEngineWorld({ ports: { persistence: new StoredWorlds(sharedStore(database)).world("main") } })
  for (const name of ["u1", "u2", "u3"]) await add(one, name)
  const store = sharedStore(database)
  let isFirst = true
  const meets: Store = {
    ...store,
    async worlds() {
      const rows = await store.worlds()
      if (isFirst) await others(one)
      isFirst = false
      return rows
    },
  }
  return { one, meets }
}

const load = (store: Store) => createEngineWorld({ ports: { persistence: new StoredWorlds(store).world("main") } })

test.each([
  ["resets", (world: EngineWorld) => world.reset()],
  ["writes", (world: EngineWorld) => add(world, "u4")],
  ["resets and writes", (world: EngineWorld) => world.reset().then(() => add(world, "u4"))],
])("a server that loads a world while another %s it has the state of the other", async (_, others) => {
  const { one, meets } = await busy(others)
  const loaded = await load(meets)
  expect([loaded.version, loaded.hash()]).toEqual([one.version, one.hash()])
})

test("a copy that is made while another server resets begins again, and mixes no states", async () => {
  const { one, meets } = await busy((world) => world.reset().then(() => add(world, "u4")))
  const target = () => sharedStore(new SharedDatabase())
  await expect(copyStore(meets, target())).rejects.toBeInstanceOf(CopyOvertaken)
  const copy = target()
  await copyStore(meets, copy)
  const loaded = await load(copy)
  expect([loaded.version, loaded.hash()]).toEqual([one.version, one.hash()])
})
