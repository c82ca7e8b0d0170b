import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type App, createApp } from "../../../emulator/app.ts"
import { driveClocks } from "../../../emulator/node/clock-driver.ts"
import { requireWorlds, type SharedStore, sharingOf, Worlds } from "../../../emulator/worlds/index.ts"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { createEngineWorld } from "../../../src/world/index.ts"
import { type Answered, TASKS } from "./replica.ts"
import { SharedDatabase, sharedStore } from "./shared-store.ts"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] })
})

afterEach(() => {
  vi.useRealTimers()
})

interface Server {
  readonly app: App
  ask(method: string, path: string, body?: unknown): Promise<Pick<Answered, "status" | "body">>
}

async function serverOn(database: SharedDatabase, around = (store: SharedStore) => store): Promise<Server> {
  const store = around(sharedStore(database))
  const kept = await new StoredWorlds(store).open()
  if ((await kept.find("main")) === undefined) {
    const { state, now } = await createEngineWorld({ fixture: TASKS })
    const ground = { parent: null, parentVersion: null, madeOf: null, createdAt: now }
    await kept.make({ name: "main", state, at: now, version: 0, ...ground })
  }
  const row = await kept.find("main")
  if (row === undefined) throw new Error("there is no world main")
  const world = await createEngineWorld({ ports: { persistence: kept.world("main") } })
  const worlds = new Worlds({ world, row, snapshots: (await store.allSnapshots()).get(row.world) ?? [] }, {}, kept)
  const app = createApp({ worlds })
  await app.replicas.start()
  return {
    app,
    async ask(method, path, body) {
      const answer = await app.request(`http://127.0.0.1${path}`, {
        method,
        headers: { authorization: "Bearer ada-token", "content-type": "application/json", "x-hexarium": "1" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, body: text === "" ? null : JSON.parse(text) }
    },
  }
}

async function pair() {
  const database = new SharedDatabase(() => Date.now())
  return { database, one: await serverOn(database), two: await serverOn(database) }
}

const TASKS_PATH = "/api/v0/applications/APP/datastores/Tasks/items"
const create = (server: Server, text: string) => server.ask("POST", `${TASKS_PATH}/new`, { item: { Text: text } })
const texts = async (server: Server): Promise<string[]> => {
  const { body } = await server.ask("POST", `${TASKS_PATH}/search`, { page: 1, per_page: 100, use_display_id: true })
  return body.items.map(({ Text }: { readonly Text: string }) => Text)
}
const names = async (server: Server): Promise<string[]> =>
  (await server.ask("GET", "/_hexarium/worlds")).body.worlds.map(({ name }: { readonly name: string }) => name)

test("a world that one server makes is there on all, and gone when one deletes it", async () => {
  const { one, two } = await pair()
  await create(one, "before")
  expect((await one.ask("POST", "/_hexarium/worlds", { name: "twin" })).status).toBe(201)
  expect(await names(two)).toEqual(["main", "twin"])
  expect((await two.ask("GET", "/_hexarium/worlds/twin")).body.hash).toBe(one.app.worlds.require("twin").world.hash())
  expect((await two.ask("POST", "/_hexarium/worlds", { name: "twin" })).status).toBe(409)
  expect((await two.ask("DELETE", "/_hexarium/worlds/twin")).status).toBe(200)
  expect(await names(one)).toEqual(["main"])
  expect((await one.ask("GET", `/w/twin${TASKS_PATH}`)).status).toBe(404)
})

test("a request for a world that another server has just made finds it", async () => {
  const { one, two } = await pair()
  await one.ask("POST", "/_hexarium/worlds", { name: "fresh" })
  expect((await two.ask("GET", "/w/fresh/api/v0/userinfo")).status).not.toBe(404)
})

test("a reset, a restore or an import by one server applies to all", async () => {
  const { one, two } = await pair()
  await create(one, "first")
  await one.ask("PUT", "/_hexarium/worlds/main/snapshots/s")
  await create(two, "second")
  expect((await texts(one)).sort()).toEqual(["first", "second"])
  expect((await two.ask("POST", "/_hexarium/worlds/main/snapshots/s/restore")).status).toBe(200)
  expect(await texts(one)).toEqual(["first"])
  await two.ask("POST", "/_hexarium/worlds/main/reset")
  expect(await texts(one)).toEqual([])
  await create(one, "again")
  expect(await texts(two)).toEqual(["again"])
  await one.ask("DELETE", "/_hexarium/worlds/main/snapshots/s")
  expect((await two.ask("GET", "/_hexarium/worlds/main/snapshots")).body.snapshots).toEqual([])
})

test("a list of worlds reads the snapshots of all worlds at once", async () => {
  const { database, one } = await pair()
  for (const name of ["a", "b", "c"]) {
    await one.ask("POST", "/_hexarium/worlds", { name })
    await one.ask("PUT", `/_hexarium/worlds/${name}/snapshots/s`)
  }
  let reads = 0
  const two = await serverOn(database, (store) => ({
    ...store,
    snapshots() {
      throw new Error("expected one read for all worlds")
    },
    allSnapshots() {
      reads += 1
      return store.allSnapshots()
    },
  }))
  reads = 0
  expect(await names(two)).toEqual(["main", "a", "b", "c"])
  // One read for the new worlds, and one for those that are known.
  expect(reads).toBeLessThanOrEqual(2)
  reads = 0
  await names(two)
  expect(reads).toBe(1)
  expect((await two.ask("GET", "/_hexarium/worlds/b/snapshots")).body.snapshots).toMatchObject([{ name: "s" }])
})

test("a snapshot that is taken or deleted while the list of snapshots is read stays so", async () => {
  const database = new SharedDatabase(() => Date.now())
  let meanwhile: (() => Promise<unknown>) | undefined
  const one = await serverOn(database, (store) => ({
    ...store,
    async allSnapshots() {
      const read = await store.allSnapshots()
      const work = meanwhile
      meanwhile = undefined
      await work?.()
      return read
    },
  }))
  const list = async () => {
    const { body } = await one.ask("GET", "/_hexarium/worlds/main/snapshots")
    return body.snapshots.map(({ name }: { readonly name: string }) => name)
  }
  await one.ask("PUT", "/_hexarium/worlds/main/snapshots/old")
  const { worlds } = one.app
  meanwhile = () => worlds.takeSnapshot(worlds.main, "new")
  await names(one)
  expect([...worlds.main.snapshots.keys()]).toEqual(["old", "new"])
  meanwhile = () => worlds.dropSnapshot(worlds.main, "old")
  await names(one)
  expect([...worlds.main.snapshots.keys()]).toEqual(["new"])
  expect(await list()).toEqual(["new"])
})

test("a token to observe is known by all servers, and no token for another world or without a store", async () => {
  const { one, two } = await pair()
  await one.ask("POST", "/_hexarium/worlds", { name: "twin" })
  const { token } = (await one.ask("POST", "/_hexarium/worlds/main/tokens", { user: "ada@acme.test", observe: true }))
    .body
  const look = (server: Server, path: string) =>
    server.app.request(`http://127.0.0.1${path}`, { headers: { authorization: `Bearer ${token}` } })
  for (const server of [one, two]) expect((await look(server, "/api/v0/userinfo")).status).toBe(200)
  expect((await look(two, "/w/twin/api/v0/userinfo")).status).toBe(401)
  const alone = createApp({ world: await createEngineWorld({ fixture: TASKS }) })
  const headers = { authorization: `Bearer ${token}` }
  expect((await alone.request("http://127.0.0.1/api/v0/userinfo", { headers })).status).toBe(401)
})

test("names that servers make up are given once, on all of them and after a restart", async () => {
  const { one, two, database } = await pair()
  const fork = async (server: Server) => (await server.ask("POST", "/_hexarium/worlds", {})).body.name as string
  const given = [await fork(one), await fork(two), await fork(one)]
  await one.ask("DELETE", `/_hexarium/worlds/${given[2]}`)
  const third = await serverOn(database)
  given.push(...(await Promise.all([fork(third), fork(two)])))
  expect(new Set(given).size).toBe(5)
})

test("pages of other origins may ask for a version and read the one they got", async () => {
  const { one } = await pair()
  const url = "http://127.0.0.1/api/v0/userinfo"
  const origin = "http://page.test"
  const preflight = await one.app.request(url, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "GET",
      "access-control-request-headers": "x-hexarium-min-version",
    },
  })
  expect(preflight.headers.get("access-control-allow-headers")).toBe("x-hexarium-min-version")
  const answer = await one.app.request(url, { headers: { origin, authorization: "Bearer ada-token" } })
  expect(answer.headers.get("access-control-expose-headers")).toBe(
    "Content-Disposition, Retry-After, X-Hexarium-World, X-Hexarium-Request, X-Hexarium-Ignored, X-Hexarium-Findings, X-Hexarium-Version, X-Hexarium-Dry-Run",
  )
})

