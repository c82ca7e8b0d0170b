import { expect, test } from "vitest"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { defaultPorts } from "../../../src/ports/index.ts"
import { createEngineWorld, type EngineWorld } from "../../../src/world/index.ts"
import { file } from "../../state/records.ts"
import { SharedDatabase, sharedStore } from "./shared-store.ts"

async function serverOn(database: SharedDatabase) {
  const kept = new StoredWorlds(sharedStore(database))
  const persistence = kept.world("main")
  const world = await createEngineWorld({ ports: { ...defaultPorts(), persistence } })
  return { kept, persistence, world }
}

const upload = (world: EngineWorld, id: string) => {
  const blob = world.ports.blobs.put(new TextEncoder().encode("the bytes"))
  return world.commit("Upload", null, (tx) => tx.put("files", file(id, { blob })))
}

test("the store writes bytes again if one server dropped them and another receives them again", async () => {
  const database = new SharedDatabase()
  const [one, two] = [await serverOn(database), await serverOn(database)]
  await upload(one.world, "f1")
  await two.kept.compact()
  expect(database.blobs.size).toBe(1)
  await one.world.commit("Delete", null, (tx) => tx.patch("files", "f1", { deleted: true }))
  await one.persistence.snapshot(one.world.state, one.world.version)
  await two.kept.compact()
  expect(database.blobs.size).toBe(0)
  await upload(one.world, "f2")
  expect(database.blobs.size).toBe(1)
  const third = await serverOn(database)
  const [key = ""] = database.blobs.keys()
  expect(third.world.ports.blobs.get(key)).toEqual(new TextEncoder().encode("the bytes"))
})

test("bytes that an origin, a snapshot or a change alone names stay", async () => {
  const database = new SharedDatabase()
  const { kept, world } = await serverOn(database)
  await upload(world, "f1")
  const row = await kept.find("main")
  const taken = { name: "then", version: world.version, at: world.now, hash: world.hash() }
  await kept.putSnapshot(row?.world ?? 0, taken, world.state, world.ports.blobs)
  await world.commit("Delete", null, (tx) => tx.patch("files", "f1", { deleted: true }))
  await kept.compact()
  expect(database.blobs.size).toBe(1)
  await kept.store.deleteSnapshot(row?.world ?? 0, "then")
  const again = kept.world("main")
  await again.load()
  await again.snapshot(world.state, world.version)
  await kept.compact()
  expect(database.blobs.size).toBe(0)
})
