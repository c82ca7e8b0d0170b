import { describe, expect, test } from "vitest"
import { clockNow, memoryPersistence, type Ports } from "../../src/engine/index.ts"
import { DomainError, invalidParams, toInstant, type UId } from "../../src/model/index.ts"
import { type ChangeRow, defaultPorts } from "../../src/ports/index.ts"
import {
  type Change,
  type ClockState,
  indexFaults,
  replay,
  type State,
  stateDigest,
  Tx,
} from "../../src/state/index.ts"
import { createEngineWorld, EngineWorld } from "../../src/world/index.ts"
import { fakePersistence } from "../ports/fake-persistence.ts"
import { manualClock } from "../ports/manual-clock.ts"
import { emptyState, NOW, user } from "../state/records.ts"

const START = Date.parse(NOW)

const makeWorld = (ports: Partial<Ports> = {}, state: State = emptyState()) =>
  new EngineWorld(state, { ...defaultPorts(), ...ports }, "http://hexarium")

const addUser = (id: string) => (tx: Tx) => tx.put("users", user(id)).uId

const add = (world: EngineWorld, id: string) => world.commit("AddUser", { uId: "u1" as UId }, addUser(id))

const usersOf = (world: EngineWorld) =>
  world
    .view()
    .table("users")
    .toArray()
    .map((each) => each.uId)

const withClock = (clock: ClockState): State => {
  const tx = new Tx(emptyState(), NOW, "")
  tx.setScalars({ clock })
  return tx.commit()
}

/** A store whose writes wait for a gate. Records the appends. */
function makeSteeredWorld() {
  const appends: (readonly ChangeRow[])[] = []
  let gate: Promise<unknown> = Promise.resolve()
  const persistence = fakePersistence((usual) => ({
    async append(world, changes, ...rest) {
      appends.push(changes)
      await gate
      return usual.append(world, changes, ...rest)
    },
    replace: (...given) => gate.then(() => usual.replace(...given)),
    setRoot: (...given) => gate.then(() => usual.setRoot(...given)),
  }))
  return {
    persistence,
    appends,
    /** Makes the next calls wait for `until`. */
    holdUntil(until: Promise<unknown>) {
      gate = until
    },
  }
}

async function makeStoredWorld() {
  const store = makeSteeredWorld()
  await store.persistence.make(emptyState(), 0)
  return { ...store, world: makeWorld({ persistence: store.persistence }) }
}

