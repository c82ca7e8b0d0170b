import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { replayCapsuleFile, writeCapsuleFile } from "../../emulator/node/index.ts"
import { createWorld } from "../../src/index.ts"
import { VERSION } from "../../src/version.ts"
import { DESK } from "../control/desk.ts"

const PLACE = { application: "DESK", datastore: "TICKETS" }
const FROZEN = { mode: "frozen", now: "2026-03-01T09:00:00Z" } as const

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hexarium-world-capsules-"))
})
afterAll(() => rm(folder, { recursive: true }))

const desk = (options: object = {}) => createWorld({ fixture: DESK, clock: FROZEN, history: 100, ...options })

test("the version in the engine is that of package.json", async () => {
  const text = await readFile(new URL("../../package.json", import.meta.url), "utf8")
  expect(VERSION).toBe(JSON.parse(text).version)
})

describe("world.capsule (insight.md section 4)", () => {
  test("contains the oldest version and all later changes, and replays to the world's hash", async () => {
    const world = await desk()
    const { itemId } = await world.as("ada@acme.test").createItem({ ...PLACE, item: { Subject: "Broken lamp" } })
    await world.clock.advance("3d")
    await world.as("ada@acme.test").updateItem({ ...PLACE, itemId, revNo: 1, item: { Subject: "Fixed lamp" } })
    const capsule = await world.capsule()
    expect(capsule.changes.map(({ operation }) => operation)).toEqual(["CreateItem", "Clock", "UpdateItem"])
    expect(capsule).toMatchObject({ made_by: { hexarium: VERSION }, requests: [], left_out: [] })
    const file = join(folder, "bug.capsule.json.gz")
    await writeCapsuleFile(file, capsule)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const replayed = await replayCapsuleFile(file)
    replayed.close()
    expect([replayed.hasSameHash, replayed.world.now]).toEqual([true, world.now])
    const found = [world, replayed.world].map((one) => one.as("ada@acme.test").getItemDetails({ ...PLACE, itemId }))
    expect(await found[1]).toEqual(await found[0])
  })

  test("may be written as plain JSON, which a replay reads", async () => {
    const world = await desk()
    await world.as("ada@acme.test").createItem({ ...PLACE, item: { Subject: "Broken lamp" } })
    const file = join(folder, "bug.json")
    await writeFile(file, JSON.stringify(await world.capsule()))
    const replayed = await replayCapsuleFile(file)
    replayed.close()
    expect(replayed.hasSameHash).toBe(true)
  })

  test("contains the requests of the app that serves the world, also a chosen one", async () => {
    const world = await desk()
    const app = createApp({ world, history: 0 })
    await world.as("ada@acme.test").createItem({ ...PLACE, item: { Subject: "In process" } })
    const headers = { authorization: "Bearer ada-fixed-token-1" }
    for (const path of ["/api/v0/userinfo", "/api/v0/workspaces"]) await app.fetch(path, { headers })
    const [all, one] = [await world.capsule(), await world.capsule({ requests: "2" })]
    expect(all.requests.map(({ request }) => request.path)).toEqual(["/api/v0/userinfo", "/api/v0/workspaces"])
    expect(all.changes.map(({ operation, after }) => [operation, after])).toEqual([["CreateItem", null]])
    expect([one.requests.map(({ id }) => id), one.changes]).toEqual([["2"], []])
    await expect(world.capsule({ requests: "7" })).rejects.toThrow("has no request 7; the log has 1 to 2")
  })

  test("contains no password hash and no token of the world", async () => {
    const world = await desk()
    const { token } = await world.public.login({ email: "ada@acme.test", password: DESK.users[0]?.password ?? "" })
    const text = JSON.stringify(await world.capsule())
    const hashes = world.state.tables.get("users").toArray()
    for (const secret of [token, "ada-fixed-token-1", ...hashes.flatMap(({ passwordHash }) => passwordHash ?? [])])
      expect(text.includes(secret), secret).toBe(false)
  })

  test.each([
    [
      "a world without a history",
      () => createWorld({ fixture: DESK }),
      "keep some with createWorld({ history: 1000 })",
    ],
    ["a fork of it", async () => (await createWorld({ fixture: DESK })).fork(), "the world keeps no versions"],
  ])("is refused for %s", async (_, make, why) => {
    const world = await make()
    const before = world.hash()
    await expect(world.capsule()).rejects.toMatchObject({ code: "NOT_FOUND", message: expect.stringContaining(why) })
    expect(world.hash()).toBe(before)
  })

  test("refuses unknown options, and chosen requests without a log", async () => {
    const world = await desk()
    await expect(world.capsule({ request: "1" } as object)).rejects.toThrow("did you mean requests")
    await expect(world.capsule({ requests: "1" })).rejects.toThrow("no app or server logs the world's requests")
  })

  test("leaves no file behind if the file can't be written", async () => {
    const capsule = await (await desk()).capsule()
    await expect(writeCapsuleFile(join(folder, "nowhere", "bug.json"), capsule)).rejects.toThrow("ENOENT")
    expect((await readdir(folder)).filter((name) => name.includes("tmp"))).toEqual([])
  })
})
