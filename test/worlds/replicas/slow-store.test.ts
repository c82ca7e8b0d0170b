import { expect, test, vi } from "vitest"
import { type Store, StoreTrouble } from "../../../src/ports/index.ts"
import { VirtualTime } from "../../simulate/virtual-time.ts"
import { createTask, type Replica, replicaOn, searchTasks } from "./replica.ts"
import { SharedDatabase, sharedStore } from "./shared-store.ts"
import { worldsOn } from "./worlds-on.ts"

/** Delays a method's next call, before its execution, until it is released. */
function hold(store: Store, method: "append" | "changesAfter" | "worlds" | "deleteWorld" | "heads") {
  let [call, release] = [() => {}, () => {}]
  const wasCalled = new Promise<void>((resolve) => {
    call = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const original = store[method]?.bind(store) as (...given: unknown[]) => Promise<never>
  vi.spyOn(store, method).mockImplementationOnce(async (...given: unknown[]) => {
    call()
    await released
    return original(...given)
  })
  return { wasCalled, release }
}

/** Two servers on one database. Only the first one's store can be delayed. */
async function pair() {
  const time = new VirtualTime()
  const database = new SharedDatabase()
  const store = { ...sharedStore(database), follow: () => () => {} }
  const held = await replicaOn(store, { reads: "local", ports: { timer: time } })
  const other = await replicaOn(sharedStore(database))
  return { time, store, held, other }
}

const health = async ({ app }: Pick<Replica, "app">) => (await app.request("http://127.0.0.1/_hexarium/health")).json()
const summarizeRefusal = (answer: { readonly status: number; readonly headers: Headers }) => [
  answer.status,
  answer.headers.get("retry-after"),
]

test("the server refuses later writes after 10 s while the result of an earlier one is unknown, and does not store them", async () => {
  const { time, store, held, other } = await pair()
  const append = hold(store, "append")
  const sent = createTask(held, "sent").then(
    () => "answered",
    () => "cut",
  )
  await append.wasCalled
  const waiting = createTask(held, "waiting")
  await time.run(time.sleep(9_000))
  expect(await health(held)).toMatchObject({ status: "ok" })
  await time.run(time.sleep(1_000))
  expect(await sent).toBe("cut")
  expect(summarizeRefusal(await waiting)).toEqual([503, "1"])
  expect(await health(held)).toMatchObject({ status: "degraded", reason: "the store does not respond" })
  expect(summarizeRefusal(await createTask(held, "late"))).toEqual([503, "1"])
  // A successful read says nothing about the write.
  await held.world.catchUp()
  expect(await health(held)).toMatchObject({ status: "degraded" })
  expect((await searchTasks(held)).status).toBe(200)
  append.release()
  await held.world.idle()
  expect(await health(held)).toMatchObject({ status: "ok" })
  expect((await createTask(held, "after")).status).toBe(200)
  const { body } = await searchTasks(other)
  expect(body.items.map(({ Text }: { readonly Text: string }) => Text)).toEqual(["sent", "after"])
})

test("a write that others outpaced is refused when the store does not say in 10 s what they did, and is not stored", async () => {
  const { time, store, held, other } = await pair()
  await createTask(other, "first")
  const changes = hold(store, "changesAfter")
  const asked = createTask(held, "second")
  await changes.wasCalled
  await time.run(time.sleep(10_000))
  expect(summarizeRefusal(await asked)).toEqual([503, "1"])
  changes.release()
  await held.world.idle()
  const { body } = await searchTasks(other)
  expect(body.items.map(({ Text }: { readonly Text: string }) => Text)).toEqual(["first"])
  expect(await health(held)).toMatchObject({ status: "ok" })
})

test("the server applies the changes of others after the store was held", async () => {
  const { time, store, held, other } = await pair()
  const append = hold(store, "append")
  const sent = createTask(held, "sent").catch(() => "cut")
  await append.wasCalled
  await createTask(other, "meanwhile")
  await time.run(time.sleep(10_000))
  expect(await sent).toBe("cut")
  append.release()
  await held.world.idle()
  expect(held.world.version).toBe(1)
})

test("a look at the list of worlds that takes longer than 10 s is refused, and health says so", async () => {
  const time = new VirtualTime()
  const server = await worldsOn(sharedStore(), { ports: { timer: time } })
  const worlds = hold(server.store, "worlds")
  const asked = server.ask("GET", "/worlds")
  await worlds.wasCalled
  await time.run(time.sleep(10_000))
  expect(await asked).toBe(503)
  expect(await health(server)).toMatchObject({ status: "degraded", reason: "the store does not respond" })
  worlds.release()
  expect(await server.names()).toEqual(["main"])
  expect(await health(server)).toMatchObject({ status: "ok" })
})

test("a read that waits for a look at the store longer than 10 s is refused, and health says so", async () => {
  const time = new VirtualTime()
  const store = { ...sharedStore(), follow: () => () => {} }
  const server = await replicaOn(store, { ports: { timer: time } })
  const heads = hold(store, "heads")
  const asked = searchTasks(server)
  await heads.wasCalled
  await time.run(time.sleep(9_000))
  expect(await health(server)).toMatchObject({ status: "ok" })
  await time.run(time.sleep(1_000))
  expect(summarizeRefusal(await asked)).toEqual([503, "1"])
  expect(await health(server)).toMatchObject({ status: "degraded", reason: "the store does not respond" })
  heads.release()
  expect((await searchTasks(server)).status).toBe(200)
  expect(await health(server)).toMatchObject({ status: "ok" })
})

test("a world whose delete may or may not have happened: the connection is cut, and health says why", async () => {
  const server = await worldsOn(sharedStore())
  await server.ask("POST", "/worlds", { name: "twin" })
  const fail = (trouble: StoreTrouble) => vi.spyOn(server.store, "deleteWorld").mockRejectedValueOnce(trouble)
  fail(new StoreTrouble("gone", "no answer", { isUncertain: true }))
  await expect(server.ask("DELETE", "/worlds/twin")).rejects.toThrow(/may or may not have been stored/)
  expect(await health(server)).toMatchObject({ status: "degraded", reason: "no answer" })
  fail(new StoreTrouble("gone", "nobody there"))
  expect(await server.ask("DELETE", "/worlds/twin")).toBe(503)
  expect(await server.ask("DELETE", "/worlds/twin")).toBe(200)
  expect(await health(server)).toMatchObject({ status: "ok" })
  server.worlds.close()
})