describe("a commit", () => {
  test("has happened on return, returns the command's result and is reported to listeners in order", async () => {
    const world = makeWorld()
    const seen: Change[] = []
    const stop = world.onChange((change) => seen.push(change))
    const answer = add(world, "u1")
    expect(usersOf(world)).toEqual(["u1"])
    expect(await answer).toBe("u1")
    await add(world, "u2")
    stop()
    await add(world, "u3")
    expect(seen.map(({ sequence, operation, actor, at }) => ({ sequence, operation, actor, at }))).toEqual([
      { sequence: 1, operation: "AddUser", actor: "u1", at: NOW },
      { sequence: 2, operation: "AddUser", actor: "u1", at: NOW },
    ])
    expect(world.version).toBe(3)
  })

  test("leaves the identical state if it refuses, whatever it had written", async () => {
    const world = makeWorld()
    await add(world, "u1")
    const { state, version } = world
    const hash = world.hash()
    const refused = world.commit("AddUser", null, (tx) => {
      addUser("u2")(tx)
      tx.remove("users", "u1")
      tx.newId()
      throw invalidParams("no")
    })
    await expect(refused).rejects.toThrow("no")
    expect(world.state).toBe(state)
    expect(world.version).toBe(version)
    expect(world.hash()).toBe(hash)
  })

  test("changes nothing if it writes nothing", async () => {
    const world = makeWorld()
    const { state } = world
    expect(await world.commit("Nothing", null, () => 7)).toBe(7)
    expect(world.state).toBe(state)
    expect(world.version).toBe(0)
  })

  test("happens at the instant of the call", async () => {
    const world = makeWorld()
    const at = "2027-01-01T00:00:00.000Z"
    expect(await world.commit("Later", null, (tx) => tx.now, at)).toBe(at)
    expect(await world.commit("Now", null, (tx) => tx.now)).toBe(NOW)
  })

  test("can't be started inside another, which would lose one of them", async () => {
    const world = makeWorld()
    const inner: Promise<unknown>[] = []
    await world.commit("Outer", null, (tx) => {
      inner.push(add(world, "u2"))
      addUser("u1")(tx)
    })
    await expect(inner[0]).rejects.toThrow("AddUser was started inside another transaction")
    expect(usersOf(world)).toEqual(["u1"])
    await add(world, "u3")
    expect(usersOf(world)).toEqual(["u1", "u3"])
  })

  test("may be answered by a listener with another", async () => {
    const world = makeWorld()
    world.onChange((change) => void (change.operation === "AddUser" && world.commit("More", null, addUser("u2"))))
    await add(world, "u1")
    expect(usersOf(world)).toEqual(["u1", "u2"])
  })

  test("replays to an equal state", async () => {
    const world = makeWorld()
    const start = world.state
    const changes: Change[] = []
    world.onChange((change) => changes.push(change))
    for (let number = 0; number < 40; number += 1) {
      await world.commit("Mixed", null, (tx) => {
        tx.put("users", user(`u${number % 7}`, { username: tx.newSecret(8) }))
        if (number % 3 === 0) tx.remove("users", `u${(number + 3) % 7}`)
        if (number % 5 === 0) tx.setScalars({ clock: { mode: "frozen", now: toInstant(START + number) } })
      })
    }
    const replayed = replay(start, changes)
    expect(stateDigest(replayed)).toBe(world.hash())
    expect(indexFaults(replayed)).toEqual([])
  })
})

describe("forks, snapshots and resets", () => {
  test("worlds forked from one another go their own ways", async () => {
    const world = makeWorld()
    await add(world, "u1")
    const twin = world.fork({ baseUrl: "http://twin" })
    expect(twin.hash()).toBe(world.hash())
    expect(twin.state).toBe(world.state)
    await add(twin, "u2")
    await add(world, "u3")
    expect([usersOf(world), usersOf(twin)]).toEqual([
      ["u1", "u3"],
      ["u1", "u2"],
    ])
    expect([twin.baseUrl, twin.version, world.version]).toEqual(["http://twin", 2, 2])
    await twin.reset()
    expect(usersOf(twin)).toEqual(["u1"])
  })

  test("a fork of a snapshot begins there", async () => {
    const world = makeWorld()
    await add(world, "u1")
    const from = world.snapshot()
    await add(world, "u2")
    expect(usersOf(world.fork({ from }))).toEqual(["u1"])
  })

  test("restore, reset and replace put everything in place on return", async () => {
    const world = makeWorld()
    const empty = world.hash()
    await add(world, "u1")
    const snapshot = world.snapshot()
    await add(world, "u2")
    void world.restore(snapshot)
    expect(world.state).toBe(snapshot.state)
    expect(world.version).toBe(3)
    void world.reset()
    expect(world.hash()).toBe(empty)
    await add(world, "u3")
    const { state } = world
    void world.replaceWith(snapshot.state)
    void world.reset()
    expect(world.state).toBe(snapshot.state)
    void world.replaceWith(state)
    expect(usersOf(world)).toEqual(["u3"])
  })

  test("reset and replace forget the webhooks that were sent, a restore does not", async () => {
    const world = makeWorld()
    const log = () => world.webhookLog.add({ at: NOW, url: "http://127.0.0.1/", status: 200, ms: 1, body: {} })
    log()
    await world.restore(world.snapshot())
    expect(world.webhookLog.entries).toHaveLength(1)
    await world.reset()
    expect(world.webhookLog.entries).toEqual([])
    log()
    await world.replaceWith(emptyState())
    expect(world.webhookLog.entries).toEqual([])
    for (let number = 0; number < 1100; number += 1) log()
    expect(world.webhookLog.entries).toHaveLength(1000)
  })
})

