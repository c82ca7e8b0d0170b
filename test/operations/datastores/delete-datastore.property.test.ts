import fc from "fast-check"
import { expect, test } from "vitest"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { removeApplication, removeDatastore } from "../../../src/items/index.ts"
import { memoryStore } from "../../../src/ports/index.ts"
import { type Change, indexFaults, replay, stateDigest } from "../../../src/state/index.ts"
import { createEngineWorld, dumpFixture, type EngineWorld, invariants } from "../../../src/world/index.ts"
import { arbitraryFixture } from "../../fixtures/arbitrary-fixture.ts"

/**
 * Returns the invariants that hold right after loading the fixture. A fixture may, for example, say that an item was updated before it was
 * created.
 */
async function soundIn(world: EngineWorld): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for (const { name, problems } of invariants) if ((await problems(world)).length === 0) names.add(name)
  return names
}

async function brokenIn(world: EngineWorld, sound: ReadonlySet<string>): Promise<readonly string[]> {
  const found = await Promise.all(
    invariants.filter(({ name }) => sound.has(name)).map(async ({ problems }) => problems(world)),
  )
  return found.flat()
}

test("whichever datastore or application is deleted, all invariants hold, and the log, a snapshot and an export return the same world", async () => {
  let deleted = 0
  await fc.assert(
    fc.asyncProperty(arbitraryFixture(), fc.nat(), fc.boolean(), async (fixture, at, isWhole) => {
      const world = await createEngineWorld({ fixture })
      const sound = await soundIn(world)
      const start = world.state
      const all = world.view().all("datastores")
      const datastore = all[at % Math.max(1, all.length)]
      if (datastore === undefined) return
      const changes: Change[] = []
      world.onChange((change) => changes.push(change))
      await world.commit("Delete", { uId: null }, (tx) => {
        if (isWhole) removeApplication(tx, tx.expect("applications", datastore.pId), "IMPORT")
        else removeDatastore(tx, datastore, "IMPORT")
      })
      expect(await brokenIn(world, sound)).toEqual([])
      expect(JSON.stringify(dumpFixture(world))).not.toContain(datastore.dId)

      const replayed = replay(start, changes)
      expect(stateDigest(replayed)).toBe(world.hash())
      expect(indexFaults(replayed)).toEqual([])

      const stored = new StoredWorlds(memoryStore()).world("main")
      await stored.make(world.state, 0)
      const loaded = await stored.load()
      expect(loaded && stateDigest(loaded.state)).toBe(world.hash())

      const copy = await createEngineWorld({ fixture: dumpFixture(world) })
      expect(dumpFixture(copy)).toEqual(dumpFixture(world))
      expect(await brokenIn(copy, sound)).toEqual([])
      deleted += 1
    }),
    { seed: 34, numRuns: 40 },
  )
  expect(deleted).toBeGreaterThan(20)
})
