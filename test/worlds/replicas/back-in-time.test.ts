import fc from "fast-check"
import { expect, test } from "vitest"
import { createApp } from "../../../emulator/app.ts"
import { loadWorlds, Worlds } from "../../../emulator/worlds/index.ts"
import { type Ports, StoredWorlds } from "../../../src/engine/index.ts"
import type { Store } from "../../../src/ports/index.ts"
import { VirtualTime } from "../../simulate/virtual-time.ts"
import { createTask, type Replica, replicaOn, searchTasks } from "./replica.ts"
import { SharedDatabase, sharedStore } from "./shared-store.ts"
import { worldsOn } from "./worlds-on.ts"

/** Copies the worlds of a database. The returned function puts them back, as the restore of a dump does. */
function dump(database: SharedDatabase): () => void {
  const { worlds } = database
  const [copy, made] = [structuredClone(worlds), database.made]
  return () => {
    worlds.clear()
    for (const [world, rows] of structuredClone(copy)) worlds.set(world, rows)
    database.made = made
  }
}

/** A store that hears nothing of other servers, so that only looks at the store show their changes. */
const deafStore = (database: SharedDatabase): Store => ({ ...sharedStore(database), follow: () => () => {} })

const texts = async (replica: Replica) =>
  (await searchTasks(replica)).body.items.map(({ Text }: { readonly Text: string }) => Text).sort()

/** Events that say that a world was loaded again. */
const replacements = ({ app }: Replica) =>
  app.worlds.main.events.since(0).events.filter(({ happening }) => "what" in happening && happening.what === "replaced")

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
  expect([one, two, third].map((each) => replacements(each).length)).toEqual([1, 1, 0])
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

test.each([
  ["hears of", sharedStore],
  ["looks for", deafStore],
])(
  "a server that %s changes notices another history with as many or more changes than it knows",
  async (_, storeOn) => {
    for (const count of [1, 2, 3, 5]) {
      const database = new SharedDatabase()
      const [reader, writer] = [await replicaOn(storeOn(database)), await replicaOn(storeOn(database))]
      await createTask(reader, "a")
      expect(await texts(writer)).toEqual(["a"])
      const restore = dump(database)
      for (const text of ["lost", "lost too"]) await createTask(reader, text)
      expect(await texts(writer)).toHaveLength(3)
      restore()
      const third = await replicaOn(storeOn(database))
      const others = Array.from({ length: count }, (_, at) => `b${at}`)
      for (const text of others) await createTask(third, text)
      expect(await texts(reader)).toEqual(["a", ...others])
      // This server writes without a look at the store.
      expect((await createTask(writer, "c")).status).toBe(200)
      for (const each of [third, reader, writer]) {
        expect(await texts(each)).toEqual(["a", ...others, "c"])
        expect(each.world.hash()).toBe(third.world.hash())
      }
      expect([reader, writer, third].map((each) => replacements(each).length)).toEqual([1, 1, 0])
      for (const each of [reader, writer, third]) await each.close()
    }
  },
)

test("a reset on a server that knows another history begins with what the database contains", async () => {
  const database = new SharedDatabase()
  const [one, two] = [await replicaOn(deafStore(database)), await replicaOn(deafStore(database))]
  const restore = dump(database)
  await createTask(one, "lost")
  restore()
  await createTask(two, "b")
  expect(one.world.version).toBe(two.world.version)
  await one.world.reset()
  expect(await texts(two)).toEqual([])
  expect(one.world.hash()).toBe(two.world.hash())
  expect(one.world.version).toBe(two.world.version)
  for (const each of [one, two]) await each.close()
})

test("an import that is the newest known change is also compared", async () => {
  const database = new SharedDatabase()
  const [one, two] = [await replicaOn(deafStore(database)), await replicaOn(deafStore(database))]
  await createTask(one, "a")
  const restore = dump(database)
  await one.world.reset()
  expect(await texts(one)).toEqual([])
  restore()
  await createTask(two, "b")
  expect(await texts(one)).toEqual(["a", "b"])
  for (const each of [one, two]) await each.close()
})

