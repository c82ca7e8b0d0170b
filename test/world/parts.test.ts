import { expect, test } from "vitest"
import { type Ports, StoredWorlds } from "../../src/engine/index.ts"
import { type DomainError, invalidParams } from "../../src/model/index.ts"
import { defaultPorts, memoryStore, type Store, type Timer } from "../../src/ports/index.ts"
import { replay, stateDigest, type Tx } from "../../src/state/index.ts"
import { EngineWorld } from "../../src/world/index.ts"
import { emptyState, user } from "../state/records.ts"

const addUser = (tx: Tx, id: string) => tx.put("users", user(id)).uId
const add = (world: EngineWorld, id: string) => world.commit("AddUser", null, (tx) => addUser(tx, id))

/** Adds users in as many parts. */
const addInParts = (world: EngineWorld, ids: readonly string[], fails = false) =>
  world.commit("AddUsers", null, {
    *parts(tx) {
      for (const id of ids) {
        addUser(tx, id)
        yield
      }
      if (fails) throw invalidParams("no")
      return tx.newId()
    },
  })

const usersOf = (world: EngineWorld): string[] =>
  world
    .view()
    .all("users")
    .map(({ uId }) => uId)

/** A world whose long transactions pause until `next` is called. */
async function pausingWorld(stored: Store | undefined, ports: Partial<Ports> = {}) {
  const persistence = stored && new StoredWorlds(stored).world("main")
  await persistence?.make(emptyState(), 0)
  const world = new EngineWorld(emptyState(), { ...defaultPorts(), ...ports, persistence }, "http://hexarium")
  const waiting: (() => void)[] = []
  let pauses = 0
  world.pause = () => {
    pauses += 1
    return new Promise<void>((resolve) => void waiting.push(resolve))
  }
  /** Waits until a transaction pauses. */
  const paused = async () => {
    for (let turn = 0; waiting.length === 0 && turn < 1000; turn += 1) await Promise.resolve()
    expect(waiting).toHaveLength(1)
  }
  return {
    world,
    count: () => pauses,
    paused,
    async next() {
      await paused()
      waiting.shift()?.()
    },
  }
}

async function storedDigest(store: Store): Promise<string> {
  const loaded = await new StoredWorlds(store).world("main").load()
  if (loaded === undefined) throw new Error("nothing was stored")
  return stateDigest(replay(loaded.state, loaded.changes))
}

/** A store to which no other server writes. */
function storeOfOne(): Store {
  const { follow: _, ...store } = memoryStore()
  return store
}

const KINDS = [
  ["in memory", () => undefined],
  ["with a store", storeOfOne],
] as const

test.each(KINDS)(
  "%s: reads see the state before a transaction that pauses, and writes land after it",
  async (_name, make) => {
    const { world, paused, next } = await pausingWorld(make())
    const long = addInParts(world, ["a", "b"])
    await paused()
    const order: string[] = []
    const landed = [add(world, "c"), addInParts(world, ["d"]), add(world, "e")].map((promise, at) =>
      promise.then(() => void order.push(String(at))),
    )
    const before = world.snapshot()
    expect([usersOf(world), world.version]).toEqual([[], 0])
    await next()
    await paused()
    expect([usersOf(world), world.version]).toEqual([[], 0])
    await next()
    await long
    await next()
    await Promise.all(landed)
    expect([usersOf(world), world.version, order]).toEqual([["a", "b", "c", "d", "e"], 4, ["0", "1", "2"]])
    expect(world.hash()).not.toBe(stateDigest(before.state))
  },
)

test.each(KINDS)("%s: a transaction gives the same state in parts and at once", async (_name, make) => {
  const { world, next, count } = await pausingWorld(make())
  const atOnce = new EngineWorld(emptyState(), defaultPorts(), "http://hexarium")
  const long = addInParts(world, ["a", "b"])
  for (let part = 0; part < 2; part += 1) await next()
  expect(await long).toBe(await addInParts(atOnce, ["a", "b"]))
  expect([world.hash(), count()]).toEqual([atOnce.hash(), 2])
})

test.each(KINDS)(
  "%s: a transaction that fails after a pause changes nothing, and later ones run",
  async (_name, make) => {
    const store = make()
    const { world, next } = await pausingWorld(store)
    const { state } = world
    const long = addInParts(world, ["a", "b"], true)
    const later = add(world, "c")
    for (let part = 0; part < 2; part += 1) await next()
    await expect(long).rejects.toThrow("no")
    await later
    expect([usersOf(world), world.version, state]).toEqual([["c"], 1, emptyState()])
    if (store !== undefined) expect(await storedDigest(store)).toBe(world.hash())
  },
)

test.each(KINDS)("%s: a restore and the end of the world wait for a transaction that pauses", async (_name, make) => {
  const { world, next, paused } = await pausingWorld(make())
  await add(world, "a")
  const snapshot = world.snapshot()
  const long = addInParts(world, ["b"])
  await paused()
  const ended: string[] = []
  const restored = world.restore(snapshot).then(() => ended.push("restore"))
  const idle = world.idle().then(() => ended.push("idle"))
  expect(usersOf(world)).toEqual(["a"])
  await next()
  await Promise.all([long.then(() => ended.push("long")), restored, idle])
  expect(ended.sort()).toEqual(["idle", "long", "restore"])
  expect(usersOf(world)).toEqual(["a"])
})

test("a transaction of one part is complete on return", async () => {
  const { world, count } = await pausingWorld(undefined)
  const added = addInParts(world, [])
  expect(world.version).toBe(1)
  await added
  expect(count()).toBe(0)
})

test("a server that ends while a transaction pauses leaves nothing of it in the store", async () => {
  const store = storeOfOne()
  const { world, next, paused } = await pausingWorld(store)
  await add(world, "a")
  const hash = world.hash()
  void addInParts(world, ["b", "c"])
  await next()
  await paused()
  expect(await storedDigest(store)).toBe(hash)
})

test("a transaction runs again if another writer commits first, without a time limit for its parts", async () => {
  const limits: (() => void)[] = []
  const timer: Timer = {
    after(_ms, callback) {
      limits.push(callback)
      return () => void limits.splice(limits.indexOf(callback), 1)
    },
  }
  const usual = storeOfOne()
  let isOutpaced = false
  const store: Store = {
    ...usual,
    append(...given) {
      if (isOutpaced) return usual.append(...given)
      isOutpaced = true
      return Promise.resolve("outpaced")
    },
  }
  const { world, next, paused } = await pausingWorld(store, { timer })
  const long = addInParts(world, ["a", "b"])
  for (let part = 0; part < 3; part += 1) await next()
  await paused()
  expect(limits).toEqual([])
  await next()
  await long.catch(({ text }: DomainError) => expect.fail(text))
  expect(usersOf(world)).toEqual(["a", "b"])
})
