import { expect, test } from "vitest"
import { rows } from "../../emulator/contract/table.ts"
import { createApp } from "../../emulator/index.ts"
import { memoryPersistence } from "../../src/adapters/memory-persistence.ts"
import { createWorld, defaultPorts, type Ports, type World } from "../../src/inside.ts"
import { checkInvariants, invariants } from "../../src/invariants/invariants.ts"
import type { Persistence } from "../../src/ports/persistence.ts"
import { makeAttempt, toRequest } from "./make-request.ts"
import { poolsOf, scopesOf } from "./pools.ts"
import { Random } from "./random.ts"
import { Sampler } from "./sample.ts"
import { robustnessWorld } from "./world.ts"

/** Histories, each of so many requests; `HEXARIUM_HISTORIES` for more of them. */
const HISTORIES = Number(process.env.HEXARIUM_HISTORIES ?? 25)
const LENGTH = 40

/** UpdateAutoNumber may set a counter back, and then numbers come again. */
const HELD = invariants.map(({ name }) => name).filter((name) => name !== "numbers-are-issued-once")

type Mood = "works" | "fails" | "late"

/**
 * Ports of which each call fails, answers late, or does what it should, as chance has it once they are let loose. What nobody waits
 * for hangs, too, until it is released.
 */
function moodyPorts(random: Random) {
  const usual = { ...defaultPorts(), persistence: memoryPersistence() }
  let isLoose = false
  let calls = 0
  const mood = (): Mood => {
    if (!isLoose) return "works"
    calls += 1
    return random.chance(0.7) ? "works" : random.chance(0.6) ? "fails" : "late"
  }
  const broken = () => new Error("the port failed")
  const at = async <T>(work: () => Promise<T>): Promise<T> => {
    const now = mood()
    if (now === "fails") throw broken()
    if (now === "late") await new Promise((resolve) => setTimeout(resolve, random.below(5)))
    return work()
  }
  /** Those that answer at once can't be late. */
  const atOnce = <T>(work: () => T): T => {
    if (mood() === "fails") throw broken()
    return work()
  }
  let hanging: (() => void)[] = []
  const apart = <T>(work: () => Promise<T>): Promise<T> =>
    isLoose && random.chance(0.2) ? new Promise((resolve) => hanging.push(() => resolve(work()))) : at(work)
  const ports: Ports = {
    ...usual,
    persistence: {
      load: () => usual.persistence.load(),
      append: (changes) => at(() => usual.persistence.append(changes)),
      snapshot: (state, version) => at(() => usual.persistence.snapshot(state, version)),
      close: () => usual.persistence.close(),
    },
    passwords: { ...usual.passwords, hash: (password, salt) => atOnce(() => usual.passwords.hash(password, salt)) },
    blobs: { put: (bytes) => atOnce(() => usual.blobs.put(bytes)), get: (key) => usual.blobs.get(key) },
    patterns: { find: (pattern, texts) => (mood() === "fails" ? "stopped" : usual.patterns.find(pattern, texts)) },
    webhooks: { post: () => apart(async () => 200) },
    mailDelivery: { deliver: () => apart(async () => {}) },
    scripts: {
      ...usual.scripts,
      run: (run) =>
        mood() === "fails"
          ? Promise.resolve({ outcome: { status: "stopped", message: "the sandbox failed" }, logs: [] })
          : usual.scripts.run(run),
    },
  }
  return {
    ports,
    stored: usual.persistence,
    called: () => calls,
    /** Ends what hangs; answers how much it was. */
    release() {
      const released = hanging
      hanging = []
      for (const end of released) end()
      return released.length
    },
    loosen: (loose: boolean) => {
      isLoose = loose
    },
  }
}

/** A world with much in it that is stored, which a fork is not. */
async function storedWorld(ports: Ports): Promise<World> {
  const { state } = await robustnessWorld({ blobs: ports.blobs })
  await ports.persistence?.snapshot(state, 0)
  return createWorld({ ports })
}

test(
  "whatever a port does: every request is answered, none changes half, what is stored is what is seen",
  async () => {
    const rejections: unknown[] = []
    const note = (reason: unknown) => rejections.push(reason)
    process.on("unhandledRejection", note)
    const built = rows.filter(([, row]) => !row.planned)
    const problems: string[] = []
    let failed = 0
    let calls = 0
    let hung = 0
    for (let history = 1; history <= HISTORIES && problems.length === 0; history += 1) {
      const random = new Random(history)
      const { ports, stored, called, loosen, release } = moodyPorts(random)
      const world = await storedWorld(ports)
      const app = createApp({ world })
      const pools = poolsOf(world)
      const chance = { random, pools, scopes: scopesOf(world), sampler: new Sampler(random, pools) }
      loosen(true)
      for (let count = 0; count < LENGTH; count += 1) {
        const [name, row] = random.pick(built)
        const attempt = makeAttempt(name, row, chance)
        const before = world.hash()
        const answer = await app.fetch(toRequest(attempt))
        await answer.arrayBuffer()
        if (answer.status < 500) continue
        failed += 1
        hung += release()
        await world.idle()
        if (world.hash() !== before) problems.push(`${history}: ${name} failed and changed the state`)
      }
      loosen(false)
      hung += release()
      await world.idle()
      calls += called()
      await checkInvariants(world, { only: HELD })
      const again = await createWorld({ ports: { ...ports, persistence: stored } })
      if (again.hash() !== world.hash()) problems.push(`${history}: what is stored is not what is seen`)
    }
    process.off("unhandledRejection", note)
    expect(problems).toEqual([])
    expect(rejections).toEqual([])
    expect(hung).toBeGreaterThan(0)
    expect(calls).toBeGreaterThan(HISTORIES * 5)
    expect(failed).toBeGreaterThan(HISTORIES / 2)
  },
  60_000 + 4000 * HISTORIES,
)

test("a store that hangs holds up what writes, not what reads, and nothing is seen before it is stored", async () => {
  const usual = memoryPersistence()
  let release = () => {}
  let isHanging = false
  const hang = () =>
    new Promise<void>((resolve) => {
      release = resolve
    })
  const persistence: Persistence = {
    ...usual,
    append: async (changes) => (isHanging ? hang() : Promise.resolve()).then(() => usual.append(changes)),
  }
  const world = await storedWorld({ ...defaultPorts(), persistence })
  const app = createApp({ world })
  const ask = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: "Bearer ada-token", "content-type": "application/json" }
    const request = new Request(`http://hexarium/api/v0${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    return (await app.fetch(request)).status
  }
  const before = world.hash()
  isHanging = true
  const writes = [1, 2, 3].map((at) =>
    ask("POST", "/applications/CRM/datastores/Deals/items/new", { item: { Title: `t${at}` } }),
  )
  for (let at = 0; at < 20; at += 1) expect(await ask("GET", "/workspaces")).toBe(200)
  expect(world.hash()).toBe(before)
  isHanging = false
  release()
  expect(await Promise.all(writes)).toEqual([200, 200, 200])
  expect(world.hash()).not.toBe(before)
})