describe("the clock", () => {
  test("frozen stands, ticking runs from its own time, real is the wall clock", () => {
    const wallClock = manualClock(START)
    const now = (clock: ClockState) => clockNow(clock, wallClock)
    const ahead: ClockState = { mode: "ticking", offsetMs: 3_600_000 }
    const before = [now({ mode: "frozen", now: NOW }), now(ahead), now({ mode: "real" })]
    wallClock.pass(1500)
    const after = [now({ mode: "frozen", now: NOW }), now(ahead), now({ mode: "real" })]
    expect(before).toEqual([NOW, "2026-01-05T10:00:00.000Z", NOW])
    expect(after).toEqual([NOW, "2026-01-05T10:00:01.500Z", "2026-01-05T09:00:01.500Z"])
  })

  test("a view keeps its instant while the clock goes on", () => {
    const wallClock = manualClock(START)
    const world = makeWorld({ wallClock }, withClock({ mode: "real" }))
    const view = world.view()
    wallClock.pass(10)
    expect([view.now, world.now]).toEqual([NOW, "2026-01-05T09:00:00.010Z"])
  })

  test.each([{ mode: "frozen", now: NOW } as const, { mode: "ticking", offsetMs: 0 } as const])(
    "a restore, a reset and a fork of a snapshot go back in time: $mode",
    async (clock) => {
      const wallClock = manualClock(START)
      const world = makeWorld({ wallClock }, withClock(clock))
      await add(world, "u1")
      const snapshot = world.snapshot()
      const hash = world.hash()
      wallClock.pass(60_000)
      await add(world, "u2")
      await world.restore(snapshot)
      expect([world.now, world.hash()]).toEqual([NOW, hash])
      wallClock.pass(5000)
      expect(world.fork({ from: snapshot }).now).toBe(NOW)
      expect(world.fork().now).toBe(world.now)
      await world.reset()
      expect(world.now).toBe(NOW)
    },
  )

  test("a real clock is the machine's after a restore too", async () => {
    const wallClock = manualClock(START)
    const world = makeWorld({ wallClock }, withClock({ mode: "real" }))
    wallClock.pass(1000)
    await world.reset()
    expect(world.now).toBe("2026-01-05T09:00:01.000Z")
  })
})

