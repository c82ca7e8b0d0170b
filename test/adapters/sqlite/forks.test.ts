import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { openSqliteHere } from "../../../emulator/adapters/persistence/sqlite/sqlite-store.ts"
import { Worlds } from "../../../emulator/worlds/index.ts"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { defaultPorts, memoryStore, type Store } from "../../../src/ports/index.ts"
import { stateDigest } from "../../../src/state/index.ts"
import { createEngineWorld } from "../../../src/world/index.ts"
import { user } from "../../state/records.ts"

const clock = { mode: "frozen", now: "2026-01-05T09:00:00Z" } as const
const ports = defaultPorts()

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hexarium-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Loads the worlds of a store as a server does. */
async function load(store: Store): Promise<Worlds> {
  const kept = new StoredWorlds(store)
  let worlds: Worlds | undefined
  for (const row of await store.worlds()) {
    const world = await createEngineWorld({ ports: { ...ports, persistence: kept.world(row.name) } })
    const loaded = { world, row, snapshots: await store.snapshots(row.world) }
    if (worlds === undefined) worlds = new Worlds(loaded, {}, kept)
    else worlds.adopt(loaded)
  }
  if (worlds === undefined) throw new Error("nothing is there")
  return worlds
}

const step = fc.record({
  what: fc.constantFrom(
    "add",
    "add",
    "drop user",
    "fork",
    "snapshot",
    "restore",
    "reset",
    "delete",
    "compact",
    "reload",
  ),
  world: fc.nat(3),
  number: fc.nat(40),
})

const freeName = (taken: readonly string[]) => ["a", "b", "c", "d", "e"].find((name) => !taken.includes(name)) ?? "f"

/** Executes a step on worlds in memory or in a store. */
async function take(worlds: Worlds, { what, world: index, number }: { what: string; world: number; number: number }) {
  const all = worlds.list()
  const named = all[index % all.length] ?? worlds.main
  const { world } = named
  switch (what) {
    case "add":
      return world.commit("Add", null, (tx) => {
        for (let each = 0; each < number; each += 1) tx.put("users", user(`u${number}-${each}`))
      })
    case "drop user":
      return world.commit("Drop", null, (tx) => tx.remove("users", `u${number}-0`))
    case "fork":
      // The test chooses the name, because a server's generated names start from the beginning after each restart.
      return all.length < 5 && worlds.make({ from: named.name, name: freeName(all.map(({ name }) => name)) })
    case "snapshot":
      return worlds.takeSnapshot(named, `s${number % 2}`)
    case "restore": {
      const snapshot = named.snapshots.get(`s${number % 2}`)
      return snapshot === undefined ? undefined : world.restore(await snapshot.moment())
    }
    case "reset":
      return world.reset()
    case "delete":
      return named.name === "main" ? undefined : worlds.drop(named.name)
    default:
      return worlds.storedWorlds?.compact()
  }
}

const summarize = (worlds: Worlds) =>
  worlds.list().map(({ name, world, snapshots }) => ({
    ...{ name, hash: world.hash(), version: world.version },
    snapshots: [...snapshots.values()].map(({ name, hash, version }) => ({ name, hash, version })),
  }))

/** Checks that every snapshot can be read and is unchanged. */
async function expectWhole(worlds: Worlds): Promise<void> {
  for (const { snapshots } of worlds.list())
    for (const snapshot of snapshots.values())
      expect(stateDigest((await snapshot.moment()).state), snapshot.name).toBe(snapshot.hash)
}

const sqlite = () => openSqliteHere({ file: join(folder, `${randomUUID()}.sqlite`), madeBy: "tests" })

test.each([
  ["memory", () => memoryStore(), 40],
  ["SQLite", sqlite, 12],
])(
  "worlds, forks and snapshots of a store in %s are what they are without one, whatever is done and however often it is loaded",
  async (_, makeStore, numRuns) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const memory = new Worlds(await createEngineWorld({ clock, ports }))
        const store = makeStore()
        await createEngineWorld({ clock, ports: { ...ports, persistence: new StoredWorlds(store).world("main") } })
        let stored = await load(store)
        for (const each of steps) {
          await take(memory, each)
          if (each.what === "reload") stored = await load(store)
          else await take(stored, each)
          expect(summarize(stored)).toEqual(summarize(memory))
        }
        await stored.storedWorlds?.compact()
        const last = await load(store)
        expect(summarize(last)).toEqual(summarize(memory))
        await expectWhole(last)
        await store.close()
      }),
      { numRuns, seed: 1 },
    )
  },
)

test("a snapshot that could not be read is read when it is asked for again, and fork does not pass over it", async () => {
  const store = memoryStore()
  await createEngineWorld({ clock, ports: { ...ports, persistence: new StoredWorlds(store).world("main") } })
  const before = await load(store)
  await before.takeSnapshot(before.main, "then")
  await before.main.world.commit("Add", null, (tx) => tx.put("users", user("u1")))
  const worlds = await load(store)
  const read = vi
    .spyOn(worlds.storedWorlds as StoredWorlds, "read")
    .mockRejectedValueOnce(new Error("the store is away"))
  await expect(worlds.make({ snapshot: "then" })).rejects.toThrow("the store is away")
  expect(() => worlds.fork({ snapshot: "then" })).toThrow("only in the store")
  const { world } = await worlds.make({ snapshot: "then" })
  expect([world.hash(), read.mock.calls.length]).toEqual([before.main.snapshots.get("then")?.hash, 2])
})
