import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createApp } from "../../../emulator/app.ts"
import { Worlds } from "../../../emulator/worlds/index.ts"
import { type Ports, StoredWorlds } from "../../../src/engine/index.ts"
import { defaultPorts } from "../../../src/ports/index.ts"
import { createEngineWorld } from "../../../src/world/index.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"
import { SharedDatabase, sharedStore } from "./shared-store.ts"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] })
})
afterEach(() => {
  vi.useRealTimers()
})

const HOOKS = ["http://127.0.0.1:9/one", "http://127.0.0.1:9/two"]
const fixture = fixtureOf({
  datastores: {
    Tasks: {
      fields: { Text: { dataType: "text" } },
      actions: {
        Later: {
          crud_type: "1",
          default: true,
          post_script: { code: "x", sync: false, enabled: true },
          webhooks: HOOKS,
        },
        Hooked: { crud_type: "1", webhooks: HOOKS },
      },
    },
  },
})

async function serverOn(database: SharedDatabase, ports: Partial<Ports> = {}) {
  const store = sharedStore(database)
  const kept = await new StoredWorlds(store).open()
  if ((await kept.find("main")) === undefined) {
    const { state, now } = await createEngineWorld({ fixture })
    const ground = { parent: null, parentVersion: null, madeOf: null, createdAt: now }
    await kept.make({ name: "main", state, at: now, version: 0, ...ground })
  }
  const row = await kept.find("main")
  if (row === undefined) throw new Error("there is no world main")
  const world = await createEngineWorld({ ports: { ...defaultPorts(), ...ports, persistence: kept.world("main") } })
  const app = createApp({ worlds: new Worlds({ world, row, snapshots: [] }, {}, kept) })
  await app.replicas.start()
  return {
    world,
    app,
    create: (actionId: string) =>
      world.raw
        .as("ada@acme.test")
        .createItem({ application: "APP", datastore: "Tasks", actionId, item: { Text: actionId } }),
    async failures() {
      const answer = await app.request("http://127.0.0.1/_hexarium/worlds/main/failures")
      return ((await answer.json()) as { readonly failures: readonly object[] }).failures
    },
    /** Stops the server without a message, not even one that it leaves. */
    die() {
      const gone = () => Promise.reject(new Error("dead"))
      Object.assign(store.sharing, {
        beat: gone,
        lead: gone,
        leave: gone,
        unclaimedJobs: gone,
        claim: gone,
        settle: gone,
      })
    },
  }
}

const never = () => new Promise<never>(() => {})
const stuck: Partial<Ports> = {
  scripts: { run: never, check: async () => null, close: () => {} },
  webhooks: { post: never },
  mailDelivery: { deliver: never },
}

test("the new leader reports scripts, webhooks and mails that a dead server left undone, once", async () => {
  const database = new SharedDatabase(() => Date.now())
  const [one, two] = [await serverOn(database, stuck), await serverOn(database)]
  const { itemId } = await one.create("Later")
  const hooked = await one.create("Hooked")
  await one.world.raw.public.forgotPassword({ email: "ada@acme.test" })
  await vi.advanceTimersByTimeAsync(0)
  one.die()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await two.failures()).toEqual([])
  await vi.advanceTimersByTimeAsync(30_000)
  const told = {
    at: expect.any(String),
    id: expect.any(String),
    error: expect.stringMatching(/stopped before the work was done/),
  }
  const failed = [
    { ...told, kind: "post_script", name: "Later", item_id: itemId },
    ...HOOKS.map((name) => ({ ...told, kind: "webhook", name, item_id: itemId })),
    ...HOOKS.map((name) => ({ ...told, kind: "webhook", name, item_id: hooked.itemId })),
    { ...told, kind: "mail", id: two.world.mail.list()[0]?.id, name: "ada@acme.test" },
  ]
  expect(await two.failures()).toEqual(failed)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await two.failures()).toHaveLength(failed.length)
  expect((await (await serverOn(database)).failures()).length).toBe(0)
})