test("the database has every change that any server acknowledged, whenever it was put back in time", async () => {
  const server = fc.nat({ max: 2 })
  const act = fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant("write" as const), server }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("read" as const), server }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("reset" as const), server }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("dump" as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("restore" as const) }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 20 }), fc.boolean(), async (acts, isDeaf) => {
      const database = new SharedDatabase()
      const servers: Replica[] = []
      for (let at = 0; at < 3; at += 1) servers.push(await replicaOn((isDeaf ? deafStore : sharedStore)(database)))
      let stored: string[] = []
      let [restore, dumped] = [dump(database), stored]
      for (const [at, one] of acts.entries()) {
        if (one.kind === "dump") [restore, dumped] = [dump(database), stored]
        if (one.kind === "restore") {
          // A server that is just reading changes may still show them after the restore, until it looks again.
          if (!isDeaf) for (const { world } of servers) await world.catchUp()
          restore()
          stored = dumped
        }
        if (!("server" in one)) continue
        const replica = servers[one.server] as Replica
        if (one.kind === "reset") {
          await replica.world.reset()
          stored = []
        } else if (one.kind === "write") {
          expect((await createTask(replica, `t${at}`)).status).toBe(200)
          stored = [...stored, `t${at}`].sort()
        } else expect(await texts(replica)).toEqual(stored)
      }
      const fresh = await replicaOn(sharedStore(database))
      for (const each of [...servers, fresh]) {
        expect(await texts(each)).toEqual(stored)
        expect(each.world.hash()).toBe(fresh.world.hash())
        await each.close()
      }
    }),
    { seed: 47, numRuns: 20 },
  )
})

/** A server without a socket on a store that contains worlds, as the command line starts it. */
async function serverOn(store: Store, ports: Partial<Ports>): Promise<Pick<Replica, "app" | "ask">> {
  const stored = await new StoredWorlds(store).open()
  const [main] = await loadWorlds(stored, await store.worlds(), ports)
  if (main === undefined) throw new Error("the store has no world main")
  const app = createApp({ worlds: new Worlds(main, {}, stored) })
  return {
    app,
    async ask(method, path, body) {
      const headers = { authorization: "Bearer ada-token", "content-type": "application/json" }
      const answer = await app.request(`http://127.0.0.1${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: answer.status, headers: answer.headers, body: await answer.json() }
    },
  }
}

test("the server refuses a store without the world main, and its health says so until a backup is restored", async () => {
  const [database, time] = [new SharedDatabase(), new VirtualTime()]
  await (await replicaOn(sharedStore(database))).close()
  const server = (await serverOn(deafStore(database), { timer: time })) as Replica
  const health = async () => (await server.ask("GET", "/_hexarium/health")).body
  expect((await createTask(server, "a")).status).toBe(200)
  const restore = dump(database)
  expect((await createTask(server, "lost")).status).toBe(200)
  database.worlds.clear()
  const refused = await createTask(server, "b")
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"])
  expect((await searchTasks(server)).status).toBe(503)
  const degraded = { status: "degraded", reason: "the store no longer contains the world main; restore a backup" }
  expect(await health()).toMatchObject(degraded)
  // Attempts to write succeed, but the world is still missing.
  await time.run(time.sleep(5_000))
  expect(await health()).toMatchObject(degraded)
  restore()
  await time.run(time.sleep(10_000))
  expect(await health()).toMatchObject({ status: "ok" })
  expect(await texts(server)).toEqual(["a"])
  expect((await createTask(server, "c")).status).toBe(200)
  expect(await texts(server)).toEqual(["a", "c"])
  server.app.close()
})

test("a fork whose number now belongs to another world is removed", async () => {
  const database = new SharedDatabase()
  const one = await worldsOn(deafStore(database))
  const restore = dump(database)
  expect(await one.ask("POST", "/worlds", { name: "lost" })).toBe(201)
  restore()
  const two = await worldsOn(deafStore(database))
  expect(await two.ask("POST", "/worlds", { name: "later" })).toBe(201)
  expect(await one.names()).toEqual(["main", "later"])
  for (const each of [one, two]) each.app.close()
})
