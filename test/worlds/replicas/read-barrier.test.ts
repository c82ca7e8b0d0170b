import { expect, test, vi } from "vitest"
import { type Store, StoreTrouble } from "../../../src/ports/index.ts"
import { until } from "../../until.ts"
import { createTask, replicaOn, searchTasks } from "./replica.ts"
import { SharedDatabase, sharedStore } from "./shared-store.ts"

/** A store that sends no notifications and can be made to fail. */
function silentStore(database: SharedDatabase) {
  const store = sharedStore(database)
  let trouble: StoreTrouble | undefined
  let looks = 0
  const fails = () => {
    if (trouble !== undefined) throw trouble
  }
  const silent: Store = {
    ...store,
    follow: () => () => {},
    async heads() {
      looks += 1
      fails()
      return (await store.heads?.()) ?? new Map()
    },
    async append(...given) {
      fails()
      return store.append(...given)
    },
  }
  return {
    store: silent,
    looks: () => looks,
    fail: (next: StoreTrouble | undefined) => {
      trouble = next
    },
  }
}

async function pair(reads: "fenced" | "local") {
  const database = new SharedDatabase()
  const [first, second] = [silentStore(database), silentStore(database)]
  const [one, two] = [await replicaOn(first.store), await replicaOn(second.store, { reads })]
  return { one, two, second }
}

test("a read sees what any server has answered before it began", async () => {
  const { one, two } = await pair("fenced")
  expect((await createTask(one, "first")).status).toBe(200)
  const { body } = await searchTasks(two)
  expect(body.items).toMatchObject([{ Text: "first" }])
})

test("requests of one turn share one look at the store", async () => {
  const { one, two, second } = await pair("fenced")
  await createTask(one, "first")
  const before = second.looks()
  const answers = await Promise.all(Array.from({ length: 50 }, () => searchTasks(two)))
  expect(answers.map(({ body }) => body.items.length)).toEqual(Array(50).fill(1))
  expect(second.looks() - before).toBeLessThan(5)
})

test("a local read returns what the server has seen, unless the request asks for more", async () => {
  const { one, two } = await pair("local")
  const { headers } = await createTask(one, "first")
  const version = headers.get("x-hexarium-version") ?? ""
  expect(Number(version)).toBe(one.world.version)
  const before = await searchTasks(two)
  expect(before.body.items).toEqual([])
  expect(before.headers.get("x-hexarium-version")).toBe("0")
  const after = await searchTasks(two, { "x-hexarium-min-version": version })
  expect(after.body.items).toHaveLength(1)
  expect(after.headers.get("x-hexarium-version")).toBe(version)
})

test.each([
  ["99", /99/],
  ["soon", /version number/],
  ["-1", /version number/],
])("a version that is none is refused: %s", async (version, words) => {
  const { two } = await pair("local")
  const { status, body } = await searchTasks(two, { "x-hexarium-min-version": version })
  expect([status, body.error_code]).toEqual([400, "INVALID_PARAMS"])
  expect(body.error).toMatch(words)
})

test("two writes at the same time both succeed, one after the other", async () => {
  const { one, two } = await pair("fenced")
  const answers = await Promise.all([one, two, one, two].map((replica, at) => createTask(replica, `task ${at}`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { body } = await searchTasks(one)
  expect(body.items.map(({ No }: { readonly No: string }) => No).sort()).toEqual(["T-1", "T-2", "T-3", "T-4"])
  await two.world.catchUp()
  expect(two.world.hash()).toBe(one.world.hash())
})

test("writes and fenced reads return 503 if the store can't be reached, and local reads go on", async () => {
  const fenced = await pair("fenced")
  const local = await pair("local")
  const gone = new StoreTrouble("gone", "nobody there")
  for (const { second } of [fenced, local]) second.fail(gone)
  for (const answer of [
    await searchTasks(fenced.two),
    await createTask(fenced.two, "x"),
    await createTask(local.two, "x"),
  ]) {
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"])
    expect(answer.body.error_code ?? answer.body.errors?.[0]?.error_code).toBe("SYSTEM_ERROR")
  }
  expect((await searchTasks(local.two)).status).toBe(200)
  for (const { second, two } of [fenced, local]) {
    second.fail(undefined)
    expect((await createTask(two, "y")).status).toBe(200)
  }
})

test("a full disk is no reason to come again", async () => {
  const { two, second } = await pair("local")
  second.fail(new StoreTrouble("full", "no room"))
  const { status, headers } = await createTask(two, "x")
  expect([status, headers.get("retry-after")]).toEqual([500, null])
})

test("the server closes the connection if it can't know the result", async () => {
  const database = new SharedDatabase()
  const { store } = silentStore(database)
  const alarms: (() => void)[] = []
  const append = vi.fn(() => new Promise<never>(() => {}))
  const replica = await replicaOn(
    { ...store, append },
    {
      ports: {
        timer: {
          after(_, callback) {
            alarms.push(callback)
            return () => {}
          },
        },
      },
    },
  )
  const asked = createTask(replica, "x")
  await until(() => expect(append).toHaveBeenCalled())
  for (const ring of alarms) ring()
  await expect(asked).rejects.toThrow(/may or may not have been stored/)
  expect((await searchTasks(replica)).body.items).toEqual([])
})