test("lists all servers, and the worlds that each leads", async () => {
  const { one, two } = await pair()
  await create(one, "x")
  await vi.advanceTimersByTimeAsync(10_000)
  const { replicas } = (await two.ask("GET", "/_hexarium/replicas")).body
  const told = { since: expect.any(String), lag_ms: expect.any(Number) }
  expect(replicas).toEqual([
    { ...told, id: two.app.replicas.id, self: true, leads: [], version: { main: 1 } },
    { ...told, id: one.app.replicas.id, self: false, leads: ["main"], version: { main: 1 } },
  ])
})

test("a single server leads a world, and another one takes it over after its end", async () => {
  const { one, two } = await pair()
  const leads = () => [one, two].map(({ app }) => requireWorlds(app.worlds).main.world.isActive)
  expect(leads()).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(leads()).toEqual([true, false])
  await one.app.replicas.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(leads()[1]).toBe(true)
})

test("who can't renew its lease ends to lead before another begins", async () => {
  const { one, two, database } = await pair()
  const sharing = sharingOf(requireWorlds(one.app.worlds).storedWorlds?.store)
  vi.spyOn(sharing as NonNullable<typeof sharing>, "lead").mockRejectedValue(new Error("nobody there"))
  const both: boolean[] = []
  for (let second = 0; second < 60; second += 1) {
    await vi.advanceTimersByTimeAsync(1000)
    both.push(requireWorlds(one.app.worlds).main.world.isActive && requireWorlds(two.app.worlds).main.world.isActive)
  }
  expect(both).not.toContain(true)
  expect([one, two].map(({ app }) => requireWorlds(app.worlds).main.world.isActive)).toEqual([false, true])
  expect(database.leads.size).toBe(1)
})

test("an event that is due runs on the leader", async () => {
  const { one, two } = await pair()
  const run = [one, two].map(({ app }) => {
    const { clock } = app.worlds.main.world
    vi.spyOn(clock, "mode", "get").mockReturnValue("real")
    vi.spyOn(clock, "nextDueAt").mockReturnValue("2000-01-01T00:00:00.000Z" as never)
    return vi.spyOn(clock, "runDue").mockResolvedValue([])
  })
  const stops = [one, two].map(({ app }) => driveClocks(requireWorlds(app.worlds)))
  await vi.advanceTimersByTimeAsync(1000)
  for (const stop of stops) stop()
  expect(run[0]).toHaveBeenCalled()
  expect(run[1]).not.toHaveBeenCalled()
})

test("a server without a store lists itself", async () => {
  const app = createApp({ world: await createEngineWorld({ fixture: TASKS }) })
  const answer = await app.request("http://127.0.0.1/_hexarium/replicas")
  expect(await answer.json()).toEqual({
    replicas: [
      {
        id: expect.any(String),
        since: expect.any(String),
        self: true,
        leads: ["main"],
        version: { main: 0 },
        lag_ms: 0,
      },
    ],
  })
})
