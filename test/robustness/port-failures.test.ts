import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { expect, test } from "vitest"
import { type OperationName, rows } from "../../emulator/api/index.ts"
import { type App, createApp } from "../../emulator/index.ts"
import { type Ports, StoredWorlds } from "../../src/engine/index.ts"
import { defaultPorts, memoryStore, type Store } from "../../src/ports/index.ts"
import { checkInvariants, createWorld, invariants, type World } from "../../src/world/index.ts"
import { fakePersistence } from "../ports/fake-persistence.ts"
import { type Attempt, makeAttempt, toRequest } from "./make-request.ts"
import { type Pools, poolsOf, scopesOf } from "./pools.ts"
import { Random } from "./random.ts"
import { Sampler } from "./sample.ts"
import { robustnessWorld } from "./world.ts"

/** Number of histories. `HEXARIUM_HISTORIES` sets a higher number. */
const HISTORIES = Number(process.env.HEXARIUM_HISTORIES ?? 20)
const LENGTH = 40

/** All invariants but one: UpdateAutoNumber may set a counter back, and numbers then repeat. */
const HELD_INVARIANTS = invariants.map(({ name }) => name).filter((name) => name !== "numbers-are-issued-once")

type Mood = "works" | "fails" | "late" | "hangs"

const MOODS: readonly Mood[] = ["fails", "fails", "late", "hangs"]

/** Time in ms to wait for a request before hanging calls are released. */
const PATIENCE_MS = 5