describe("with a persistence", () => {
  test("a commit is seen and answered only once it is stored", async () => {
    const { world, holdUntil } = await makeStoredWorld()
    let open = () => {}
    holdUntil(new Promise<void>((resolve) => (open = resolve)))
    let answered = false
    const answer = add(world, "u1").then(() => (answered = true))
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect([usersOf(world), answered]).toEqual([[], false])
    open()
    await answer
    expect(usersOf(world)).toEqual(["u1"])
  })

  test("commands queue, run on each other's results, and those that wait together are stored together", async () => {
    const { world, appends } = await makeStoredWorld()
    const heard: number[] = []
    world.onChange((change) => heard.push(change.sequence))
    const counts = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        world.commit("Count", null, (tx) => {
          tx.put("users", user(`u${number}`))
          return tx.table("users").size
        }),
      ),
    )
    expect(counts).toEqual(Array.from({ length: 20 }, (_, number) => number + 1))
    expect(heard).toEqual(counts)
    expect(appends).toHaveLength(1)
  })

  test("a store that fails: SYSTEM_ERROR for every command of the group, the old state stays, the next ones work", async () => {
    const { world, holdUntil, persistence } = await makeStoredWorld()
    await add(world, "u1")
    const { state } = world
    holdUntil(Promise.reject(new Error("disk full")))
    const ends = await Promise.allSettled([
      world.commit("Read", null, (tx) => tx.table("users").size),
      add(world, "u2"),
      world.commit("Refuse", null, (tx) => {
        if (tx.get("users", "u2") !== undefined) throw invalidParams("already there")
      }),
    ])
    expect(ends[0]).toEqual({ status: "fulfilled", value: 1 })
    for (const end of ends.slice(1)) {
      const { reason } = end as { reason: unknown }
      expect(reason).toBeInstanceOf(DomainError)
      expect(reason).toMatchObject({
        code: "SYSTEM_ERROR",
        reason: "store",
        refusal: { description: "Error: disk full" },
      })
    }
    expect([world.state, world.version]).toEqual([state, 1])
    holdUntil(Promise.resolve())
    await add(world, "u3")
    expect(usersOf(world)).toEqual(["u1", "u3"])
    const stored = await persistence.load()
    expect(stored?.changes.map((change) => change.sequence)).toEqual([1, 2])
  })

  test("a refusal stores nothing and holds nobody up", async () => {
    const { world, appends } = await makeStoredWorld()
    const ends = await Promise.allSettled([
      add(world, "u1"),
      world.commit("Refuse", null, () => {
        throw invalidParams("no")
      }),
      add(world, "u2"),
    ])
    expect(ends.map((end) => end.status)).toEqual(["fulfilled", "rejected", "fulfilled"])
    expect(appends.map((changes) => changes.length)).toEqual([2])
  })

  test("a restore waits for its turn and is stored, so nothing committed before it comes back", async () => {
    const { world, persistence } = await makeStoredWorld()
    const snapshot = world.snapshot()
    const order = await Promise.all([
      add(world, "u1").then(() => usersOf(world)),
      world.restore(snapshot).then(() => usersOf(world)),
      add(world, "u2").then(() => usersOf(world)),
    ])
    expect(order.at(-1)).toEqual(["u2"])
    expect(usersOf(world)).toEqual(["u2"])
    expect(world.version).toBe(3)
    const stored = await persistence.load()
    expect(stored?.version).toBe(2)
    expect(stateDigest(replay(stored?.state ?? emptyState(), stored?.changes ?? []))).toBe(world.hash())
  })

  test("a restore that can't be stored leaves everything as it was", async () => {
    const { world, holdUntil } = await makeStoredWorld()
    await add(world, "u1")
    holdUntil(Promise.reject(new Error("disk full")))
    await expect(world.reset()).rejects.toMatchObject({ code: "SYSTEM_ERROR" })
    await expect(world.replaceWith(emptyState())).rejects.toMatchObject({ code: "SYSTEM_ERROR" })
    expect(usersOf(world)).toEqual(["u1"])
  })

  test("forks live in memory only", async () => {
    const { world, appends } = await makeStoredWorld()
    const twin = world.fork()
    await add(twin, "u1")
    expect([appends.length, usersOf(twin), usersOf(world)]).toEqual([0, ["u1"], []])
  })

  test("the stored world loads as an equal world that goes on counting, and resets to its fixture", async () => {
    const persistence = memoryPersistence()
    const clock = { mode: "frozen", now: NOW } as const
    const world = await createEngineWorld({ clock, ports: { persistence } })
    const empty = world.hash()
    for (let number = 0; number < 10; number += 1) await add(world, `u${number}`)
    await world.close()
    const again = await createEngineWorld({ clock, ports: { persistence } })
    expect([again.hash(), again.version]).toEqual([world.hash(), 10])
    await add(again, "u11")
    expect((await persistence.load())?.changes.at(-1)?.sequence).toBe(11)
    await again.reset()
    expect(again.hash()).toBe(empty)
    expect((await createEngineWorld({ clock, ports: { persistence } })).hash()).toBe(empty)
  })
})

describe("work that goes on after an answer", () => {
  test("idle waits for it and for what it starts, and its failures are its own", async () => {
    const world = makeWorld()
    const done: string[] = []
    world.background.add(
      Promise.resolve().then(() => {
        done.push("first")
        world.background.add(
          new Promise<void>((resolve) => setTimeout(resolve, 3)).then(() => void done.push("second")),
        )
      }),
    )
    world.background.add(Promise.reject(new Error("its own business")))
    await world.idle()
    expect(done).toEqual(["first", "second"])
  })
})
