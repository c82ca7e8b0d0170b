import { expect, test } from "vitest"
import { createTask, type Replica, replicaOn, searchTasks } from "./replica.ts"
import { SharedDatabase, sharedStore } from "./shared-store.ts"

/** Copies the worlds of a database. The returned function puts them back, as the restore of a dump does. */
function dump({ worlds }: SharedDatabase): () => void {
  const copy = structuredClone(worlds)
  return () => {
    worlds.clear()
    for (const [world, rows] of structuredClone(copy)) worlds.set(world, rows)
  }
}

const texts = async (replica: Replica) =>
  (await searchTasks(replica)).body.items.map(({ Text }: { readonly Text: string }) => Text).sort()

test("servers on a database that was put back in time show and continue what it contains", async () => {
  const database = new SharedDatabase()
  const [one, two] = [await replicaOn(sharedStore(database)), await replicaOn(sharedStore(database))]
  await createTask(one, "a")
  await createTask(two, "b")
  const restore = dump(database)
  await createTask(one, "lost")
  await createTask(one, "lost too")
  expect(await texts(two)).toHaveLength(4)
  restore()
  expect(await texts(two)).toEqual(["a", "b"])
  // The first server has not looked yet. Its write is made on what the database contains.
  expect((await createTask(one, "c")).status).toBe(200)
  expect(await texts(one)).toEqual(["a", "b", "c"])
  expect(await texts(two)).toEqual(["a", "b", "c"])
  expect(one.world.hash()).toBe(two.world.hash())
  const third = await replicaOn(sharedStore(database))
  expect(third.world.hash()).toBe(one.world.hash())
  for (const each of [one, two, third]) await each.close()
})

test("a database that is put back in time several times does not stop its servers", async () => {
  const database = new SharedDatabase()
  const [one, two] = [await replicaOn(sharedStore(database)), await replicaOn(sharedStore(database))]
  const restore = dump(database)
  for (const text of ["a", "b", "c"]) {
    await createTask(one, text)
    expect(await texts(two)).toEqual([text])
    restore()
    expect(await texts(one)).toEqual([])
    expect(await texts(two)).toEqual([])
  }
  await one.world.reset()
  expect(await texts(two)).toEqual([])
  for (const each of [one, two]) await each.close()
})
