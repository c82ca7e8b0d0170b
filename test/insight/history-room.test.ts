import { expect, test } from "vitest"
import { HistoryRoom } from "../../src/insight/index.ts"
import type { EngineWorld } from "../../src/world/index.ts"
import { smallWorld } from "../sample-worlds/small.ts"

const ADA = "ada@acme.test"
const DEALS = { application: "CRM", datastore: "Deals" }

/** A world whose history is limited by a room. */
async function worldIn(room: HistoryRoom, size = 1000): Promise<EngineWorld> {
  const world = await smallWorld()
  world.history.begin({ size, room })
  return world
}

const addFile = async (world: EngineWorld, fill: number, size = 100_000) => {
  const file = { name: "a.bin", contentType: "a/b", bytes: new Uint8Array(size).fill(fill) }
  return (await world.as(ADA).uploadFileDetached({ file })).fileId
}

const update = (world: EngineWorld, itemId: string, Details: string) =>
  world.as(ADA).updateItem({ ...DEALS, itemId, item: { Details }, isForceUpdate: true })

test("counts a replaced record at the last version that holds it", async () => {
  const room = new HistoryRoom()
  const world = await worldIn(room)
  const { itemId } = await world.as(ADA).createItem({ ...DEALS, item: { Details: "x".repeat(50_000) } })
  expect(room.bytes).toBeLessThan(20_000)
  await update(world, itemId, "short")
  expect(room.bytes).toBeGreaterThan(50_000)
  expect(room.bytes).toBeLessThan(100_000)
})

test("counts a deleted file's bytes once, also after it was deleted a second time", async () => {
  const room = new HistoryRoom()
  const world = await worldIn(room)
  const snapshot = async () => {
    const fileId = await addFile(world, 1)
    expect(room.bytes).toBeLessThan(100_000)
    return fileId
  }
  const fileId = await snapshot()
  const { version } = world
  await world.as(ADA).deleteStorage({ fileId })
  expect(room.bytes).toBeGreaterThan(100_000)
  await world.rewind(version)
  expect(room.bytes).toBeLessThan(100_000)
  await world.as(ADA).deleteStorage({ fileId })
  expect(room.bytes).toBeGreaterThan(100_000)
  expect(room.bytes).toBeLessThan(200_000)
})

test("counts a deleted file no longer when it is back, also after the version of its first deletion was dropped", async () => {
  const room = new HistoryRoom()
  const world = await worldIn(room, 3)
  const fileId = await addFile(world, 1)
  const added = world.version
  await world.as(ADA).deleteStorage({ fileId })
  await world.rewind(added)
  const back = world.version
  await world.as(ADA).deleteStorage({ fileId })
  expect(world.history.range?.[0]).toBeGreaterThan(added)
  expect(room.bytes).toBeGreaterThan(100_000)
  await world.rewind(back)
  expect(room.bytes).toBeLessThan(100_000)
})

test("counts what a replacement of the state removed", async () => {
  const room = new HistoryRoom()
  const world = await worldIn(room)
  await addFile(world, 1)
  const other = await smallWorld({ seed: 2 })
  await world.replaceWith(other.state)
  expect(room.bytes).toBeGreaterThan(100_000)
})

test("drops the oldest versions of all worlds first, but no world's current version", async () => {
  const room = new HistoryRoom(150_000)
  const [one, two] = [await worldIn(room), await worldIn(room)]
  const first = await addFile(one, 1)
  const second = await addFile(two, 2)
  await one.as(ADA).deleteStorage({ fileId: first })
  expect(one.history.range?.[0]).toBe(0)
  await two.as(ADA).deleteStorage({ fileId: second })
  expect(room.bytes).toBeLessThanOrEqual(150_000)
  expect(one.history.range).toEqual([2, 2])
  expect(two.history.range?.[0]).toBeLessThan(2)
  expect(() => one.at(1)).toThrow(/it keeps the versions 2 to 2/)
  expect(one.at(2).hash()).toBe(one.hash())
})

test("frees the room when a history ends", async () => {
  const room = new HistoryRoom()
  const world = await worldIn(room)
  const fileId = await addFile(world, 1)
  await world.as(ADA).deleteStorage({ fileId })
  world.history.end()
  expect(room.bytes).toBe(0)
  expect(world.versions()).toEqual([])
})

test("keeps the current version even without room", async () => {
  const world = await worldIn(new HistoryRoom(1), 5)
  for (const fill of [1, 2, 3]) await addFile(world, fill, 10)
  expect(world.at(world.version).hash()).toBe(world.hash())
  expect(world.versions()).toHaveLength(1)
})
