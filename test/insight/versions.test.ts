import { describe, expect, test } from "vitest"
import { DomainError } from "../../src/model/index.ts"
import { replay, stateDigest } from "../../src/state/index.ts"
import { createWorld, type World } from "../../src/world/index.ts"
import { manualClock } from "../ports/manual-clock.ts"
import { smallFixture, smallWorld } from "../sample-worlds/small.ts"

const ADA = "ada@acme.test"
const DEALS = { application: "CRM", datastore: "Deals" }
const READ_ONLY = "versions of the past are read only; fork one with POST /_hexarium/worlds {from, version}"

const create = (world: World, Title: string) => world.as(ADA).createItem({ ...DEALS, item: { Title } })

const titles = async (world: Pick<World, "as">) => {
  const { items } = await world.as(ADA).itemList({ ...DEALS, page: 1, perPage: 0 })
  return items.map(({ values }) => values.Title).sort()
}

/** A world with three changes after its first version. */
async function changedWorld() {
  const world = await smallWorld({ history: 10 })
  const first = world.version
  const { itemId } = await create(world, "Third deal")
  await world.clock.advance("1h")
  await world.as(ADA).deleteItem({ ...DEALS, itemId })
  return { world, first, itemId }
}

const refusalOf = async (work: () => unknown): Promise<DomainError> => {
  try {
    await work()
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
  throw new Error("nothing was refused")
}

describe("the list of versions", () => {
  test("contains the changes, newest first, with operation, user and instant", async () => {
    const { world, first } = await changedWorld()
    const list = world.versions()
    expect(list.map(({ version }) => version)).toEqual([first + 3, first + 2, first + 1])
    expect(list.map(({ operation }) => operation)).toEqual(["DeleteItem", "Clock", "CreateItem"])
    expect(list.map(({ user }) => user)).toEqual([ADA, null, ADA])
    expect(list.map(({ at }) => at)).toEqual([
      "2026-01-05T10:00:00.000Z",
      "2026-01-05T10:00:00.000Z",
      "2026-01-05T09:00:00.000Z",
    ])
  })

  test("contains replacements of the state by their operations", async () => {
    const { world, first } = await changedWorld()
    const snapshot = world.snapshot()
    await world.restore(snapshot)
    await world.rewind(first)
    await world.reset()
    await world.replaceWith(snapshot.state)
    expect(
      world
        .versions()
        .slice(0, 4)
        .map(({ operation, user }) => ({ operation, user })),
    ).toEqual(["Import", "Reset", "Rewind", "Restore"].map((operation) => ({ operation, user: null })))
  })

  test("is empty without a history", async () => {
    const world = await smallWorld()
    await create(world, "Third deal")
    expect(world.versions()).toEqual([])
    const error = await refusalOf(() => world.at(0))
    expect(error.status).toBe(404)
    expect(error.message).toMatch(/it keeps no versions/)
  })

  test("keeps the states after the last changes", async () => {
    const world = await smallWorld({ history: 2 })
    for (const title of ["A", "B", "C", "D"]) await create(world, title)
    const { version } = world
    expect(world.versions().map((one) => one.version)).toEqual([version, version - 1])
    const error = await refusalOf(() => world.at(version - 2))
    expect(error.code).toBe("NOT_FOUND")
    expect(error.message).toContain(`it keeps the versions ${version - 1} to ${version}`)
  })

  test.each([-1, 1.5, 100_001, Number.NaN, "10"])("createWorld refuses history: %s", async (history) => {
    await expect(smallWorld({ history: history as number })).rejects.toThrow(/history: expected a whole number/)
  })
})

describe("the name of a version", () => {
  test("is its number, also as text", async () => {
    const { world, first } = await changedWorld()
    expect(world.at(first + 1).version).toBe(first + 1)
    expect(world.at(String(first + 1)).version).toBe(first + 1)
  })

  test("counts changes back from the latest", async () => {
    const { world, first } = await changedWorld()
    expect(world.at("-1").version).toBe(first + 2)
    expect(world.at(-3).version).toBe(first)
  })

  test("is an instant, for the last version at or before it", async () => {
    const { world, first } = await changedWorld()
    expect(world.at("2026-01-05T09:59:59Z").version).toBe(first + 1)
    expect(world.at("2026-01-05T10:00:00Z").version).toBe(first + 3)
    expect(world.at("2030-01-05T19:00:00+09:00").version).toBe(first + 3)
  })

  test.each(["-0", "-4", "0x1", "", "latest", "2026-01-05T08:59:59Z", "before:1", "after:1", "99", "1e2", " 1"])(
    "%j is refused with the range that exists",
    async (name) => {
      const { world, first } = await changedWorld()
      const error = await refusalOf(() => world.at(name))
      expect(error.status).toBe(404)
      expect(error.message).toContain(`it keeps the versions ${first} to ${first + 3}`)
    },
  )
})

describe("a version of the past", () => {
  test("reads as the world read then", async () => {
    const { world, first } = await changedWorld()
    expect(await titles(world)).toEqual(["First deal", "Second deal"])
    expect(await titles(world.at(first + 1))).toEqual(["First deal", "Second deal", "Third deal"])
    expect(await titles(world.at(first))).toEqual(["First deal", "Second deal"])
  })

  test("has its own hash, number and time", async () => {
    const world = await smallWorld({ history: 10 })
    const before = { hash: world.hash(), version: world.version, now: world.now }
    await world.clock.advance("1h")
    const past = world.at(before.version)
    expect({ hash: past.hash(), version: past.version, now: past.now }).toEqual(before)
  })

  test.each(["real", "ticking"] as const)("shows a constant time in a world with a %s clock", async (mode) => {
    const wallClock = manualClock(Date.parse("2026-03-01T00:00:00Z"))
    const world = await createWorld({ fixture: smallFixture, clock: { mode }, history: 10, ports: { wallClock } })
    await create(world, "Third deal")
    const { version, now } = world
    wallClock.pass(60_000)
    await create(world, "Fourth deal")
    wallClock.pass(60_000)
    const past = world.at(version)
    expect(past.now).toBe(now)
    const fork = past.fork()
    expect(fork.now).toBe(mode === "ticking" ? now : world.now)
    wallClock.pass(1000)
    expect(past.now).toBe(now)
    expect(Date.parse(fork.now)).toBe(
      Date.parse(mode === "ticking" ? now : world.now) + (mode === "ticking" ? 1000 : 0),
    )
  })

  test("refuses writes and reads that change something, and changes nothing", async () => {
    const { world, first, itemId } = await changedWorld()
    const hash = world.hash()
    const past = world.at(first + 1)
    const before = past.hash()
    const refused: (() => Promise<unknown>)[] = [
      () => past.as(ADA).createItem({ ...DEALS, item: { Title: "X" } }),
      () => past.as(ADA).updateItem({ ...DEALS, itemId, item: { Title: "X" }, isForceUpdate: true }),
      () => past.as(ADA).deleteItem({ ...DEALS, itemId }),
      () => past.as(ADA).postItemComment({ ...DEALS, itemId, comment: "X" }),
      () => past.as(ADA).getAutoNumber({ ...DEALS, field: "No" }),
      () => past.as(ADA).logout({ token: "ada-token" }),
      () => past.public.login({ email: ADA, password: "ada-pass" }),
      () => past.public.validatePassword({ id: "unknown" }),
      () => past.public.confirmRegistration({ id: "unknown" }),
      () => past.public.confirmUserEmail({ confirmationId: "unknown" }),
      () => past.public.forgotPassword({ email: ADA }),
      () => past.raw.as(ADA).deleteItem({ ...DEALS, itemId }),
      () => past.raw.public.login({ email: ADA, password: "ada-pass" }),
    ]
    for (const write of refused) {
      const error = await refusalOf(write)
      expect({ code: error.code, status: error.status }, error.message).toEqual({ code: "NO_PRIVILEGES", status: 403 })
      expect(error.message).toContain(READ_ONLY)
    }
    expect(past.hash()).toBe(before)
    expect(world.hash()).toBe(hash)
    expect(world.version).toBe(first + 3)
  })

  test("returns an item's histories without marking them as read", async () => {
    const world = await smallWorld({ history: 10 })
    const { itemId } = await create(world, "Third deal")
    const place = { ...DEALS, itemId }
    const past = world.at(world.version)
    const before = past.hash()
    const read = await past.as("bob@acme.test").getItemHistories(place)
    expect(read.unread).toBe(1)
    expect((await past.as("bob@acme.test").getItemHistories(place)).unread).toBe(1)
    expect(past.hash()).toBe(before)
    expect((await world.as("bob@acme.test").getItemHistories(place)).unread).toBe(1)
    expect((await world.as("bob@acme.test").getItemHistories(place)).unread).toBe(0)
  })

  test("ignores faults that were planned then", async () => {
    const world = await smallWorld({ history: 10 })
    await world.faults.plan({ operation: "GetUserInfo", status: 500 })
    const past = world.at(world.version)
    await expect(past.as(ADA).getUserInfo()).resolves.toMatchObject({ email: ADA })
  })

  test("forks into a world of its own, whose numbers go on", async () => {
    const { world, first, itemId } = await changedWorld()
    const fork = world.at(first + 1).fork()
    expect(fork.version).toBe(first + 1)
    await fork.as(ADA).updateItem({ ...DEALS, itemId, item: { Title: "Changed" }, isForceUpdate: true })
    expect(fork.version).toBe(first + 2)
    expect(fork.versions().map(({ version }) => version)).toEqual([first + 2])
    expect(await titles(fork.at(first + 1))).toContain("Third deal")
    expect((await refusalOf(() => fork.at(first))).status).toBe(404)
    expect(await titles(world)).toEqual(["First deal", "Second deal"])
  })

  test("keeps the bytes of files that were deleted since", async () => {
    const world = await smallWorld({ history: 10 })
    const bytes = new Uint8Array(1000).fill(7)
    const { fileId } = await world.as(ADA).uploadFileDetached({ file: { name: "a.bin", contentType: "a/b", bytes } })
    const { version } = world
    await world.as(ADA).deleteStorage({ fileId })
    world.ports.blobs.sweep?.()
    const file = await world.at(version).as(ADA).getFile({ fileId })
    expect(file.bytes).toEqual(bytes)
  })
})

describe("rewind", () => {
  test("sets the world back, including its clock, as a new version", async () => {
    const { world, first } = await changedWorld()
    const hash = world.at(first + 1).hash()
    await world.rewind(first + 1)
    expect(world.hash()).toBe(hash)
    expect(world.now).toBe("2026-01-05T09:00:00.000Z")
    expect(world.version).toBe(first + 4)
    expect(await titles(world.at("-1"))).toEqual(["First deal", "Second deal"])
  })

  test("refuses an unknown version and changes nothing", async () => {
    const { world, first } = await changedWorld()
    await expect(world.rewind(99)).rejects.toMatchObject({ status: 404 })
    expect(world.version).toBe(first + 3)
  })
})

describe("differences", () => {
  test("are the complete records that differ, in both directions", async () => {
    const { world, first, itemId } = await changedWorld()
    const { from, to, patches } = world.differences(first, first + 1)
    expect({ from, to }).toEqual({ from: first, to: first + 1 })
    const item = patches.find(({ id }) => id === itemId)
    expect(item?.before).toBeUndefined()
    expect(item?.after).toMatchObject({ iId: itemId })
    const back = world.differences(first + 1, first).patches.find(({ id }) => id === itemId)
    expect(back).toMatchObject({ before: item?.after, after: undefined })
  })

  test("applied to the older version result in the newer one's hash", async () => {
    const { world, first } = await changedWorld()
    const { patches, scalars } = world.differences(first, first + 1)
    const state = replay(world.at(first).state, [{ ...CHANGE, patches, scalars }])
    expect(stateDigest(state)).toBe(world.at(first + 1).hash())
  })
})

const CHANGE = { sequence: 1, at: "", actor: null, operation: "", notifiesSender: false } as const

describe("bisect", () => {
  test("finds the first version that fails, and its change", async () => {
    const world = await smallWorld({ history: 100 })
    for (let count = 0; count < 20; count += 1) await create(world, `Deal ${count}`)
    const tested: number[] = []
    const { good, bad, change } = await world.bisect(async (past) => {
      tested.push(past.version)
      return !(await titles(past)).includes("Deal 12")
    })
    expect(bad).toBe(good + 1)
    expect(change).toMatchObject({ version: bad, operation: "CreateItem", user: ADA })
    expect(change.patches.some(({ after }) => JSON.stringify(after)?.includes("Deal 12"))).toBe(true)
    expect(tested.length).toBeLessThanOrEqual(7)
  })

  test("rejects if the newest version passes, the oldest fails, or there is no history", async () => {
    const { world } = await changedWorld()
    await expect(world.bisect(() => true)).rejects.toThrow(/the newest version \d+ passes/)
    await expect(world.bisect(() => false)).rejects.toThrow(/the oldest version \d+ fails/)
    await expect((await smallWorld()).bisect(() => true)).rejects.toThrow(/keeps no versions/)
  })

  test("rejects with the error of the test", async () => {
    const { world } = await changedWorld()
    await expect(world.bisect(() => Promise.reject(new Error("oops")))).rejects.toThrow("oops")
  })
})