/** Ports whose calls work, fail, are late, or hang until they are released, at random once enabled. */
function moodyPorts(random: Random) {
  const usual = defaultPorts()
  const { follow: _, ...store } = memoryStore()
  const met = new Map<string, number>()
  let isLoose = false
  let hanging: (() => void)[] = []
  const mood = (call: string): Mood => {
    if (!isLoose) return "works"
    const drawn = random.chance(0.7) ? "works" : random.pick(MOODS)
    if (drawn !== "works") met.set(call, (met.get(call) ?? 0) + 1)
    return drawn
  }
  const broken = () => new Error("the port failed")
  const later = async <T>(call: string, work: () => Promise<T>): Promise<T> => {
    switch (mood(call)) {
      case "fails":
        throw broken()
      case "late":
        await new Promise((resolve) => setTimeout(resolve, random.below(5)))
        return work()
      case "hangs":
        await new Promise<void>((resolve) => hanging.push(resolve))
        return work()
      case "works":
        return work()
    }
  }
  /** Runs a synchronous call. It can't hang; a late one blocks the thread. */
  const atOnce = <T>(call: string, work: () => T): T => {
    const now = mood(call)
    if (now === "fails") throw broken()
    if (now === "late") for (const until = performance.now() + 2; performance.now() < until; );
    return work()
  }
  const { passwords, blobs, patterns, scripts, wallClock, timer } = usual
  const moodyStore: Store = {
    ...store,
    append: (...given) => later("append", () => store.append(...given)),
    setRoot: (...given) => later("snapshot", () => store.setRoot(...given)),
    replace: (...given) => later("snapshot", () => store.replace(...given)),
  }
  const persistence = Object.assign(new StoredWorlds(moodyStore).world("main"), {
    isSnapshotDue: () => isLoose && random.chance(0.1),
  })
  const ports: Ports = {
    ...usual,
    persistence,
    passwords: {
      ...passwords,
      hash: (password, salt) => atOnce("hash", () => passwords.hash(password, salt)),
      verify: (password, hash) => atOnce("verify", () => passwords.verify(password, hash)),
    },
    blobs: {
      put: (bytes) => atOnce("put", () => blobs.put(bytes)),
      get: (key) => atOnce("get", () => blobs.get(key)),
    },
    patterns: { find: (pattern, texts) => atOnce("find", () => patterns.find(pattern, texts)) },
    webhooks: { post: () => later("post", async () => 200) },
    mailDelivery: { deliver: () => later("deliver", async () => {}) },
    scripts: {
      ...scripts,
      run: (run) => later("run", () => scripts.run(run)),
      check: (code) => later("check", () => scripts.check(code)),
    },
    wallClock: { now: () => atOnce("now", () => wallClock.now()) },
    timer: { after: (ms, callback) => atOnce("after", () => timer.after(ms, callback)) },
  }
  return {
    ports,
    store,
    /** Number of failed, late and hanging calls, by call. */
    met,
    /** Releases hanging calls and returns their number. */
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

type Moody = ReturnType<typeof moodyPorts>

/** A world with many records in a store. A fork of it would not be stored. */
async function storedWorld(ports: Ports): Promise<World> {
  const { state } = await robustnessWorld({ blobs: ports.blobs })
  await ports.persistence?.make(state, 0)
  return createWorld({ ports })
}

/** Waits for a response and releases hanging calls. Meanwhile, reads that need no port are answered. */
async function answerTo(app: App, request: Request, moody: Moody): Promise<{ status: number; hung: number }> {
  let hung = 0
  let status: number | undefined
  const answered = Promise.resolve(app.fetch(request)).then(async (answer) => {
    await answer.arrayBuffer()
    status = answer.status
  })
  for (;;) {
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
    if (status !== undefined) return { status, hung }
    const headers = { authorization: "Bearer ada-token" }
    const read = await app.fetch(new Request("http://hexarium/api/v0/workspaces", { headers }))
    // The history may have revoked her token.
    expect([200, 401]).toContain(read.status)
    hung += moody.release()
  }
}

interface Told {
  readonly problems: string[]
  readonly met: Map<string, number>
  failed: number
  hung: number
}

const attempt = (name: OperationName, method: string, path: string, token: string, body: unknown): Attempt => ({
  name,
  method,
  url: `http://hexarium/api/v0${path}`,
  token,
  type: body === null || body instanceof FormData ? null : "application/json",
  body: body === null || body instanceof FormData ? body : JSON.stringify(body),
})

function script(): FormData {
  const form = new FormData()
  form.append("script_type", "post")
  form.append("file", new Blob(["function main(data) { return 1 }"], { type: "text/javascript" }), "script.js")
  return form
}

/** Requests that reach ports which random requests seldom reach. */
const REACHING_ATTEMPTS: readonly ((random: Random, pools: Pools) => Attempt)[] = [
  (random, { file }) => attempt("getFile", "GET", `/files/${random.pick(file)}`, "ada-token", null),
  () => attempt("executeFunction", "POST", "/applications/CRM/functions/Echo", "ada-token", { any: "thing" }),
  () =>
    attempt("itemList", "POST", "/applications/CRM/datastores/Deals/items/search", "ada-token", {
      conditions: [{ id: "Title", search_value: ["(?=F)First"] }],
      page: 1,
      per_page: 5,
    }),
  () => {
    const [old_password, new_password, confirm_password] = ["bob-pass", "bob-pass", "bob-pass"]
    return attempt("setPassword", "PUT", "/users/password", "bob-token", {
      old_password,
      new_password,
      confirm_password,
    })
  },
  () =>
    attempt("createItem", "POST", "/applications/OPS/datastores/Tasks/items/new", "bob-token", {
      action_id: "Make",
      item: { Name: "made" },
    }),
  () => attempt("uploadActionScript", "POST", "/actions/UpdateDeal/actionscripts/upload", "ada-token", script()),
]

/** Runs one history. Afterwards, only the report may refer to the world. */
async function live(history: number, told: Told): Promise<WeakRef<World>> {
  const random = new Random(history)
  const moody = moodyPorts(random)
  const world = await storedWorld(moody.ports)
  const app = createApp({ world })
  const pools = poolsOf(world)
  const chance = { random, pools, scopes: scopesOf(world), sampler: new Sampler(random, pools) }
  moody.loosen(true)
  for (let count = 0; count < LENGTH; count += 1) {
    const [drawn, row] = random.pick(BUILT_ROWS)
    const request = random.chance(0.3) ? random.pick(REACHING_ATTEMPTS)(random, pools) : makeAttempt(drawn, row, chance)
    const { name } = request
    const before = world.hash()
    const { status, hung } = await answerTo(app, toRequest(request), moody)
    told.hung += hung
    if (status < 500) continue
    told.failed += 1
    told.hung += moody.release()
    moody.loosen(false)
    await world.idle()
    moody.loosen(true)
    if (world.hash() !== before) told.problems.push(`${history}: ${name} failed and changed the state`)
  }
  moody.loosen(false)
  told.hung += moody.release()
  await world.idle()
  for (const [call, times] of moody.met) told.met.set(call, (told.met.get(call) ?? 0) + times)
  await checkInvariants(world, { only: HELD_INVARIANTS })
  const again = await createWorld({
    ports: { ...moody.ports, persistence: new StoredWorlds(moody.store).world("main") },
  })
  if (again.hash() !== world.hash()) told.problems.push(`${history}: what is stored is not what is seen`)
  return new WeakRef(world)
}

const BUILT_ROWS = rows

/** Runs V8's garbage collector. */
function collect(): void {
  setFlagsFromString("--expose-gc")
  const gc = runInNewContext("gc") as () => void
  // V8 rejects cached code that was compiled with other flags. Other tests in this process check such code.
  setFlagsFromString("--no-expose-gc")
  gc()
}

test(
  "whatever a port does: every request is answered, none changes half, what is stored is what is seen, and nothing is left over",
  async () => {
    const rejections: unknown[] = []
    const note = (reason: unknown) => rejections.push(reason)
    process.on("unhandledRejection", note)
    const told: Told = { problems: [], met: new Map(), failed: 0, hung: 0 }
    const lived: WeakRef<World>[] = []
    for (let history = 1; history <= HISTORIES && told.problems.length === 0; history += 1) {
      lived.push(await live(history, told))
    }
    process.off("unhandledRejection", note)
    expect(told.problems).toEqual([])
    expect(rejections).toEqual([])
    expect(told.hung).toBeGreaterThan(0)
    expect(told.failed).toBeGreaterThan(HISTORIES / 2)
    expect(EVERY_CALL.filter((call) => !told.met.has(call))).toEqual([])
    const held = () => lived.filter((one) => one.deref() !== undefined).length
    // An accessed WeakRef keeps its target alive until the end of the turn.
    for (let turn = 0; turn < 50 && held() > 1; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      collect()
    }
    expect(held()).toBeLessThanOrEqual(1)
  },
  60_000 + 4000 * HISTORIES,
)

/** All port calls of operations, except those of the wall clock, which this world does not read. */
const EVERY_CALL = [
  "append",
  "snapshot",
  "hash",
  "verify",
  "put",
  "get",
  "find",
  "post",
  "deliver",
  "run",
  "check",
  "after",
]

test("a store that hangs holds up what writes, not what reads, and nothing is seen before it is stored", async () => {
  let release = () => {}
  let isHanging = false
  const hang = () =>
    new Promise<void>((resolve) => {
      release = resolve
    })
  const persistence = fakePersistence((usual) => ({
    append: async (...given) => (isHanging ? hang() : Promise.resolve()).then(() => usual.append(...given)),
  }))
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