/** A server that delivers mails into a list. */
async function postOffice(database: SharedDatabase) {
  const delivered: string[] = []
  const deliver = async ({ to }: { readonly to: string }) => void delivered.push(to)
  return { ...(await serverOn(database, { mailDelivery: { deliver } })), delivered }
}

test("a mail that was sent while nobody led is delivered by who leads next, once", async () => {
  const database = new SharedDatabase(() => Date.now())
  const [one, two, three] = [await postOffice(database), await postOffice(database), await postOffice(database)]
  expect([one, two, three].map(({ world }) => world.isActive)).toEqual([true, false, false])
  one.die()
  one.world.isActive = false
  await two.world.raw.public.forgotPassword({ email: "ada@acme.test" })
  await vi.advanceTimersByTimeAsync(20_000)
  expect([two.delivered, three.delivered]).toEqual([[], []])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([...one.delivered, ...two.delivered, ...three.delivered]).toEqual(["ada@acme.test"])
  expect([one, two, three].filter(({ world }) => world.isActive)).toHaveLength(1)
  expect([await two.failures(), await three.failures(), database.jobs.size]).toEqual([[], [], 0])
})

test("two who both lead, as one does not know yet that its time is over, deliver a mail once", async () => {
  const database = new SharedDatabase(() => Date.now())
  const [one, two] = [await postOffice(database), await postOffice(database)]
  two.world.isActive = true
  await one.world.raw.public.forgotPassword({ email: "ada@acme.test" })
  await vi.advanceTimersByTimeAsync(0)
  await two.world.catchUp()
  await vi.advanceTimersByTimeAsync(0)
  expect([...one.delivered, ...two.delivered]).toEqual(["ada@acme.test"])
})

test("a mail that a world without a server sends is in the outbox, and no server of the store delivers it", async () => {
  const database = new SharedDatabase(() => Date.now())
  const server = await postOffice(database)
  const own = await createEngineWorld({
    ports: { ...defaultPorts(), persistence: new StoredWorlds(sharedStore(database)).world("main") },
  })
  await own.raw.public.forgotPassword({ email: "ada@acme.test" })
  await vi.advanceTimersByTimeAsync(90_000)
  expect(server.world.mail.list()).toHaveLength(1)
  expect([server.delivered, database.jobs.size]).toEqual([[], 0])
})

test("a mail that was deleted before anybody led is not delivered, and not looked for for ever", async () => {
  const database = new SharedDatabase(() => Date.now())
  const [one, two] = [await postOffice(database), await postOffice(database)]
  one.die()
  one.world.isActive = false
  await two.world.raw.public.forgotPassword({ email: "ada@acme.test" })
  expect(database.jobs.size).toBe(1)
  await two.world.mail.clear()
  await vi.advanceTimersByTimeAsync(90_000)
  expect([two.world.isActive, two.delivered, database.jobs.size]).toEqual([true, [], 0])
})

test("work is noted in the commit that brings it: there is no moment at which it could be lost", async () => {
  const database = new SharedDatabase(() => Date.now())
  const one = await serverOn(database, stuck)
  const noted: number[] = []
  database.listeners.set({}, () => void noted.push(database.jobs.size))
  await one.create("Later")
  expect(noted).toEqual([1 + HOOKS.length])
  await one.create("Hooked")
  expect(database.jobs.size).toBe(1 + 2 * HOOKS.length)
  one.die()
})

test("the new leader does not report finished work", async () => {
  const database = new SharedDatabase(() => Date.now())
  const posted: string[] = []
  const done: Partial<Ports> = {
    scripts: {
      ...stuck.scripts,
      run: async () => ({ outcome: { status: "resolved", value: 1 }, logs: [] }),
    } as Ports["scripts"],
    webhooks: {
      async post(url) {
        posted.push(url)
        return 200
      },
    },
  }
  const [one, two] = [await serverOn(database, done), await serverOn(database)]
  await one.create("Later")
  await one.create("Hooked")
  await one.world.idle()
  expect(posted).toEqual([...HOOKS, ...HOOKS])
  await vi.advanceTimersByTimeAsync(0)
  one.die()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await two.failures()).toEqual([])
  expect(two.world.isActive).toBe(true)
})
